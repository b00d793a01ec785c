import { api, STREAMED, type StoredItem } from '@gantry/contract';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../../testing/call.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** Files as an attacker sends them; each is made here. */
const SCRIPT = '<html><script>alert(document.cookie)</script></html>';
let world: World;
let anna: Person;
let schedule: number;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
  version = await anna.version(schedule);
});
afterAll(() => world.close());

async function answerTo(name: string, content: Uint8Array | string) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return anna.call(api.storage.upload, { params: { id: schedule } }, { raw: form });
}
async function stored(name: string, content: Uint8Array | string): Promise<StoredItem> {
  const { status, body } = await answerTo(name, content);
  expect([name, status]).toEqual([name, 200]);
  return body.items[0];
}
async function fetched(address: string) {
  const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${world.base}${address}`, { headers: { cookie, 'x-space-id': String(anna.spaceId) } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}
const download = ({ id }: StoredItem) => fetched(addressOf(api.storage.download, { params: { id } }));
const thumbnail = ({ id }: StoredItem) => fetched(addressOf(api.storage.thumbnail, { params: { id }, query: {} }));

/** A file with a name that no form lets through, as an upload in parts brings it. */
async function storedInParts(filename: string): Promise<string | null> {
  const tus = { 'tus-resumable': '1.0.0' };
  const metadata = `filename ${Buffer.from(filename).toString('base64')}`;
  const created = await anna.call(
    api.storage.createUpload,
    { params: { id: schedule } },
    { headers: { ...tus, 'upload-length': '1', 'upload-metadata': metadata } },
  );
  if (created.status !== 201) return null;
  const headers = { ...tus, 'content-type': STREAMED, 'upload-offset': '0' };
  await anna.call(api.storage.addPart, { params: { key: created.body.key } }, { raw: 'x', headers });
  return (await anna.ok(api.storage.list, { params: { id: schedule }, query: {} })).items[0].name;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
const picture = (kind: 'png' | 'jpeg') => {
  const canvas = createCanvas(40, 30);
  canvas.getContext('2d').fillRect(0, 0, 20, 20);
  return kind === 'png' ? canvas.encode('png') : canvas.encode('jpeg', 90);
};

test('a picture that is a page too, or that carries a script beside its points, loses all but the points', async () => {
  const png = await picture('png');
  const jpeg = await picture('jpeg');
  const words = Buffer.from(`Exif\0\0${SCRIPT}`, 'latin1');
  const marker = Buffer.concat([Buffer.from([0xff, 0xe1, 0, words.length + 2]), words]);
  for (const [name, content] of [
    ['tail.png.html', Buffer.concat([png, Buffer.from(SCRIPT)])],
    ['words.html', Buffer.concat([png.subarray(0, 33), chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`)), png.subarray(33)])],
    ['exif.jpg', Buffer.concat([jpeg.subarray(0, 2), marker, jpeg.subarray(2)])],
    ['tail.jpg', Buffer.concat([jpeg, Buffer.from(SCRIPT)])],
  ] as const) {
    const item = await stored(name, content);
    const { bytes, headers } = await download(item);
    expect([name, item.width, bytes.includes('script'), bytes.includes('Exif')]).toEqual([name, 40, false, false]);
    expect((await loadImage(bytes)).width).toBe(40);
    expect([headers.get('x-content-type-options'), headers.get('content-security-policy')]).toEqual([
      'nosniff',
      "default-src 'none'; sandbox",
    ]);
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect((await thumbnail(item)).bytes.includes('script')).toBe(false);
  }
});

test('a picture that unpacks to a wall is refused, whatever its kind, and leaves nothing', async () => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(60_000, 0);
  head.writeUInt32BE(60_000, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const wall = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  // Lossless WebP says 16,384 points a side in 5 bytes.
  const webp = Buffer.from('RIFF\x16\0\0\0WEBPVP8L\x0a\0\0\0\x2f\xff\xff\xff\x0f\0\0\0\0\0', 'latin1');
  const before = world.files().length;
  for (const [name, content] of [
    ['wall.png', wall],
    ['bomb.webp', webp],
  ] as const)
    expect((await answerTo(name, content)).body).toMatchObject({ errors: [{ code: 'storage.picture_too_large' }] });
  expect(world.files()).toHaveLength(before);
});

test('a JPEG that says it is a wall, or that ends anywhere, is a file like any other', async () => {
  const jpeg = Buffer.from(await picture('jpeg'));
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const wall = Buffer.from(jpeg);
  wall.writeUInt16BE(60_000, frame + 5);
  wall.writeUInt16BE(60_000, frame + 7);
  expect(await stored('wall.jpg', wall)).toMatchObject({ media: 'application/octet-stream', width: null });
  for (let at = 4; at < jpeg.length - 2; at += 97) {
    const item = await stored(`cut ${at}.jpg`, jpeg.subarray(0, at));
    expect((await download(item)).status).toBe(200);
    expect((await thumbnail(item)).status).toBe(item.width === null ? 404 : 200);
  }
});

const box = (name: string, ...parts: readonly (Buffer | readonly number[])[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const full = (version: number): number[] => [version, 0, 0, 0];
/** A photo of a phone: one item of points, one of Exif, in the order that phones write; `brand` says of which kind. */
function photo(brand: string, words: string): Buffer {
  const notes = Buffer.from(words, 'latin1');
  const points = Buffer.from('POINTS-OF-THE-PHOTO', 'latin1');
  const item = (id: number, type: string) => box('infe', full(2), [0, id, 0, 0], Buffer.from(type, 'latin1'), [0]);
  const top = box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1'));
  const places = (start: number) => {
    const at = (id: number, from: number, length: number) => [0, id, 0, 0, 0, 0, 0, 1, 0, 0, from >> 8, from & 255, 0, 0, 0, length];
    return box('iloc', full(1), [0x44, 0, 0, 2], at(1, start, points.length), at(2, start + points.length, notes.length));
  };
  const meta = (start: number) => box('meta', full(0), box('iinf', full(0), [0, 2], item(1, 'hvc1'), item(2, 'Exif')), places(start));
  const start = top.length + meta(0).length + 8;
  return Buffer.concat([top, meta(start), box('mdat', points, notes), box('uuid', notes)]);
}

test('HEIC, AVIF and a moving WebP are kept with their points and without what a camera wrote; one that is not understood is refused', async () => {
  const part = (name: string, data: string | Buffer) => {
    const head = Buffer.from(`${name}0000`, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, Buffer.from(data), Buffer.alloc(data.length % 2)]);
  };
  const canvas = createCanvas(8, 8);
  canvas.getContext('2d').fillRect(0, 0, 4, 4);
  const still = (await canvas.encode('webp', 90)).subarray(12);
  const frame = Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 7, 0, 0, 7, 0, 0, 100, 0, 0, 0]), still]);
  const size = Buffer.from([0x0e, 0, 0, 0, 7, 0, 0, 7, 0, 0]);
  const body = Buffer.concat([
    part('VP8X', size),
    part('ANIM', Buffer.alloc(6)),
    part('ANMF', frame),
    part('EXIF', 'Exif GPS 59.93 30.33'),
    part('XMP ', '<x:xmpmeta>GPS'),
  ]);
  const riff = Buffer.from('RIFF0000WEBP', 'latin1');
  riff.writeUInt32LE(body.length + 4, 4);
  for (const [name, content, media] of [
    ['photo.heic', photo('heic', 'Exif GPS 59.93 30.33'), 'image/heic'],
    ['photo.avif', photo('avif', 'Exif GPS 59.93 30.33'), 'image/avif'],
    ['moving.webp', Buffer.concat([riff, body]), 'image/webp'],
  ] as const) {
    const item = await stored(name, content);
    const { bytes } = await download(item);
    expect([
      name,
      item.media,
      item.width,
      bytes.includes('GPS'),
      bytes.includes(name === 'moving.webp' ? 'ANMF' : 'POINTS-OF-THE-PHOTO'),
    ]).toEqual([name, media, null, false, true]);
    if (media !== 'image/webp') expect(bytes).toHaveLength(content.length);
  }
  const before = world.files().length;
  const whole = photo('heic', 'Exif GPS');
  // Cut anywhere, or with the list of its items gone.
  const broken = [
    whole.subarray(0, 60),
    whole.subarray(0, whole.length - 3),
    Buffer.from(whole.toString('latin1').replace('iinf', 'xxxx'), 'latin1'),
  ];
  for (const content of broken)
    expect((await answerTo('broken.heic', content)).body).toMatchObject({ errors: [{ code: 'storage.picture_unclear' }] });
  expect(world.files()).toHaveLength(before);
});

test('documents with scripts and archives within archives are kept as they are and only ever downloaded', async () => {
  const pdf = '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>/AA<</WC<</S/Launch/F(cmd.exe)>>>>>>endobj';
  const docx = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), deflateRawSync(Buffer.alloc(20 * 1024 * 1024))]);
  for (const [name, content] of [
    ['act.pdf', pdf],
    ['bomb.docx', docx],
    ['drawing.svg', `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`],
    ['page.html', SCRIPT],
  ] as const) {
    const item = await stored(name, content);
    const { bytes, headers } = await download(item);
    expect(bytes.equals(Buffer.from(content))).toBe(true);
    expect([
      headers.get('content-disposition')?.split(';')[0],
      headers.get('content-security-policy'),
      headers.get('content-type'),
    ]).toEqual(['attachment', "default-src 'none'; sandbox", name === 'act.pdf' ? 'application/pdf' : 'application/octet-stream']);
    expect((await thumbnail(item)).status).toBe(404);
  }
});

test('a name is a label: no folder, no other direction of writing, nothing that Windows opens as a device', async () => {
  const names: [string, string | null][] = [
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['\n../../etc/hosts', 'hosts'],
    ['a\u0085/..\u2028\\b.txt', 'b.txt'],
    ['..', null],
    ['.', null],
    [' . ', null],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['act\u200e\u200f\u061c\u200b\ufeff.pdf', 'act.pdf'],
    ['nul\0byte.txt', 'nulbyte.txt'],
    [`${'ы'.repeat(400)}.pdf`, `${'ы'.repeat(251)}.pdf`],
    // The cut falls between the two halves of a sign.
    [`😀${'a'.repeat(254)}`, 'a'.repeat(254)],
    ['CON.txt', 'CON.txt'],
    ['a:b?.txt', 'a:b?.txt'],
  ];
  for (const [sent, label] of names) expect([sent, await storedInParts(sent)]).toEqual([sent, label]);
  const { items } = await anna.ok(api.storage.list, { params: { id: schedule }, query: {} });
  const at = { params: { id: schedule, versionId: version } };
  const { key } = await anna.ok(api.storage.prepareArchive, { ...at, body: { ids: items.map(({ id }) => id) } });
  const file = join(world.dataDir, 'hostile.zip');
  writeFileSync(file, (await fetched(addressOf(api.storage.archive, { params: { key } }))).bytes);
  const read = 'import json,sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nprint(json.dumps([z.testzip(), z.namelist()]))';
  const [broken, inZip] = JSON.parse(execFileSync('python3', ['-c', read, file]).toString()) as [string | null, string[]];
  expect([broken, inZip.length]).toEqual([null, items.length]);
  expect(inZip.filter((name) => /[\\/:*?"<>|]|^\.+$|^con\./i.test(name))).toEqual([]);
  expect(inZip).toEqual(expect.arrayContaining(['_CON.txt', 'a_b_.txt']));
});
