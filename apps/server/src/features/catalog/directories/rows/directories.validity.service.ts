import type { DirectoryRow, InvalidDirectoryValue } from '@gantry/contract';
import type { Context } from '../../../../platform/context.ts';
import { type Db, perDatabase } from '../../../../platform/postgres/database.ts';
import { fail } from '../../../../platform/fail.ts';
import { shareAnswers } from '../../../../platform/http/shared-answers.ts';
import { getHead, keyOf } from '../directories.edit.service.ts';
import { type DirectoryHead, type DirectoryKey, findHead, listNamed, markOf, readDefinition } from '../directories.repository.ts';
import { listIds, listRows } from './directories.rows.repository.ts';
import { inTreeOrder } from './directories.rows.rules.ts';
import { brokenRows, eachBroken, fixFor, type Surroundings } from './directories.validity.rules.ts';
import type { Definition } from './directories.values.rules.ts';

/** Reads what values of a directory name outside of it. */
export async function readSurroundings(
  db: Db,
  key: DirectoryKey,
  { columns }: Definition,
  rows: readonly DirectoryRow[],
): Promise<Surroundings> {
  const { measures, people } = await listNamed(db, key.spaceId);
  const donors = new Map<number, ReadonlySet<number>>();
  for (const giver of new Set(columns.flatMap(({ donor }) => donor?.directory_id ?? []))) {
    const named = [...new Set(rows.flatMap((row) => row.donors[giver] ?? []))];
    donors.set(giver, new Set(named.length ? await listIds(db, { ...key, directoryId: giver }, named) : []));
  }
  return { measures: new Set(measures.map(({ id }) => id)), people: new Set(people.map(({ id }) => id)), donors };
}

type Invalid = { revision: number; total: number; values: InvalidDirectoryValue[] };

/** What was answered last: pages that have a directory open ask the same after each of its edits. */
const MOST_ANSWERS = 8;
const answersOf = perDatabase(() => shareAnswers<Invalid>(MOST_ANSWERS));

/** Values that are not valid, the first so many, each with the reason and the change that mends it; found once for all who ask the same. */
export async function listInvalid(context: Context, epsId: number, directoryId: number, limit: number): Promise<Invalid> {
  await getHead(context, epsId, directoryId);
  const key = keyOf(context, directoryId);
  return context.read(async (db) => {
    const head = (await findHead(db, key)) ?? fail('directory.not_found', { id: directoryId });
    const definition = await readDefinition(db, key);
    const donors = definition.columns.flatMap(({ donor }) => donor?.directory_id ?? []);
    const name = `${key.spaceId} ${directoryId} ${limit} ${await markOf(db, key, donors)}`;
    return answersOf(context)(name, () => findInvalid(db, key, { head, definition, limit }));
  });
}

type Sought = { head: Pick<DirectoryHead, 'revision'>; definition: Definition; limit: number };

async function findInvalid(db: Db, key: DirectoryKey, { head, definition, limit }: Sought): Promise<Invalid> {
  const rows = inTreeOrder(await listRows(db, key));
  const codes = new Set(rows.map(({ code }) => code.toLowerCase()));
  const values: InvalidDirectoryValue[] = [];
  let total = 0;
  eachBroken(definition, rows, await readSurroundings(db, key, definition, rows), (broken) => {
    total += 1;
    if (values.length >= limit) return;
    const { row, column, value, problem } = broken;
    const fix = fixFor(broken, definition, codes);
    if (fix?.do === 'update' && fix.code) codes.add(fix.code.toLowerCase());
    values.push({ row_id: row.id, row_code: row.code, row_name: row.name, attribute_id: column?.id ?? null, value, problem, fix });
  });
  return { revision: head.revision, total, values };
}

/** How many rows hold a value that is not valid. */
export async function countInvalid(db: Db, key: DirectoryKey, definition: Definition): Promise<number> {
  const rows = await listRows(db, key);
  return brokenRows(definition, rows, await readSurroundings(db, key, definition, rows)).size;
}
