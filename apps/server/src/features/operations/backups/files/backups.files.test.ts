import { api } from '@gantry/contract';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refused } from '../../../../platform/fail.ts';
import { noRest } from '../../../../platform/jobs/rest.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import type { BackedUpFile, Manifest } from '../backups.manifest.rules.ts';
import { type Objects, openKept, openObjects, signed } from '../backups.objects.service.ts';
import { readManifest } from '../backups.read.service.ts';
import { blocksOf, openKeys } from './backups.keys.rules.ts';
import { filesOf, openLists, openLookup } from './backups.lists.service.ts';
import { proveFiles } from './backups.proof.service.ts';

/** Objects in memory, and what was done with them. */
function memory() {
  const held = new Map<string, Buffer>();
  const acts = { put: 0, get: [] as string[], has: [] as string[] };
  const objects = {
    async put(content: Buffer) {
      const id = createHash('sha256').update(content).digest('hex');
      const written = held.has(id) ? 0 : content.length;
      acts.put += written ? 1 : 0;
      held.set(id, content);
      return { id, written };
    },
    async get(id: string) {
      acts.get.push(id);
      const content = held.get(id);
      if (!content) throw new Refused('backup.object_missing');
      return content;
    },
    async has(id: string) {
      acts.has.push(id);
      return held.has(id);
    },
  } as unknown as Objects;
  return { objects, held, acts };
}

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const fileOf = (key: string): BackedUpFile => ({ key, bytes: 1000, pieces: [idOf(key)] });
const listsOf = async (objects: Objects, keys: readonly string[]) => {
  const lists = openLists(objects);
  for (const key of keys) await lists.add(fileOf(key));
  return lists.end();
};
const manifestOf = (part: Partial<Manifest>): Manifest => ({
  format: 2,
  program: '',
  schema: '',
  space: { id: 1, name: '' },
  at: '',
  counter: 1,
  with_files: true,
  tables: [],
  files: [],
  lists: [],
  whole: true,
  people: [],
  ...part,
});
const keysOf = (count: number): string[] => Array.from({ length: count }, () => randomUUID()).toSorted();

test('keys are packed into sixteen bytes each and come back in their order', () => {
  const keys = keysOf(10_000);
  const packed = openKeys();
  for (let at = 0; at < keys.length; at += 3000) packed.add(keys.slice(at, at + 3000));
  const { bytes, count } = packed.end();
  expect(count).toBe(10_000);
  expect(bytes.length).toBeLessThanOrEqual(2 * 16 * count);
  const blocks = [...blocksOf({ bytes, count }, 700)];
  expect(blocks.map(({ length }) => length).slice(-2)).toEqual([700, 200]);
  expect(blocks.flat()).toEqual(keys);
});

test('two ids that begin alike are kept both, others are not', () => {
  const kept = openKept();
  kept.add([`${'a'.repeat(13)}${'0'.repeat(51)}`]);
  expect(kept.hasFile('aaaaaaaa-aaaa-a000-0000-000000000000')).toBe(true);
  expect(kept.hasFile('aaaaaaaa-aaaa-b000-0000-000000000000')).toBe(false);
});

describe('lists of files', () => {
  test('are small whatever their number, follow each other, and differ in one where one file comes', async () => {
    const { objects, held, acts } = memory();
    const keys = keysOf(100_000);
    const lists = await listsOf(objects, keys);
    expect(lists.reduce((sum, { files }) => sum + files, 0)).toBe(100_000);
    expect(JSON.stringify(lists).length).toBeLessThan(10_000);
    expect(Math.max(...[...held.values()].map(({ length }) => length))).toBeLessThan(9_000_000);
    const read: string[] = [];
    for await (const files of filesOf({ files: [], lists }, objects)) read.push(...files.map(({ key }) => key));
    expect(read).toEqual(keys);
    acts.put = 0;
    await listsOf(objects, keys);
    expect(acts.put).toBe(0);
    await listsOf(objects, [...keys, randomUUID().replace(/000$/, '001')].toSorted());
    expect(acts.put).toBe(1);
  }, 30_000);

  test('are cut by their bytes where keys do not end them', async () => {
    const { objects, held } = memory();
    const lists = openLists(objects);
    const pieces = Array.from({ length: 40_000 }, (_none, at) => idOf(String(at)));
    for (const key of ['1', '2', '3', '4', '5', '6']) await lists.add({ key, bytes: 1, pieces });
    expect((await lists.end()).map(({ files }) => files)).toEqual([3, 3]);
    expect([...held.values()].every(({ length }) => length < 8.5e6)).toBe(true);
  });

  test('find files by ascending keys and hold one list at a time; those of the first format are found too', async () => {
    const { objects, acts } = memory();
    const keys = keysOf(20_000);
    const lists = await listsOf(objects, keys);
    const asked = keys.filter((_key, at) => at % 7 === 0).flatMap((key) => [key, key.replace(/.$/, 'x')]);
    for (const known of [manifestOf({ lists }), manifestOf({ format: 1, files: keys.toReversed().map(fileOf) })]) {
      acts.get = [];
      const find = openLookup(known, objects);
      for (const key of asked) expect((await find(key))?.key).toBe(key.endsWith('x') ? undefined : key);
      expect(acts.get).toEqual(known.lists.map(({ id }) => id));
    }
  });
});

describe('a proof of files', () => {
  const proof = (former: Manifest | null, fewFiles?: number) => ({
    former,
    progress: async () => undefined,
    rest: noRest,
    ...(fewFiles === undefined ? {} : { fewFiles }),
  });
  const prepared = async () => {
    const { objects, held, acts } = memory();
    const keys = keysOf(2000);
    const lists = await listsOf(objects, keys);
    for (const key of keys) held.set(idOf(key), Buffer.from(key));
    const own = new Set(keys.map(idOf));
    const reads = () => acts.get.filter((id) => own.has(id)).length;
    return { objects, held, acts, keys, lists, reads };
  };

  test('reads each file of a small backup, and of one that was not proven before', async () => {
    const { objects, lists, acts, reads } = await prepared();
    await proveFiles(objects, manifestOf({ lists }), proof(manifestOf({ lists })));
    expect([reads(), acts.has.length]).toEqual([2000, 0]);
    await proveFiles(objects, manifestOf({ lists }), proof(null, 100));
    expect([reads(), acts.has.length]).toEqual([4000, 0]);
  });

  test('of a large one that stands as it was proven looks for each file, and has read all of them after ten backups', async () => {
    const { objects, held, keys, lists, acts, reads } = await prepared();
    const most: number[] = [];
    for (let counter = 1; counter <= 10; counter += 1) {
      const before = reads();
      await proveFiles(objects, manifestOf({ lists, counter }), proof(manifestOf({ lists }), 100));
      most.push(reads() - before);
    }
    expect(reads()).toBe(2000);
    expect(Math.max(...most)).toBeLessThan(400);
    expect(acts.has).toHaveLength(9 * 2000);
    const others = await listsOf(objects, keys.slice(100));
    acts.get = [];
    await proveFiles(objects, manifestOf({ lists }), proof(manifestOf({ lists: others }), 100));
    expect(keys.slice(0, 100).filter((key) => !acts.get.includes(idOf(key)))).toEqual([]);
    held.delete(idOf(keys[50]));
    for (let counter = 1; counter <= 2; counter += 1)
      await expect(proveFiles(objects, manifestOf({ lists, counter }), proof(manifestOf({ lists }), 100))).rejects.toThrow(
        'backup.object_missing',
      );
  });
});

describe('a space with files', () => {
  let world: World;
  let anna: Person;
  let space: number;

  beforeAll(async () => {
    world = await createWorld();
    anna = await world.person('anna');
    space = await anna.space('Riverside');
    const form = new FormData();
    for (let at = 0; at < 12; at += 1) form.append('file', new Blob([`survey ${at}`]), `survey-${at}.txt`);
    await anna.ok(api.storage.upload, { params: { id: await anna.schedule() } }, { raw: form });
  });
  afterAll(() => world.close());

  const finished = async (id: number) => world.app.services.jobs.finished(anna.id, id);
  const make = async (body: { with_files?: boolean } = {}) =>
    finished((await anna.ok(api.backups.create, { params: { id: space }, body })).job_id);
  const newest = async () => {
    const [row] = await world.sql<{ id: number; manifest_id: string }>(
      'select id, manifest_id from backup where space_id = $1 order by id desc limit 1',
      [space],
    );
    return row;
  };
  const objectsOfSpace = async () => {
    const [{ folder, key_wrapped }] = await world.sql<{ folder: string; key_wrapped: Buffer }>(
      'select folder, key_wrapped from backup_repository where space_id = $1',
      [space],
    );
    return openObjects(world.app.services.backups, folder, key_wrapped);
  };
  const contents = async (id: number) =>
    (await world.sql<{ file_key: string }>('select file_key from storage_blob where space_id = $1', [id]))
      .map((row) => readFileSync(join(world.dataDir, 'files', row.file_key), 'utf8'))
      .toSorted();
  const restored = async (backupId: number, name: string) => {
    const body = { mode: 'new_space' as const, name };
    const { status, result } = await finished((await anna.ok(api.backups.restore, { params: { id: space, backupId }, body })).job_id);
    expect(status).toBe('done');
    return Number(Object(result)['space_id']);
  };

  test('names them in lists; a backup of the first format is proven and restored, and its files are not read again', async () => {
    expect(await make()).toMatchObject({ result: { proven: true } });
    const { backups } = world.app.services;
    const objects = await objectsOfSpace();
    const { id, manifest_id } = await newest();
    const manifest = await readManifest(backups, objects, manifest_id);
    expect(manifest).toMatchObject({ format: 2, whole: true, files: [] });
    const files: BackedUpFile[] = [];
    for await (const some of filesOf(manifest, objects)) files.push(...some);
    expect(files).toHaveLength(12);
    const { lists: _lists, whole: _whole, ...first } = manifest;
    const put = await objects.put(await signed(backups, JSON.stringify({ ...first, format: 1, files: files.toReversed() })));
    await world.sql('update backup set manifest_id = $1 where id = $2 and space_id = $3', [put.id, id, space]);
    const params = { id: space, backupId: id };
    expect(await finished((await anna.ok(api.backups.verify, { params })).job_id)).toMatchObject({ result: { proven: true } });
    expect(await contents(await restored(id, 'Of the first format'))).toEqual(await contents(space));

    const { files: storage } = world.app.services;
    const { pieces } = storage;
    let reads = 0;
    storage.pieces = (key, part) => ((reads += 1), pieces(key, part));
    expect(await make()).toMatchObject({ result: { proven: true } });
    storage.pieces = pieces;
    expect(reads).toBe(0);
    const again = await readManifest(backups, objects, (await newest()).manifest_id);
    expect(again).toMatchObject({ format: 2, lists: manifest.lists });
  });

  test('that are copied where a backup leaves them out; those that are lost are named, and a restore that fails leaves none', async () => {
    expect(await make({ with_files: false })).toMatchObject({ result: { proven: true } });
    const { id } = await newest();
    expect(await contents(await restored(id, 'Left out'))).toEqual(await contents(space));
    const [{ file_key: lost }] = await world.sql<{ file_key: string }>('select file_key from storage_blob where space_id = $1 limit 1', [
      space,
    ]);
    await world.app.services.files.remove(lost);
    const body = { mode: 'new_space' as const, name: 'With a loss' };
    const params = { id: space, backupId: id };
    const job = await finished((await anna.ok(api.backups.restore, { params, body })).job_id);
    expect(job).toMatchObject({
      status: 'done',
      result: { status: 'warning' },
      findings: [{ code: 'backup.file_missing', parameters: { file: lost } }],
    });
    const objects = await objectsOfSpace();
    const { tables } = await readManifest(world.app.services.backups, objects, (await newest()).manifest_id);
    for (const piece of tables.find(({ name }) => name === 'eps_node')?.pieces ?? []) await objects.remove(piece);
    const before = world.files().toSorted();
    const failed = await finished((await anna.ok(api.backups.restore, { params, body: { ...body, name: 'Never' } })).job_id);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'backup.object_missing' } });
    expect(world.files().toSorted()).toEqual(before);
  });
});
