import { entryOf } from '@gantry/domain';
import { hash } from 'node:crypto';
import { describedSpace } from '../../access/spaces/spaces.replacement.service.ts';
import type { Services } from '../../../platform/context.ts';
import type { Backup } from '@gantry/contract';
import type { Db } from '../../../platform/postgres/database.ts';
import { PROGRAM_VERSION } from '../../../platform/program.ts';
import { sqlState } from '../../../platform/errors.ts';
import { Refused } from '../../../platform/fail.ts';
import { bytesOfTables, type Manifest, refuseUnreadable, sharesOf, type VersionPart } from './backups.manifest.rules.ts';
import { eachFile, type Objects, openObjects, renewedLock, signed } from './backups.objects.service.ts';
import { type Rest, resting } from '../../../platform/jobs/rest.ts';
import { openKeys, type PackedKeys } from './files/backups.keys.rules.ts';
import { noRoom, PIECE_BYTES, store, storesOneBehind } from './files/backups.storing.service.ts';
import { type FilesWriting, type FilesWritten, refuseWithoutRoom, writeFiles } from './files/backups.writing.service.ts';
import { findBackup, findLastBackup, findRepository, nextCounter, saveLock, updateBackup } from './backups.repository.ts';
import {
  fixTexts,
  FILE_COLUMNS,
  linesOf,
  fileKeysOf,
  listPeople,
  listStates,
  listTables,
  schemaName,
  sumOfLines,
  sumTable,
  type TableShape,
} from './backups.rows.repository.ts';
import { readManifest } from './backups.read.service.ts';

/** A backup is not begun with less room than that. */
const LEAST_ROOM_BYTES = 64 * 1024 * 1024;

type Needs = Pick<Services, 'database' | 'files' | 'backups' | 'now'>;
type Progress = (share: number) => Promise<void>;

/** Writes a backup: every table in one snapshot, the files, and the manifest last. What is missing is noted and makes it broken. */
export async function makeBackup(services: Needs, spaceId: number, backupId: number, progress: Progress): Promise<Backup['findings']> {
  const system = { spaceId, userId: null, system: true };
  const { database, backups, now } = services;
  const { repository, backup, former } = await database.read(system, async (db) => {
    return {
      repository: await findRepository(db, spaceId),
      backup: await findBackup(db, spaceId, backupId),
      former: await findLastBackup(db, spaceId, ['made', 'proven']),
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
      const keys = await keysIn(db, spaceId);
      return [written, await schemaName(db), keys, persons, await describedSpace(db, spaceId), began] as const;
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
  refuseUnreadable(bytesOfTables(tables));
  const writing = { files: services.files, backups, objects, rest, known };
  const { lists, bytes, findings } = backup.with_files ? await allFiles(writing, keys, (share) => progress(0.5 + share * 0.4)) : NO_FILES;
  const counter = await database.write(system, (tx) => nextCounter(tx, spaceId));
  const written: Manifest = {
    format: 2,
    program: PROGRAM_VERSION,
    schema,
    space: { id: spaceId, name: described.name },
    at: at.toISOString(),
    counter,
    with_files: backup.with_files,
    tables,
    files: [],
    lists,
    whole: backup.with_files && !findings.length,
    people,
    settings: { time_zone: described.time_zone, currency: described.currency },
  };
  const { id } = await store(objects, await signed(backups, JSON.stringify(written)));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const state = findings.length ? 'broken' : 'made';
  await database.write(system, (tx) => updateBackup(tx, spaceId, backupId, { at, rows, bytes, counter, manifest_id: id, state, findings }));
  return findings;
}

const NO_FILES: FilesWritten = { lists: [], bytes: 0, findings: [] };

async function allFiles(writing: FilesWriting, keys: PackedKeys, progress: Progress): Promise<FilesWritten> {
  await refuseWithoutRoom(writing, keys);
  return writeFiles(writing, keys, progress);
}

async function keysIn(db: Db, spaceId: number): Promise<PackedKeys> {
  const packed = openKeys();
  for await (const keys of fileKeysOf(db, spaceId)) packed.add(keys);
  return packed.end();
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
