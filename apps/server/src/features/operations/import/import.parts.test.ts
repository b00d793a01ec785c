import { api, STREAMED } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chain, xerText } from '../../../testing/samples/xer-sample.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const FILE = Buffer.from(xerText(chain(200)));
let world: World;
let anna: Person;
let vera: Person;
let boris: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, vera, boris] = await Promise.all(['anna', 'vera', 'boris'].map((name) => world.person(name)));
  await anna.space();
  await boris.space();
  await world.join(vera, anna, 'viewer');
});
afterAll(() => world.close());
beforeEach(async () => {
  schedule = await anna.schedule();
});

const open = (fields: Record<string, string> = {}, bytes = FILE.length, who = anna) =>
  who.call(api.imports.openUpload, { params: { id: schedule }, body: { name: 'Plan.xer', bytes, fields } });
const read = (key: string, who = anna) => who.ok(api.imports.readUpload, { params: { key } });
const add = (key: string, from: number, to = FILE.length, who = anna) =>
  who.call(
    api.imports.addPart,
    { params: { key } },
    { raw: new Uint8Array(FILE.subarray(from, to)), headers: { ...TUS, 'content-type': STREAMED, 'upload-offset': String(from) } },
  );
const versions = async () => (await anna.ok(api.versions.list, { params: { id: schedule } })).versions;

test('a file that comes in parts goes on after a restart; its last part begins one import, however often it is sent', async () => {
  const { status, headers, body } = await open({ version_name: 'In parts' });
  expect([status, headers.get('location')]).toEqual([200, `/api/v1/version-uploads/${body.key}`]);
  const half = Math.floor(FILE.length / 2);
  expect((await add(body.key, 0, half)).status).toBe(204);
  await world.restart();
  expect(await read(body.key)).toMatchObject({ offset: half, length: FILE.length, job_id: null });
  expect((await add(body.key, 0, half)).status).toBe(409);
  const both = await Promise.all([add(body.key, half), add(body.key, half)]);
  expect(both.map(({ status: one }) => one).sort()).toEqual([204, 409]);
  const { job_id } = await read(body.key);
  expect(await world.app.services.jobs.finished(anna.id, job_id as number)).toMatchObject({ status: 'done', title: 'Plan.xer → Schedule' });
  expect((await versions()).map(({ name, item_count }) => [name, item_count])).toEqual([['In parts', 201]]);
  expect((await add(body.key, half)).status).toBe(409);
  await expect.poll(() => world.files()).toEqual([]);
});

test('fields that no import could follow are refused before a byte is sent, and so is a file beyond the limit', async () => {
  expect((await open({ download_scenario: 'into_version' })).body).toMatchObject({ errors: [{ code: 'import.no_target' }] });
  expect((await open({ rule_name: 'None' })).status).toBe(404);
  expect((await open({}, 512 * 1024 * 1024 + 1)).status).toBe(400);
  expect((await open({}, 512 * 1024 * 1024)).status).toBe(200);
});

test('an upload is its sender’s alone, with the right to import, and no file of the storage', async () => {
  const { key } = (await open()).body;
  expect((await open({}, 10, vera)).status).toBe(403);
  expect((await open({}, 10, boris)).status).toBe(404);
  for (const who of [vera, boris]) expect((await add(key, 0, 10, who)).status).toBeGreaterThanOrEqual(403);
  const asStored = { raw: new Uint8Array(10), headers: { ...TUS, 'content-type': STREAMED, 'upload-offset': '0' } };
  expect((await anna.call(api.storage.addPart, { params: { key } }, asStored)).status).toBe(404);
  expect((await anna.refused(api.storage.readUpload, { params: { key } })).status).toBe(404);
  await add(key, 0, 10);
  await anna.ok(api.imports.endUpload, { params: { key } });
  expect((await anna.refused(api.imports.readUpload, { params: { key } })).status).toBe(404);
  await expect.poll(() => world.files()).toEqual([]);
});
