import {
  type AnyRow,
  entryOf,
  hasOwnIds,
  itemFieldOf,
  labelFieldsOf,
  LIMITS,
  referencesOf,
  TABLES_IN_ORDER,
  type VersionTable,
} from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { passOnIfHeavy } from '../../../platform/http/heavy.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { type Draft, edit, readVersion } from '../edits/edits.service.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';
import type { CodeGiver } from './wbs.codes.rules.ts';
import { codesBeside } from './wbs.codes.service.ts';
import { countOwned, listSubtreeIds } from './wbs.repository.ts';
import { place } from './wbs.tree.service.ts';

/** Dates of the imported file and relations to other schedules stay with the original. */
const LEFT_BEHIND: readonly VersionTable[] = ['importedDates', 'link'];
/** The tables whose rows are copied with their items. */
const COPIED = TABLES_IN_ORDER.filter((table) => itemFieldOf(table) && !LEFT_BEHIND.includes(table));
/** The tables that copied rows point at. */
const BROUGHT = TABLES_IN_ORDER.filter((table) => !itemFieldOf(table) && hasOwnIds(table));

type Source = ReadonlyMap<VersionTable, readonly AnyRow[]>;
/** Ids of the source and what they are in the version that takes the copies; a table that is missing keeps its ids. */
type Ids = Map<VersionTable, ReadonlyMap<number, number>>;
type Body = { ids: number[]; parent_id: number | null; after_id: number | null; from_version_id?: number };

/** Copies rows with their descendants and the relations between them, from this or another version of the space. */
export async function copyItems(context: Context, versionId: number, body: Body) {
  const { from_version_id: from = versionId } = body;
  const foreign = from === versionId ? null : await readForeign(context, from, body.ids);
  const done = await edit(context, versionId, foreign ? 'wbs.paste' : 'wbs.copy', async (draft) => {
    const source = foreign ?? (await readOwn(context, draft, body.ids));
    const items = entryOf(source, 'wbs');
    if (!items.length) fail('wbs.not_found', { id: body.ids[0] });
    const ids: Ids = foreign ? await bringAlong(draft, foreign) : new Map();
    const codes = await codesBeside(draft, items);
    const coded = items.map((row) => withFreeCode(row, codes));
    for (const table of COPIED) copyRows(draft, table, table === 'wbs' ? coded : entryOf(source, table), ids);
    const copyOf = entryOf(ids, 'wbs');
    const inside = new Set(items.map(({ id }) => id));
    const order = new Map(body.ids.map((id, index) => [copyOf.get(id), index]));
    const tops = items.flatMap(({ id, parentId }) => (inside.has(Number(parentId)) ? [] : entryOf(copyOf, id)));
    tops.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    await place(draft, tops, body.parent_id, { after: body.after_id });
    return tops;
  });
  return { revision: done.revision, diff: done.diff, ids: done.result };
}

/** A copied row; a code that is taken gives way to the next free one. */
function withFreeCode(row: AnyRow, codes: CodeGiver): AnyRow {
  const code = String(row['code']);
  return code !== '' && codes.isTaken(code) ? { ...row, code: codes.next(code) } : row;
}

/** Copies the rows of a table, pointing at the copies of what they pointed at; a row without what it must point at is left out. */
function copyRows(draft: Draft, table: VersionTable, rows: readonly AnyRow[], ids: Ids): void {
  const references = referencesOf(table);
  const here = (target: VersionTable, id: unknown): number | null => {
    if (typeof id !== 'number') return null;
    const found = ids.has(target) ? (ids.get(target)?.get(id) ?? null) : id;
    // A copy holds no value that its author might not have typed.
    return found !== null && target === 'attribute' && !isWritable(draft, found) ? null : found;
  };
  const whole = rows.filter((row) => references.every(({ field, target, optional }) => optional || here(target, row[field]) !== null));
  const copyOf = new Map(whole.map(({ id }) => [id, draft.newId()]));
  ids.set(table, copyOf);
  for (const row of whole) {
    const ends = Object.fromEntries(references.map(({ field, target }) => [field, here(target, row[field])]));
    draft.insertAny(table, { ...row, ...ends, id: entryOf(copyOf, row.id) });
  }
}

const isWritable = ({ mask }: Draft, id: number): boolean => !mask?.hidden.has(id) && !mask?.readOnly.has(id);

/** Which table of copied rows has its owner in which field; the rows themselves are not among them. */
const OWNED = COPIED.flatMap((table) => {
  const field = itemFieldOf(table);
  return field && table !== 'wbs' ? [{ table, field }] : [];
});

/** Refuses more rows than one call copies, before any of them is read. */
async function refuseTooMany(context: Context, db: Db, key: VersionKey, items: readonly number[]): Promise<void> {
  passOnIfHeavy(context, items.length);
  const most = LIMITS.copyRowsAtOnce;
  const rows = items.length > most ? items.length : items.length + (await countOwned(db, key, OWNED, items));
  passOnIfHeavy(context, rows);
  if (rows > most) fail('request.limit_reached', { most });
}

async function readOwn(context: Context, draft: Draft, ids: readonly number[]): Promise<Source> {
  const all = await listSubtreeIds(draft.tx, draft.key, ids);
  await refuseTooMany(context, draft.tx, draft.key, all);
  const source = new Map<VersionTable, AnyRow[]>([['wbs', await draft.rows('wbs', all)]]);
  for (const { table, field } of OWNED) source.set(table, await draft.pointingAt({ table, field }, all));
  return source;
}

async function readForeign(context: Context, versionId: number, ids: readonly number[]): Promise<Source> {
  return readVersion(context, versionId, async ({ db, key, rows, rowsBy }) => {
    const all = await listSubtreeIds(db, key, ids);
    await refuseTooMany(context, db, key, all);
    const byId = new Map((await rows('wbs', all)).map((row) => [row.id, row]));
    const source = new Map<VersionTable, AnyRow[]>([['wbs', all.map((id) => entryOf(byId, id))]]);
    for (const { table, field } of OWNED) source.set(table, await rowsBy(table, field as never, all));
    for (const table of BROUGHT) source.set(table, await rows(table, [...usedBy(source, table)]));
    return source;
  });
}

/** The rows of a table that copied rows point at. */
function usedBy(source: Source, table: VersionTable): Set<number> {
  const ids = COPIED.flatMap((of) => {
    const fields = referencesOf(of).flatMap(({ field, target }) => (target === table ? [field] : []));
    return entryOf(source, of).flatMap((row) => fields.map((field) => row[field]));
  });
  return new Set(ids.filter((id) => typeof id === 'number'));
}

/** Two rows are the same thing in two versions where these fields agree. */
const keyOf = (table: VersionTable, row: AnyRow): string =>
  [...labelFieldsOf(table), 'kind', 'type'].map((field) => row[field]).join('\u0000');

/** Finds what copied rows point at in the version that takes them, or brings it along; answers its ids there. */
async function bringAlong(draft: Draft, source: Source): Promise<Ids> {
  const ids: Ids = new Map();
  for (const table of BROUGHT) {
    const known: readonly AnyRow[] = await draft.all(table);
    const here = new Map(known.map((row) => [keyOf(table, row), row.id]));
    const idHere = new Map<number, number>();
    for (const row of entryOf(source, table)) {
      const id = here.get(keyOf(table, row)) ?? draft.newId();
      idHere.set(row.id, id);
      if (here.has(keyOf(table, row))) continue;
      const loose = Object.fromEntries(referencesOf(table).map(({ field }) => [field, null]));
      draft.insertAny(table, { ...row, ...loose, ...(table === 'calendar' ? { isDefault: false } : {}), id });
    }
    ids.set(table, idHere);
  }
  return ids;
}
