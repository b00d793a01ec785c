import { api } from '@gantry/contract';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { sweepSpaces } from './storage.sweep.service.ts';

/** What the files of a space may take. */
const MB = 1024 * 1024;
let world: World;
let anna: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld({ GANTRY_STORAGE_QUOTA_MB: '3' });
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
});
afterAll(() => world.close());

function upload(bytes: Buffer, name = 'photo.bin') {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return anna.call(api.storage.upload, { params: { id: schedule } }, { raw: form });
}
const use = () => anna.ok(api.storage.maxSize);
const settings = () => ({ params: { id: anna.spaceId } });

test('of uploads at the same time only those stay that fit, and what is refused leaves no file', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(randomBytes(MB))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 413, 413, 413]);
  expect(await use()).toMatchObject({ used: 3 * MB, limit: 3 * MB });
  expect(world.files()).toHaveLength(3);
  expect((await upload(Buffer.from('x'), 'one more.txt')).body).toMatchObject({
    errors: [{ code: 'storage.quota_exceeded', parameters: { name: 'one more.txt', used: 3.1, limit: 3 } }],
  });
});

test('what the space keeps already is stored again for nothing', async () => {
  const [{ id }] = (await anna.ok(api.storage.list, { params: { id: schedule }, query: {} })).items;
  await anna.ok(api.storage.remove, { params: { id } });
  const content = randomBytes(10);
  expect((await upload(content)).status).toBe(413);
});

test('a space says less than the installation, never more', async () => {
  expect(await anna.ok(api.spaces.settings, settings())).toMatchObject({ storage_quota_mb: null, storage_most_mb: 3 });
  await anna.ok(api.spaces.saveSettings, { ...settings(), body: { storage_quota_mb: 1 } });
  expect((await use()).limit).toBe(MB);
  await anna.ok(api.spaces.saveSettings, { ...settings(), body: { storage_quota_mb: 1000 } });
  expect((await use()).limit).toBe(3 * MB);
  expect(await anna.ok(api.spaces.settings, settings())).toMatchObject({ storage_quota_mb: 1000, allowed_addresses: [] });
  for (const storage_quota_mb of [0, -1, 1.5])
    expect(await anna.refused(api.spaces.saveSettings, { ...settings(), body: { storage_quota_mb } })).toMatchObject({ status: 400 });
});

test('a space takes files of its extensions alone, in a form and in parts, and says which', async () => {
  await anna.ok(api.spaces.saveSettings, { ...settings(), body: { file_types: ['.PDF', 'jpg', 'pdf'] } });
  expect((await anna.ok(api.spaces.settings, settings())).file_types).toEqual(['pdf', 'jpg']);
  const kept = world.files().length;
  const refused = { errors: [{ code: 'storage.type_not_allowed', parameters: { name: 'run.exe', types: 'pdf, jpg' } }] };
  const content = randomBytes(10);
  expect((await upload(content, 'run.exe')).body).toMatchObject(refused);
  expect((await upload(content, 'pdf')).status).toBe(422);
  const filename = Buffer.from('run.exe').toString('base64');
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-metadata': `filename ${filename}` };
  expect((await anna.call(api.storage.createUpload, { params: { id: schedule } }, { headers })).body).toMatchObject(refused);
  expect(world.files()).toHaveLength(kept);
  await anna.ok(api.spaces.saveSettings, { ...settings(), body: { file_types: [] } });
  for (const wrong of ['', 'a b', '../x', 'x'.repeat(17)])
    expect(await anna.refused(api.spaces.saveSettings, { ...settings(), body: { file_types: [wrong] } })).toMatchObject({ status: 400 });
});

test('what the space keeps is counted with each content and not summed for the next', async () => {
  await anna.ok(api.spaces.saveSettings, { ...settings(), body: { storage_quota_mb: 1000 } });
  await world.sql('update storage_item set deleted_at = now() - interval $$31 days$$');
  await sweepSpaces(world.app.services);
  expect((await use()).used).toBe(0);
  const sent = await statementsOf(async () => {
    await upload(randomBytes(1000));
    await upload(randomBytes(500), 'other.bin');
    expect((await use()).used).toBe(1500);
  });
  expect(sent.filter((text) => text.includes('sum(bytes)'))).toEqual([]);
  const [{ sum }] = await world.sql('select sum(bytes)::int from storage_blob where space_id = $1', [anna.spaceId]);
  expect(sum).toBe(1500);
  await world.sql('delete from storage_item where name = $1', ['other.bin']);
  await world.sql('delete from storage_blob where bytes = 500');
  expect((await use()).used).toBe(1000);
});
