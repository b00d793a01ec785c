import { entryOf } from '@gantry/domain';
import { hash } from 'node:crypto';
import { collectFindings } from '@gantry/interchange';
import { describedSpace } from '../../access/spaces/spaces.replacement.service.ts';
import type { Services } from '../../../platform/context.ts';
import type { Backup } from '@gantry/contract';
import type { Db } from '../../../platform/postgres/database.ts';
import { PROGRAM_VERSION } from '../../../platform/program.ts';
import { errorCode, sqlState } from '../../../platform/errors.ts';
import { Refused } from '../../../platform/fail.ts';
import { leastBytes, type Manifest, plainParameters, refuseUnreadable, sharesOf, type VersionPart } from './backups.manifest.rules.ts';
import { eachFile, type Objects, openObjects, readInto, renewedLock, signed, SMALL_BYTES } from './backups.objects.service.ts';
import { noRest, type Rest, resting } from '../../../platform/jobs/rest.ts';
import { findRepository, listBackups, nextCounter, saveLock, updateBackup } from './backups.repository.ts';
import {
  fixTexts,
  FILE_COLUMNS,
  linesOf,
  listFileKeys,
  listPeople,
  listStates,
  listTables,
  schemaName,
  sumOfLines,
  sumTable,
  type TableShape,
} from './backups.rows.repository.ts';
import { readManifest } from './backups.read.service.ts';

/** What an object holds at most, before it is packed. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** A backup is not begun with less room than that. */
const LEAST_ROOM_BYTES = 64 * 1024 * 1024;

type Needs = Pick<Services, 'database' | 'files' | 'backups' | 'now'>;
type Progress = (share: number) => Promise<void>;

/** Writes a backup: every table in one snapshot, the files, and the manifest last. What is missing is noted and makes it broken. */
export async function makeBackup(services: Needs, spaceId: number, backupId: number, progress: Progress): Promise<Backup['findings']> {
  const system = { spaceId, userId: null, system: true };
  const { database, backups, now } = services;
  const { repository, backup, former } = await database.read(system, async (db) => {
    const all = await listBackups(db, spaceId);
    return {
      repository: await findRepository(db, spaceId),
      backup: all.find(({ id }) => id === backupId),
      former: all.find(({ manifest_id, state }) => manifest_id !== null && state !== 'broken'),
    };
  });
  if (!repository || !backup) throw new Refused('backup.not_found');
  const objects = await openObjects(backups, repository.folder, repository.key_wrapped);
  // So that a key of the installation that was replaced can go once no backup of its time is kept.
  const renewed = await renewedLock(backups, repository.key_wrapped);
  await database.write(system, (tx) => saveLock(tx, spaceId, renewed));
  const known = former?.manifest_id ? await readManifest(backups, objects, former.manifest_id).catch(() => null) : null;
  const room = await backups.room();
  if (room !== null && room < LEAST_ROOM_BYTES) throw noRoom(LEAST_ROOM_BYTES, room);
  const rest = resting();
  const snapshot = await database
    .read(system, async (db) => {
      await fixTexts(db);
      const began = now();
      const written = await writeTables({ db, spaceId, objects, rest }, known, progress);
      const persons = await listPeople(
        db,
        spaceId,
        written.map(({ name }) => name),
      );
      return [written, await schemaName(db), await listFileKeys(db, spaceId), persons, await describedSpace(db, spaceId), began] as const;
    })
    .catch((error: unknown) => {
      if (error instanceof UnreadableTable) return error;
      throw error;
    });
  if (snapshot instanceof UnreadableTable) {
    const findings = [{ code: 'backup.table_unreadable', parameters: { table: snapshot.table } }];
    await database.write(system, (tx) => updateBackup(tx, spaceId, backupId, { state: 'broken', findings }));
    return findings;
  }
  const [tables, schema, keys, people, described, at] = snapshot;
  // Writing files takes hours: the check comes first.
  refuseUnreadable(leastBytes(tables, backup.with_files ? keys : []));
  const { files, findings } = backup.with_files
    ? await writeFiles({ files: services.files, objects, rest }, await refuseWithoutRoom(services, keys, known), known, (share) =>
        progress(0.5 + share * 0.4),
      )
    : { files: [], findings: [] };
  const counter = await database.write(system, (tx) => nextCounter(tx, spaceId));
  const written: Manifest = {
    format: 1,
    program: PROGRAM_VERSION,
    schema,
    space: { id: spaceId, name: described.name },
    at: at.toISOString(),
    counter,
    with_files: backup.with_files,
    tables,
    files,
    people,
    settings: { time_zone: described.time_zone, currency: described.currency },
  };
  const { id } = await store(objects, await signed(backups, JSON.stringify(written)));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const state = findings.length ? 'broken' : 'made';
  await database.write(system, (tx) => updateBackup(tx, spaceId, backupId, { at, rows, bytes, counter, manifest_id: id, state, findings }));
  return findings;
}

/** A table whose pages are damaged, or whose disk does not give them. */
class UnreadableTable extends Error {
  readonly table: string;

  constructor(table: string) {
    super(table);
    this.table = table;
  }
}

/** What PostgreSQL answers of damaged pages and of errors of the disk. */
const UNREADABLE = /^(XX00[12]|58030)$/;

/** What a disk lacks, in MB. */
const noRoom = (needed: number, free: number): Refused =>
  new Refused('backup.no_space', { needed: Math.ceil(needed / 1e6), free: Math.max(0, Math.floor(free / 1e6)) });

async function store(objects: Objects, content: Buffer): Promise<{ id: string; written: number }> {
  refuseUnreadable(content.length);
  try {
    return await objects.put(content);
  } catch (error) {
    if (errorCode(error) === 'ENOSPC') throw noRoom(content.length, 0);
    throw error;
  }
}

type Writing = { db: Db; spaceId: number; objects: Objects; rest: Rest };

async function writeTables(writing: Writing, known: Manifest | null, progress: Progress): Promise<Manifest['tables']> {
  const { db } = writing;
  const shapes = await listTables(db);
  const tables: Manifest['tables'] = [];
  for (const [index, shape] of shapes.entries()) {
    await progress((index / shapes.length) * 0.5);
    const { name, columns } = shape;
    try {
      tables.push({ name, columns, ...(await writeTable(writing, shape, known)) });
      await writing.rest();
    } catch (error) {
      throw UNREADABLE.test(sqlState(error) ?? '') ? new UnreadableTable(name) : error;
    }
  }
  return tables;
}

async function writeTable(
  writing: Writing,
  shape: TableShape,
  known: Manifest | null,
): Promise<Omit<Manifest['tables'][number], 'name' | 'columns'>> {
  const { name } = shape;
  if (shape.key[0] === 'version_id')
    return writeVersions(
      writing,
      shape,
      known?.tables.find((table) => table.name === name),
    );
  const [all] = await writeRows(writing, shape);
  const { rows, hash, pieces } = all ?? NOTHING;
  if (!FILE_COLUMNS.has(name)) return { rows, hash, pieces };
  // A restored space has files of other names.
  const sum = await sumTable(
    writing.db,
    writing.spaceId,
    name,
    shape.columns.map((column) => column.name),
  );
  return { ...sum, pieces };
}
const NOTHING = { rows: 0, hash: '0', pieces: [] };

/** A table of versions: parts that stand as they did at the backup before are neither fetched nor packed. */
async function writeVersions(writing: Writing, shape: TableShape, before: Manifest['tables'][number] | undefined) {
  const { db, spaceId, objects } = writing;
  const shares = sharesOf(await listStates(db, spaceId, shape.name), before?.parts ?? [], (text) => hash('sha256', text));
  await writing.rest();
  const sameForm = JSON.stringify(before?.columns) === JSON.stringify(shape.columns);
  const known = new Map(sameForm ? before?.parts?.map((part) => [part.version, part]) : []);
  const parts = new Map<string, VersionPart>();
  const changed = new Map<string, string>();
  await eachFile(
    shares,
    () => 0,
    async ({ version, rows, state, of }) => {
      const part = known.get(version);
      if (part?.rows === rows && part.state === state && (await allThere(objects, part.pieces))) parts.set(version, part);
      else for (const one of of) changed.set(one, version);
    },
  );
  const stateOf = new Map(shares.map(({ version, state }) => [version, state]));
  for (const { version, ...written } of changed.size ? await writeRows(writing, shape, changed) : [])
    if (version !== null) parts.set(version, { version, ...written, state: stateOf.get(version) });
  const all = shares.map(({ version }) => entryOf(parts, version));
  return {
    rows: all.reduce((total, { rows }) => total + rows, 0),
    hash: String(all.reduce((total, { hash }) => total + BigInt(hash), 0n)),
    pieces: all.flatMap(({ pieces }) => pieces),
    parts: all,
  };
}

async function allThere(objects: Objects, ids: readonly string[]): Promise<boolean> {
  for (const id of ids) if (!(await objects.has(id))) return false;
  return true;
}

/** What was written of the rows of a table, or of one of its parts. */
type Written = { version: string | null; rows: number; hash: string; pieces: string[] };

/**
 * Writes rows in pieces, which are cut also where another part begins, so that parts that stand make the same objects again.
 * `partOf`: only rows of these versions, and the part of each.
 */
async function writeRows(writing: Writing, shape: TableShape, partOf: ReadonlyMap<string, string> | null = null): Promise<Written[]> {
  const { db, spaceId, rest } = writing;
  const written: Written[] = [];
  const queue = storesOneBehind(writing);
  let [sum, kept, bytes]: [bigint, string[], number] = [0n, [], 0];
  const cut = async (one: Written) => {
    if (kept.length) await queue.put(Buffer.from(kept.join('\n')), one.pieces);
    [kept, bytes] = [[], 0];
  };
  const close = async (one: Written | undefined) => {
    if (!one) return;
    await cut(one);
    one.hash = String(sum);
    sum = 0n;
  };
  for await (const { version: of, lines } of linesOf(db, spaceId, shape, partOf && [...partOf.keys()], rest)) {
    const version = partOf && of !== null ? entryOf(partOf, of) : of;
    let one = written.at(-1);
    if (one?.version !== version || !one) {
      await close(one);
      written.push((one = { version, rows: 0, hash: '0', pieces: [] }));
    }
    for (const line of lines) {
      if (bytes + line.length > PIECE_BYTES) await cut(one);
      kept.push(line);
      bytes += line.length + 1;
    }
    one.rows += lines.length;
    sum += sumOfLines(lines);
    await rest();
  }
  await close(written.at(-1));
  await queue.end();
  return written;
}

/** Stores contents one after another, each while the next one is made. */
function storesOneBehind({ objects, rest }: Pick<Writing, 'objects' | 'rest'>) {
  let storing: Promise<void> = Promise.resolve();
  const end = (): Promise<void> => storing;
  return {
    end,
    async put(content: Buffer, pieces: string[]): Promise<void> {
      await end();
      storing = rest.beside(store(objects, content).then(({ id }) => void pieces.push(id)));
      // The next `put` or `end` throws the error; without a handler until then Node would end the process.
      storing.catch(() => undefined);
    },
  };
}

/** Asks for the room of files that no backup holds yet before any of them is written; answers the bytes of all, null of those that are lost. */
async function refuseWithoutRoom(
  { files, backups }: Pick<Services, 'files' | 'backups'>,
  keys: readonly string[],
  known: Manifest | null,
): Promise<Map<string, number | null>> {
  const before = new Map(known?.files.map(({ key, bytes }) => [key, bytes]));
  // In the order of the keys, whichever answer comes first.
  const sizes = new Map<string, number | null>(keys.map((key) => [key, before.get(key) ?? null]));
  let needed = 0;
  await eachFile(
    keys,
    () => 0,
    async (key) => {
      if (before.has(key)) return;
      const size = await files.size(key);
      sizes.set(key, size);
      needed += size ?? 0;
    },
  );
  const room = await backups.room();
  if (room !== null && room < needed) throw noRoom(needed, room);
  return sizes;
}

type FilesWriting = Pick<Services, 'files'> & Pick<Writing, 'objects' | 'rest'>;

async function writeFiles(
  writing: FilesWriting,
  sizes: ReadonlyMap<string, number | null>,
  known: Manifest | null,
  progress: Progress,
): Promise<{ files: Manifest['files']; findings: Backup['findings'] }> {
  const before = new Map(known?.files.map((file) => [file.key, file]));
  const pieces = new Map<string, string[]>();
  const memory = [Buffer.allocUnsafeSlow(PIECE_BYTES), Buffer.allocUnsafeSlow(PIECE_BYTES)];
  let done = 0;
  await eachFile(
    sizes,
    ([, size]) => size ?? 0,
    async ([key, size], slot) => {
      await progress(done++ / sizes.size);
      if (before.has(key) || size === null) return;
      // It may have gone since.
      if ((await writing.files.size(key)) === null) return;
      // One of several that are written at once does not rest while the others go on.
      const small = { ...writing, rest: noRest };
      const own = [memory[0].subarray(slot * SMALL_BYTES, (slot + 1) * SMALL_BYTES)];
      pieces.set(key, await (size <= SMALL_BYTES ? writeFile(small, key, size, own) : writeFile(writing, key, size, memory)));
    },
    writing.rest,
  );
  const findings = collectFindings();
  const written = [...sizes].flatMap(([key, bytes]): Manifest['files'] => {
    const same = before.get(key);
    if (same) return [same];
    const own = pieces.get(key);
    if (bytes !== null && own) return [{ key, bytes, pieces: own }];
    findings.add({ severity: 'error', code: 'backup.file_missing', parameters: { file: key } });
    return [];
  });
  return { files: written, findings: findings.list().map(({ code, parameters }) => ({ code, parameters: plainParameters(parameters) })) };
}

/** Writes a file in pieces. `memory`: for the piece that is read and the one that is stored. */
async function writeFile(writing: FilesWriting, key: string, size: number, memory: readonly Buffer[]): Promise<string[]> {
  const { files, rest } = writing;
  const pieces: string[] = [];
  const queue = storesOneBehind(writing);
  for (let from = 0, turn = 0; from < size; from += PIECE_BYTES, turn = 1 - turn) {
    const piece = memory[turn].subarray(0, Math.min(PIECE_BYTES, size - from));
    await readInto(files, key, from, piece);
    await queue.put(piece, pieces);
    await rest();
  }
  await queue.end();
  return pieces;
}
