import { api, STREAMED } from '@gantry/contract';
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepSpaces } from './storage.sweep.service.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** Uploads in parts, as tus 1.0 clients and the page send them. */
const TUS = { 'tus-resumable': '1.0.0' };
const MB = 1024 * 1024;
let world: World;
let anna: Person;
let boris: Person;
let vera: Person;
let schedule: number;
let work: number;

beforeAll(async () => {
  world = await createWorld({ GANTRY_STORAGE_QUOTA_MB: '8' });
  [anna, boris, vera] = await Promise.all(['anna', 'boris', 'vera'].map((name) => world.person(name)));
  await anna.space();
  await world.join(boris, anna, 'planner');
  await world.join(vera, anna, 'viewer');
  schedule = await anna.schedule();
  work = await anna.item(await anna.version(schedule), { name: 'Pour walls', code: 'A1' });
});
afterAll(() => world.close());
beforeEach(() => world.sql('delete from storage_upload'));

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const headsOf = (length: number, posted: Record<string, string>) => ({
  ...TUS,
  'upload-length': String(length),
  'upload-metadata': Object.entries(posted)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(','),
});
const create = (length: number, posted: Record<string, string> = { filename: 'film.bin' }, person = anna) =>
  person.call(api.storage.createUpload, { params: { id: schedule } }, { headers: headsOf(length, posted) });
const opened = async (length: number, posted?: Record<string, string>) => (await create(length, posted)).body.key;
const offsetOf = async (key: string, person = anna) => (await person.ok(api.storage.readUpload, { params: { key } })).offset;
const add = (key: string, from: number, bytes: Buffer, person = anna) =>
  person.call(
    api.storage.addPart,
    { params: { key } },
    { raw: new Uint8Array(bytes), headers: { ...TUS, 'content-type': STREAMED, 'upload-offset': String(from) } },
  );
const stored = async () => (await anna.ok(api.storage.list, { params: { id: schedule }, query: {} })).items;
async function contentOf(id: number): Promise<Buffer> {
  const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${world.base}/api/v1/storage/download/${id}`, { headers: { cookie, 'x-space-id': String(anna.spaceId) } });
  return Buffer.from(await answer.arrayBuffer());
}

/** Sends the beginning of a part and cuts the connection. */
function cutAfter(key: string, from: number, bytes: Buffer, announced: number): Promise<void> {
  const { cookies } = anna.keys;
  return new Promise((resolve) => {
    const call = request(`${world.base}/api/v1/storage/uploads/${key}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('__Host-XSRF-TOKEN') ?? cookies.get('XSRF-TOKEN') ?? '',
        'x-space-id': String(anna.spaceId),
        'content-type': STREAMED,
        'content-length': announced,
        'upload-offset': from,
      },
    });
    call.on('error', () => resolve());
    call.write(bytes, () => setTimeout(() => call.destroy(), 100));
  });
}

describe('an upload in parts', () => {
  test('goes on after a cut and after a restart of the server, and is the same file in the end', async () => {
    const content = randomBytes(3 * MB);
    const created = await create(content.length, {
      filename: '../site/Film “А”.bin',
      wbs_id: String(work),
      client_key: crypto.randomUUID(),
    });
    const { key } = created.body;
    expect([created.status, created.headers.get('location')]).toEqual([201, `/api/v1/storage/uploads/${key}`]);
    const first = await add(key, 0, content.subarray(0, MB));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(MB)]);

    await cutAfter(key, MB, content.subarray(MB, MB + 300_000), MB);
    // What the wire still held when it was cut is lost; the sender learns how much arrived.
    await expect.poll(() => offsetOf(key)).toBeGreaterThan(MB);
    const arrived = await offsetOf(key);
    expect(arrived).toBeLessThanOrEqual(MB + 300_000);
    await world.restart();
    const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const head = await fetch(`${world.base}/api/v1/storage/uploads/${key}`, {
      method: 'HEAD',
      headers: { ...TUS, cookie, 'x-space-id': String(anna.spaceId) },
    });
    expect(['upload-offset', 'upload-length', 'tus-resumable', 'cache-control'].map((name) => head.headers.get(name))).toEqual([
      String(arrived),
      String(content.length),
      '1.0.0',
      'no-store',
    ]);
    expect(await stored()).toEqual([]);
    expect((await add(key, arrived, content.subarray(arrived))).status).toBe(204);
    const [item] = await stored();
    expect(item).toMatchObject({ name: 'Film “А”.bin', bytes: content.length, row_id: work });
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(hash(await contentOf(item.id))).toBe(hash(content));
    // Its answer lost, the sender looks: all is there; the parts are gone.
    expect(await offsetOf(key)).toBe(content.length);
    expect(world.files()).toHaveLength(1);
    await anna.ok(api.storage.remove, { params: { id: item.id } });
  });

  test('takes each part once, where it stands', async () => {
    const key = await opened(300);
    const part = randomBytes(100);
    const answers = await Promise.all([add(key, 0, part), add(key, 0, part), add(key, 0, part)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    expect(await offsetOf(key)).toBe(100);
    expect((await add(key, 50, part)).body).toMatchObject({ errors: [{ code: 'storage.upload_moved' }] });
    expect((await add(key, 100, randomBytes(201))).status).toBe(413);
    expect((await world.sql('select count(*)::int as parts from storage_upload_part'))[0].parts).toBe(1);
    expect(world.files()).toHaveLength(2);
    await anna.ok(api.storage.endUpload, { params: { key } });
    expect(world.files()).toHaveLength(1);
    expect((await add(key, 100, part)).status).toBe(404);
  });

  test('is of the person who opened it, and only as long as they may store files there', async () => {
    expect((await create(10, undefined, vera)).status).toBe(403);
    const key = await opened(10);
    for (const call of [api.storage.readUpload, api.storage.endUpload])
      expect(await boris.refused(call, { params: { key } })).toMatchObject({ code: 'storage.upload_not_found' });
    expect((await add(key, 0, randomBytes(10), boris)).status).toBe(404);
    const theirs = (await create(10, undefined, boris)).body.key;
    await world.sql(`update space_user set role = 'viewer' where user_id = $1`, [boris.id]);
    expect((await add(theirs, 0, randomBytes(10), boris)).status).toBe(403);
  });

  test('that would not fit is refused before a byte is sent, with what others have announced', async () => {
    await opened(3 * MB);
    expect((await create(3 * MB)).body).toMatchObject({ errors: [{ code: 'storage.quota_exceeded', parameters: { name: 'film.bin' } }] });
    expect((await create(0)).body).toMatchObject({ errors: [{ code: 'storage.no_files' }] });
    expect((await create(9, { filename: '' })).body).toMatchObject({ errors: [{ code: 'storage.no_files' }] });
    expect((await create(9, { filename: 'a', wbs_id: '999999' })).body).toMatchObject({ errors: [{ code: 'storage.row_not_found' }] });
    const other = { params: { id: schedule } };
    const headers = { ...headsOf(9, { filename: 'a' }), 'tus-resumable': '0.2.2' };
    expect((await anna.call(api.storage.createUpload, other, { headers })).status).toBe(412);
  });

  test('that nobody goes on with is swept after a day', async () => {
    const [old, young] = [await opened(200), await opened(200)];
    const before = world.files().length;
    for (const key of [old, young]) await add(key, 0, randomBytes(100));
    await world.sql(`update storage_upload set changed_at = now() - interval '25 hours' where key = $1`, [old]);
    await opened(5);
    expect((await anna.refused(api.storage.readUpload, { params: { key: old } })).code).toBe('storage.upload_not_found');
    expect([await offsetOf(young), world.files().length]).toEqual([100, before + 1]);
  });

  test('is swept in spaces that nobody uses any more, and in no other is anything touched', async () => {
    const carl = await world.person('carl');
    await carl.space();
    const place = { params: { id: await carl.schedule() } };
    const left = (await carl.call(api.storage.createUpload, place, { headers: headsOf(200, { filename: 'left.bin' }) })).body.key;
    const young = await opened(200);
    const before = world.files().length;
    await add(left, 0, randomBytes(100), carl);
    await add(young, 0, randomBytes(100));
    await sweepSpaces(world.app.services);
    expect(world.files().length).toBe(before + 2);
    await world.sql(`update storage_upload set changed_at = now() - interval '25 hours' where key = $1`, [left]);
    await sweepSpaces(world.app.services);
    expect([await offsetOf(young), world.files().length]).toEqual([100, before + 1]);
  });
});
