import { entryOf } from '@gantry/domain';
import type { DirectoryCell, DirectoryRow, DirectoryRowChange, DirectoryRows } from '@gantry/contract';
import type { Context } from '../../../../platform/context.ts';
import type { Db } from '../../../../platform/postgres/database.ts';
import { fail } from '../../../../platform/fail.ts';
import { changeRows, type Outcome } from '../directories.changes.rules.ts';
import { donatedUpdates } from '../directories.donors.rules.ts';
import { type Draft, editDirectory, getHead, keyOf, labelOf, readGiver } from '../directories.edit.service.ts';
import { directoryLog } from '../directories.history.repository.ts';
import { type DirectoryKey, findHead, listNamed, readDefinition } from '../directories.repository.ts';
import { findCode, findValue, listPlaces, listRows } from './directories.rows.repository.ts';
import { differenceOf, packRows, withEntries } from './directories.rows.rules.ts';
import { brokenRows } from './directories.validity.rules.ts';
import { readSurroundings } from './directories.validity.service.ts';
import { cellProblem, indexLists } from './directories.values.rules.ts';

/** All rows of a directory as arrays. */
export async function readRows(context: Context, epsId: number, directoryId: number): Promise<DirectoryRows> {
  await getHead(context, epsId, directoryId);
  const key = keyOf(context, directoryId);
  return context.read(async (db) => {
    const head = (await findHead(db, key)) ?? fail('directory.not_found', { id: directoryId });
    const definition = await readDefinition(db, key);
    const rows = await listRows(db, key);
    return packRows(head.revision, definition, rows, brokenRows(definition, rows, await readSurroundings(db, key, definition, rows)));
  });
}

/** Changes rows as one action: all of the changes or none. */
export async function editRows(
  context: Context,
  epsId: number,
  directoryId: number,
  { base_revision, name, changes }: { base_revision: number; name: string; changes: readonly DirectoryRowChange[] },
) {
  const { revision, diff, result } = await editDirectory(context, epsId, directoryId, name, async (draft) => {
    await refuseCrossed(context, draft, base_revision, changes);
    return draftChanges(draft, changes);
  });
  return { revision, diff, ids: result };
}

/** Puts changes of rows into a draft, checked against columns, codes and donors; answers the ids of rows that are new. */
export async function draftChanges(draft: Draft, changes: readonly DirectoryRowChange[]): Promise<{ given: number; id: number }[]> {
  const { tx, key, definition } = draft;
  const named = [...new Set(changes.flatMap(({ id }) => (id > 0 ? [id] : [])))];
  const moves = changes.some((change) => change.do !== 'update');
  const board = {
    rows: new Map((await listRows(tx, key, named)).map((row) => [row.id, row])),
    places: moves ? await listPlaces(tx, key) : [],
  };
  refuseDonated(definition, changes);
  const done = changeRows(board, withDefaults(definition, changes), () => draft.newId());
  if ('code' in done) fail(done.code, done.parameters);
  await writeOutcome(draft, done.outcome, board.rows);
  return done.ids;
}

/** Puts rows as they are to be into a draft, with what their donors give, once nothing speaks against them. */
export async function writeOutcome(draft: Draft, outcome: Outcome, before: ReadonlyMap<number, DirectoryRow>): Promise<void> {
  const { tx, key } = draft;
  const untouched = [...outcome.removed, ...outcome.moved.keys()].filter((id) => !before.has(id));
  const old = new Map([
    ...before,
    ...(untouched.length ? (await listRows(tx, key, untouched)).map((row): [number, DirectoryRow] => [row.id, row]) : []),
  ]);
  const next = new Map<number, DirectoryRow>();
  for (const id of new Set([...outcome.changed.keys(), ...outcome.moved.keys()])) {
    const row = outcome.changed.get(id) ?? old.get(id);
    if (row && !outcome.removed.has(id)) next.set(id, { ...row, ...outcome.moved.get(id) });
  }
  await fillFromDonors(draft, [...outcome.added.values(), ...next.values()], old);
  await refuseRows(draft, [...outcome.added.values()], next, old, outcome.removed);
  for (const row of outcome.added.values()) draft.added('row', row);
  for (const [id, row] of next) {
    const difference = differenceOf(entryOf(old, id), row);
    if (difference) draft.updated('row', { id, ...difference });
  }
  for (const id of outcome.removed) {
    const row = old.get(id);
    if (row) draft.removed('row', row);
  }
}

/** New rows get the defaults of columns that the caller leaves out. */
function withDefaults({ columns }: Draft['definition'], changes: readonly DirectoryRowChange[]): DirectoryRowChange[] {
  const given = columns.filter(({ default_value, donor }) => default_value !== null && !donor);
  if (!given.length) return [...changes];
  const defaults = Object.fromEntries(given.map(({ id, default_value }) => [id, default_value as DirectoryCell]));
  return changes.map((change) => (change.do === 'add' ? { ...change, cells: { ...defaults, ...change.cells } } : change));
}

function refuseDonated({ columns }: Draft['definition'], changes: readonly DirectoryRowChange[]): void {
  const donated = columns.filter(({ donor }) => donor);
  for (const change of changes) {
    if (change.do !== 'add' && change.do !== 'update') continue;
    const column = donated.find(({ id }) => change.cells && id in change.cells);
    if (column) fail('directory_attribute.is_donated', { name: column.name });
  }
}

/** Gives donor columns what the donors that rows name hold; a row that names none any more has no value there. */
async function fillFromDonors(draft: Draft, rows: readonly DirectoryRow[], old: ReadonlyMap<number, DirectoryRow>): Promise<void> {
  const columns = draft.definition.columns.filter(({ donor }) => donor);
  const givers = new Set(columns.flatMap(({ donor }) => donor?.directory_id ?? []));
  for (const row of rows)
    for (const id of Object.keys(row.donors)) if (!givers.has(Number(id))) fail('directory_row.bad_donor', { row: labelOf(row) });
  for (const giverId of givers) {
    const named = rows.filter(({ id, donors }) => donors[giverId] !== old.get(id)?.donors[giverId]);
    if (!named.length) continue;
    const giver = await readGiver(draft, giverId);
    const wanted = [...new Set(named.flatMap(({ donors }) => donors[giverId] ?? []))];
    const given = new Map((await listRows(draft.tx, { ...draft.key, directoryId: giverId }, wanted)).map((row) => [row.id, row.cells]));
    const own = columns.filter(({ donor }) => donor?.directory_id === giverId);
    for (const row of named) {
      const donor = row.donors[giverId];
      if (donor !== undefined && !given.has(donor)) fail('directory_row.bad_donor', { row: labelOf(row), id: donor });
      const [update] = donatedUpdates(own, giver, [
        { id: row.id, cells: row.cells, given: donor === undefined ? {} : (given.get(donor) ?? {}) },
      ]);
      // The row that the diff is made against may share its cells.
      row.cells = withEntries(row.cells, update?.after ?? {});
    }
  }
}

/** Refuses codes that repeat, units that are none, values that do not fit, required ones that go and those that repeat where they may not. */
async function refuseRows(
  draft: Draft,
  added: readonly DirectoryRow[],
  changed: ReadonlyMap<number, DirectoryRow>,
  old: ReadonlyMap<number, DirectoryRow>,
  removed: ReadonlySet<number>,
): Promise<void> {
  const { tx, key, definition } = draft;
  const rows = [...added, ...changed.values()];
  const lists = indexLists(definition.lists);
  const apart = [...changed.keys(), ...removed];

  const recoded = rows.filter((row) => row.code && row.code !== old.get(row.id)?.code);
  const codes = firstTwice(
    rows.filter(({ code }) => code),
    ({ code }) => code.toLowerCase(),
    new Set(recoded.map(({ id }) => id)),
  );
  const taken =
    codes?.code ??
    (recoded.length
      ? (
          await findCode(
            tx,
            key,
            recoded.map(({ code }) => code),
            apart,
          )
        )?.code
      : undefined);
  if (taken !== undefined) fail('directory_row.code_taken', { code: taken });

  const measured = rows.filter((row) => row.measure_id !== null && row.measure_id !== old.get(row.id)?.measure_id);
  if (measured.length) {
    const known = new Set((await listNamed(tx, key.spaceId)).measures.map(({ id }) => id));
    const bad = measured.find((row) => !known.has(row.measure_id as number));
    if (bad) fail('directory_row.bad_measure', { row: labelOf(bad), id: bad.measure_id });
  }

  for (const column of definition.columns) {
    const touched = rows.filter((row) => (row.cells[column.id] ?? null) !== (old.get(row.id)?.cells[column.id] ?? null));
    for (const row of touched) {
      const value = row.cells[column.id] ?? null;
      const problem = column.donor ? null : cellProblem(column, value, lists);
      if (problem) fail('directory_attribute.bad_value', { name: column.name, problem, row: labelOf(row), row_id: row.id });
      if (column.required && value === null && old.has(row.id))
        fail('directory_attribute.required', { name: column.name, row: labelOf(row) });
    }
    const filled = column.unique ? touched.filter((row) => row.cells[column.id] !== undefined) : [];
    if (!filled.length) continue;
    const twice = firstTwice(
      rows.filter((row) => row.cells[column.id] !== undefined),
      (row) => JSON.stringify(row.cells[column.id]),
      new Set(filled.map(({ id }) => id)),
    );
    const other =
      twice ??
      (await findValue(
        tx,
        key,
        column.id,
        filled.map((row) => row.cells[column.id]),
        apart,
      ));
    if (other) fail('directory_attribute.not_unique', { name: column.name, row: labelOf(other) });
  }
}

/** A row that says the same as an earlier one, where one of the two says it anew. */
function firstTwice(
  rows: readonly DirectoryRow[],
  report: (row: DirectoryRow) => string,
  anew: ReadonlySet<number>,
): DirectoryRow | undefined {
  const stated = new Map<string, number>();
  return rows.find((row) => {
    const other = stated.get(report(row));
    stated.set(report(row), row.id);
    return other !== undefined && (anew.has(row.id) || anew.has(other));
  });
}

const MOST_EDITS = 200;
const MOST_BYTES = 4 << 20;
/** As many as one action of a page changes: unpacked they are some megabytes. */
const MOST_CHANGED = 20_000;

/** Refuses to read the changes after a revision where a page cannot apply them all, or some were deleted: the page then loads the directory. */
async function refuseMany(db: Db, key: DirectoryKey, since: number, revision: number): Promise<void> {
  const { edits, bytes, rows } = await directoryLog.sizeSince(db, key, since);
  if (edits < revision - since || edits > MOST_EDITS || bytes > MOST_BYTES || rows > MOST_CHANGED) fail('directory.too_old', { revision });
}

/** Refuses changes of what somebody else has changed since the caller looked. */
async function refuseCrossed(context: Context, draft: Draft, base: number, changes: readonly DirectoryRowChange[]): Promise<void> {
  if (base > draft.head.revision) fail('directory.too_old', { revision: draft.head.revision });
  if (base === draft.head.revision) return;
  await refuseMany(draft.tx, draft.key, base, draft.head.revision);
  const mine = new Map<number, Set<string>>();
  for (const change of changes) {
    const fields = mine.get(change.id) ?? new Set<string>();
    mine.set(change.id, fields);
    if (change.do === 'move') fields.add('parent_id').add('position');
    if (change.do === 'remove') fields.add('*');
    if (change.do === 'update') for (const field of fieldsOf(change)) fields.add(field);
  }
  for (const { diff, author } of await directoryLog.listDiffsSince(draft.tx, draft.key, base, context.userId))
    for (const { id, after } of diff.row?.updated ?? []) {
      const own = mine.get(id);
      const field = own && fieldsOf(after).find((one) => own.has('*') || own.has(one));
      if (field) fail('directory.changed_since', { id, field, by: author });
    }
}

/** Fields of a change, cells one by one. */
function fieldsOf(change: object): string[] {
  return Object.entries(change)
    .flatMap(([field, value]) =>
      field === 'cells' || field === 'donors'
        ? Object.keys((value ?? {}) as object).map((key) => `${field}.${key}`)
        : value === undefined
          ? []
          : [field],
    )
    .filter((field) => field !== 'do' && field !== 'id');
}

/** What was changed after a revision, for a page that has the rows of it. */
export async function listEditsSince(context: Context, epsId: number, directoryId: number, since: number) {
  const head = await getHead(context, epsId, directoryId);
  const key = keyOf(context, directoryId);
  return context.read(async (db) => {
    await refuseMany(db, key, since, head.revision);
    const list = await directoryLog.listDiffsSince(db, key, since);
    return {
      revision: list.at(-1)?.revision ?? since,
      edits: list.map(({ revision, author_id, diff }) => ({ revision, author_id, diff })),
    };
  });
}
