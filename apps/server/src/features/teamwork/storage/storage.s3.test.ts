import { api } from '@gantry/contract';
import { createCanvas } from '@napi-rs/canvas';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../../testing/call.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** The storage of a server whose files lie in a bucket. */
let world: World;
let anna: Person;
let service: S3rver;
let schedule: number;
let version: number;
const folder = mkdtempSync(join(tmpdir(), 'gantry-s3-'));
const options = { silent: true, directory: folder, configureBuckets: [{ name: 'files', configs: [] }] };
let port: number;

beforeAll(async () => {
  service = new S3rver({ ...options, port: 0 });
  ({ port } = await service.run());
  world = await createWorld({
    GANTRY_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    GANTRY_S3_BUCKET: 'files',
    GANTRY_S3_ACCESS_KEY: 'S3RVER',
    GANTRY_S3_SECRET_KEY: 'S3RVER',
  });
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
  version = await anna.version(schedule);
});
afterAll(async () => {
  await world.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function fetched(address: string, headers: Record<string, string> = {}) {
  const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${world.base}${address}`, { headers: { cookie, 'x-space-id': String(anna.spaceId), ...headers } });
  return { status: answer.status, type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
}
const upload = (name: string, content: Uint8Array<ArrayBuffer>) => {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return anna.call(api.storage.upload, { params: { id: schedule } }, { raw: form });
};
const kept = async () => {
  let count = 0;
  for await (const _file of world.app.services.files.list()) count++;
  return count;
};

test('files, small pictures, ranges and zips come from the bucket, and the data folder holds none of them', async () => {
  const picture = new Uint8Array(createCanvas(600, 300).toBuffer('image/png'));
  const film = new Uint8Array(randomBytes(300_000));
  const [photo] = (await upload('site.png', picture)).body.items;
  const [other] = (await upload('film.bin', film)).body.items;
  expect(photo).toMatchObject({ width: 600, media: 'image/png' });
  expect(world.files()).toEqual([]);
  // The content of both and two small pictures.
  expect(await kept()).toBe(4);

  expect((await fetched(addressOf(api.storage.thumbnail, { params: { id: photo.id } }))).type).toBe('image/webp');
  const address = addressOf(api.storage.download, { params: { id: other.id } });
  expect((await fetched(address)).bytes.equals(film)).toBe(true);
  const part = await fetched(address, { range: 'bytes=100000-199999' });
  expect([part.status, part.bytes.equals(Buffer.from(film.subarray(100_000, 200_000)))]).toEqual([206, true]);

  const params = { id: schedule, versionId: version };
  const zip = await anna.ok(api.storage.prepareArchive, { params, body: { ids: [photo.id, other.id] } });
  const whole = (await fetched(addressOf(api.storage.archive, { params: { key: zip.key } }))).bytes;
  expect([whole.length, whole.includes(Buffer.from(film))]).toEqual([zip.size, true]);
});

test('a service that is gone is said in a sentence, and nothing of the upload is stored', async () => {
  const before = await anna.ok(api.storage.list, { params: { id: schedule }, query: {} });
  await service.close();
  const answer = await upload('late.bin', new Uint8Array(10));
  expect([answer.status, answer.body.errors[0].code]).toEqual([503, 'server.files_unavailable']);
  service = new S3rver({ ...options, port });
  await service.run();
  expect(await anna.ok(api.storage.list, { params: { id: schedule }, query: {} })).toEqual(before);
  expect((await upload('late.bin', new Uint8Array(10))).status).toBe(200);
});
