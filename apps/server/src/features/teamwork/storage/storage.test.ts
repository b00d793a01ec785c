import { api, type StoredItem } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../../testing/call.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { letInOnly } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { eraseStorage } from './storage.service.ts';
import { sweepSpaces } from './storage.sweep.service.ts';

let world: World;
let anna: Person;
let vera: Person;
let guest: Person;
let stranger: Person;
let project: number;
let schedule: number;
let version: number;
let work: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, vera, guest, stranger] = await Promise.all(['anna', 'vera', 'guest', 'stranger'].map((name) => world.person(name)));
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
  await letInOnly(guest, anna);
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Tower' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'Building', facility_id: facility } })).id;
  schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Works' } })).id;
  version = await anna.version(schedule);
  work = await anna.item(version, { name: 'Pour walls', code: 'A1' });
});
afterAll(() => world.close());

type Sent = { name: string; content: string | Uint8Array<ArrayBuffer> };
function formOf(files: Sent[], fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const { name, content } of files) form.append('file', new Blob([content]), name);
  return form;
}
const upload = async (person: Person, files: Sent[], fields: Record<string, string> = {}, id = schedule): Promise<StoredItem[]> =>
  (await person.ok(api.storage.upload, { params: { id } }, { raw: formOf(files, fields) })).items;
const filesOfWork = async (person = anna, at = { id: version, wbsId: work }) =>
  (await person.ok(api.storage.ofRow, { params: at })).items.map(({ name }) => name);

/** Fetches an address as a browser does. */
function answerOf(person: Person, address: string, headers: Record<string, string> = {}): Promise<Response> {
  const cookie = [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return fetch(`${world.base}${address}`, { headers: { cookie, 'x-space-id': String(person.spaceId), ...headers } });
}
async function fetched(...asked: Parameters<typeof answerOf>) {
  const answer = await answerOf(...asked);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** A picture as a phone held upright takes it: lying, with a note to turn it, its time and where it was taken. */
async function photo(): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = createCanvas(400, 200);
  const paint = canvas.getContext('2d');
  paint.fillStyle = 'red';
  paint.fillRect(0, 0, 200, 200);
  paint.fillStyle = 'blue';
  paint.fillRect(200, 0, 200, 200);
  const jpeg = await canvas.encode('jpeg', 90);
  const time = '2026:05:06 07:08:09\0';
  // TIFF, big endian: the first directory with the orientation and the place of the second, which holds when it was taken.
  const tiff = Buffer.alloc(26 + 12 + 18 + time.length + 4);
  tiff.write('MM\0*\0\0\0\x08', 0, 'latin1');
  tiff.writeUInt16BE(2, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(6, 18);
  tiff.writeUInt16BE(0x8769, 22);
  tiff.writeUInt16BE(4, 24);
  tiff.writeUInt32BE(1, 26);
  tiff.writeUInt32BE(38, 30);
  tiff.writeUInt16BE(1, 38);
  tiff.writeUInt16BE(0x9003, 40);
  tiff.writeUInt16BE(2, 42);
  tiff.writeUInt32BE(time.length, 44);
  tiff.writeUInt32BE(56, 48);
  tiff.write(time, 56, 'latin1');
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, (body.length + 2) >> 8, (body.length + 2) & 255]);
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]));
}

describe('a file of a work', () => {
  test('is stored, seen in every version of the schedule, read whole or in part, deleted and taken back', async () => {
    const client_key = crypto.randomUUID();
    const send = () => upload(anna, [{ name: '../plans/Wall “А”.txt', content: 'hello walls' }], { wbs_id: String(work), client_key });
    const [item] = await send();
    expect(item).toMatchObject({
      name: 'Wall “А”.txt',
      bytes: 11,
      node_id: schedule,
      row_id: work,
      row_name: 'Pour walls',
      author_id: anna.id,
    });
    // The same sending again, because its answer was lost.
    expect((await send())[0].id).toBe(item.id);
    expect(await filesOfWork()).toEqual(['Wall “А”.txt']);

    const copy = await anna.version(schedule);
    await anna.item(copy, { name: 'Dig' });
    const same = await anna.item(copy, { name: 'Pour walls', code: 'A1' });
    const other = await anna.item(copy, { name: 'Roof', code: 'A2' });
    const inCopy = (wbsId: number) => filesOfWork(anna, { id: copy, wbsId });
    expect([await inCopy(same), await inCopy(other)]).toEqual([['Wall “А”.txt'], []]);

    const address = addressOf(api.storage.download, { params: { id: item.id } });
    const whole = await fetched(vera, address);
    expect([whole.status, whole.bytes.toString(), whole.headers.get('content-security-policy')]).toEqual([
      200,
      'hello walls',
      "default-src 'none'; sandbox",
    ]);
    const part = await fetched(vera, address, { range: 'bytes=6-' });
    expect([part.status, part.bytes.toString(), part.headers.get('content-range')]).toEqual([206, 'walls', 'bytes 6-10/11']);
    expect((await fetched(vera, address, { range: 'bytes=11-' })).status).toBe(416);

    expect(await vera.refused(api.storage.remove, { params: { id: item.id } })).toMatchObject({ code: 'auth.forbidden' });
    await anna.ok(api.storage.remove, { params: { id: item.id } });
    expect(await filesOfWork()).toEqual([]);
    expect((await fetched(anna, address)).status).toBe(404);
    await anna.ok(api.storage.restore, { params: { id: item.id } });
    expect(await filesOfWork()).toEqual(['Wall “А”.txt']);
  });

  test('that is sent again is answered, however many came after it', async () => {
    const fields = { client_key: crypto.randomUUID() };
    const [item] = await upload(anna, [{ name: 'early.txt', content: 'early' }], fields);
    await world.sql(
      `insert into storage_item (space_id, blob_id, node_id, name, taken_at, created_at)
       select space_id, blob_id, node_id, 'later', now(), now() + interval '1 minute' from storage_item, generate_series(1, 100) where id = $1`,
      [item.id],
    );
    expect((await upload(anna, [{ name: 'early.txt', content: 'early' }], fields)).map(({ id }) => id)).toEqual([item.id]);
    await world.sql("delete from storage_item where name = 'later'");
  });

  test('is forgotten for good after 30 days, and its content when nothing else shows it', async () => {
    const [kept] = await upload(anna, [{ name: 'kept.txt', content: 'same content' }]);
    const [gone] = await upload(anna, [{ name: 'gone.txt', content: 'same content' }]);
    const [alone] = await upload(anna, [{ name: 'alone.txt', content: 'other content' }]);
    const before = world.files().length;
    for (const { id } of [gone, alone]) await anna.ok(api.storage.remove, { params: { id } });
    await world.sql("update storage_item set deleted_at = now() - interval '31 days' where deleted_at is not null");
    const [other] = await upload(anna, [{ name: 'other.txt', content: 'third' }]);
    const sent = await statementsOf(() => anna.ok(api.storage.remove, { params: { id: other.id } }));
    // The timer compares contents with all that shows them; who deletes waits for none of it.
    expect(sent.filter((text) => text.includes('storage_blob b where'))).toEqual([]);
    await sweepSpaces(world.app.services);
    expect(world.files().length).toBe(before);
    expect((await fetched(anna, addressOf(api.storage.download, { params: { id: kept.id } }))).bytes.toString()).toBe('same content');
    expect(await anna.refused(api.storage.restore, { params: { id: alone.id } })).toMatchObject({ status: 404 });
  });
});

describe('a photo', () => {
  test('stands upright, tells when it was taken and nothing else, and is shown small', async () => {
    const [item] = await upload(anna, [{ name: 'site.jpg', content: await photo() }], { wbs_id: String(work) });
    expect(item).toMatchObject({ media: 'image/jpeg', width: 200, height: 400 });
    expect(new Date(item.taken_at).getFullYear()).toBe(2026);
    const { bytes } = await fetched(anna, addressOf(api.storage.download, { params: { id: item.id } }));
    expect(bytes.includes('Exif')).toBe(false);
    const shown = await loadImage(bytes);
    const canvas = createCanvas(200, 400);
    canvas.getContext('2d').drawImage(shown, 0, 0);
    const colour = (x: number, y: number) => [...canvas.getContext('2d').getImageData(x, y, 1, 1).data].map((value) => value > 128);
    expect([colour(100, 50), colour(100, 350)]).toEqual([
      [true, false, false, true],
      [false, false, true, true],
    ]);
    const small = await fetched(vera, addressOf(api.storage.thumbnail, { params: { id: item.id }, query: { size: '256' } }));
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await loadImage(small.bytes)).height).toBe(256);
    const { items } = await anna.ok(api.storage.photosFeed, { params: { id: project } });
    expect(items.map(({ name }) => name)).toEqual(['site.jpg']);
  });

  test('that is broken, or no picture at all, is a file like any other; one too large to unpack is refused', async () => {
    const whole = await photo();
    const [cut, lie] = await upload(anna, [
      { name: 'cut.jpg', content: whole.slice(0, 300) },
      { name: 'page.png', content: '<script>alert(1)</script>' },
    ]);
    expect([cut, lie].map(({ media, width }) => [media, width])).toEqual([
      ['application/octet-stream', null],
      ['application/octet-stream', null],
    ]);
    expect((await fetched(anna, addressOf(api.storage.thumbnail, { params: { id: cut.id }, query: {} }))).status).toBe(404);
    const bomb = Buffer.alloc(64);
    bomb.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const form = formOf([{ name: 'bomb.png', content: new Uint8Array(bomb) }]);
    expect(await anna.refused(api.storage.upload, { params: { id: schedule } }, { raw: form })).toMatchObject({
      code: 'storage.picture_too_large',
    });
  });
});

test('chosen files are fetched as one zip whose length is known, or a part of it', async () => {
  const items = await upload(anna, [
    { name: 'a.txt', content: 'first' },
    { name: 'a.txt', content: 'second' },
  ]);
  const pushed = await anna.push();
  const at = { params: { id: schedule, versionId: version } };
  const prepared = await anna.ok(api.storage.prepareArchive, { ...at, body: { ids: items.map(({ id }) => id) } });
  expect(await pushed.heard('document_download')).toMatchObject({ key: prepared.key, name: 'Works.zip' });
  await pushed.close();
  const address = addressOf(api.storage.archive, { params: { key: prepared.key } });
  const whole = await fetched(anna, address);
  expect([whole.bytes.length, whole.headers.get('content-length')]).toEqual([prepared.size, String(prepared.size)]);
  const file = join(world.dataDir, 'fetched.zip');
  writeFileSync(file, whole.bytes);
  const listed = execFileSync('python3', [
    '-c',
    'import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nprint([(n, z.read(n).decode()) for n in z.namelist()])',
    file,
  ]);
  expect(listed.toString().trim()).toBe("[('a.txt', 'first'), ('a (2).txt', 'second')]");
  const rest = await fetched(anna, address, { range: `bytes=40-${prepared.size - 10}` });
  expect(rest.bytes.equals(whole.bytes.subarray(40, prepared.size - 9))).toBe(true);
  expect((await fetched(vera, address)).status).toBe(404);
  expect(await anna.refused(api.storage.prepareArchive, { ...at, body: { ids: [999_999] } })).toMatchObject({ code: 'storage.no_files' });
});

test('a reader that stops again and again gets the bytes of a zip as they were stored', async () => {
  const content = randomBytes(24 * 1024 * 1024);
  const items = await upload(anna, [{ name: 'film.mp4', content }]);
  const at = { params: { id: schedule, versionId: version } };
  const { key, size } = await anna.ok(api.storage.prepareArchive, { ...at, body: { ids: items.map(({ id }) => id) } });
  const { body } = await answerOf(anna, addressOf(api.storage.archive, { params: { key } }));
  const got: Uint8Array[] = [];
  for await (const piece of body as ReadableStream<Uint8Array>) {
    got.push(piece);
    if (got.length % 20 === 0) await setTimeout(5);
  }
  const zip = Buffer.concat(got);
  expect(zip.length).toBe(size);
  expect(zip.indexOf(content)).toBeGreaterThan(0);
});

test('who may only look stores nothing, who is elsewhere sees nothing, and nobody hears of files they may not read', async () => {
  const [heard, deaf] = [await vera.push(), await guest.push()];
  const [item] = await upload(anna, [{ name: 'quiet.txt', content: 'x' }], { wbs_id: String(work) });
  expect(await heard.heard('wbs_storage_uploaded')).toEqual({ node_id: schedule, wbs_id: work, storage_id: item.id });
  expect(deaf.messages.map(({ event }) => event)).not.toContain('wbs_storage_uploaded');
  await heard.close();
  await deaf.close();
  const form = () => ({ raw: formOf([{ name: 'x', content: 'x' }]) });
  expect(await vera.refused(api.storage.upload, { params: { id: schedule } }, form())).toMatchObject({ status: 403 });
  const address = addressOf(api.storage.download, { params: { id: item.id } });
  expect([(await fetched(guest, address)).status, (await fetched(stranger, address)).status]).toEqual([403, 404]);
  const other = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Other' } })).id;
  await anna.ok(api.grants.grant, { body: { node_id: other, user_id: guest.id, role_id: BUILT_IN_ROLE_ID.executor } });
  expect((await fetched(guest, address)).status).toBe(404);
  expect(await anna.refused(api.storage.upload, { params: { id: schedule } }, { raw: new FormData() })).toMatchObject({
    code: 'storage.no_files',
  });
  const lost = { raw: formOf([{ name: 'x', content: 'x' }], { wbs_id: '999999' }) };
  expect(await anna.refused(api.storage.upload, { params: { id: schedule } }, lost)).toMatchObject({ code: 'storage.row_not_found' });
});

test('lists go page by page', async () => {
  const listed: number[] = [];
  let before: string | undefined;
  do {
    const page = await anna.ok(api.storage.list, { params: { id: schedule }, query: { limit: 3, before } });
    listed.push(...page.items.map(({ id }) => id));
    before = page.next ?? undefined;
  } while (before);
  const all = (await anna.ok(api.storage.list, { params: { id: schedule }, query: {} })).items.map(({ id }) => id);
  expect(listed).toEqual(all);
  expect(new Set(all).size).toBe(all.length);
  const { used, bytes } = await anna.ok(api.storage.maxSize);
  expect([used > 0, bytes]).toEqual([true, 100 * 1024 * 1024]);
});

test('the contents of a space that is deleted are removed page by page', async () => {
  const carl = await world.person('carl');
  await carl.space();
  const place = await carl.schedule();
  const before = world.files().length;
  for (const content of ['one', 'two', 'three']) await upload(carl, [{ name: `${content}.txt`, content }], {}, place);
  expect(world.files().length).toBe(before + 3);
  const sent = await statementsOf(() => eraseStorage(world.app.services, carl.spaceId, 2));
  expect(world.files().length).toBe(before);
  expect(sent.filter((text) => text.includes('from "storage_blob"'))).toHaveLength(2);
});
