import {
  type AnyChange,
  type AnyRow,
  CALCULATED_FIELDS,
  type Diff,
  entryOf,
  fieldsOf,
  hasOwnIds,
  isEmpty,
  isRecord,
  keyFieldsOf,
  referencesOf,
  sameValue,
  type VersionRow,
  type VersionTable,
} from '@gantry/domain';
import type { Finding } from '@gantry/interchange';
import { type Content, rowsOf } from '../import.content.rules.ts';
import { type MatchBy, pairByKey, pairItems, type Pairs } from './import.matching.rules.ts';
import { placeRows } from '../import.places.rules.ts';
import type { Stated } from '../import.stated.rules.ts';

export type Merge = {
  current: Content;
  incoming: Content;
  /** What the file says at all; of the rest the version keeps its own. */
  stated: Stated;
  matchBy: MatchBy;
  /** The last id in use in the version. */
  lastId: number;
};

export type Merged = { diff: Diff; findings: Finding[]; unchanged: number };

/** Fields of rows that follow from a calculation or stand for the place in the tree. */
const DERIVED = new Set<string>([...CALCULATED_FIELDS, 'start', 'finish', 'driving', 'targetStart', 'targetFinish', 'position', 'id']);
/** All that a summary has of its own. */
const OF_SUMMARIES = new Set(['parentId', 'type', 'code', 'name', 'calendarId']);
const REPEATED_TOLD = 100;

/** What the rows of a file would change in a version: rows are paired, new ones get ids of the version, and fields are compared. */
export function mergeContent({ current, incoming, stated, matchBy, lastId }: Merge): Merged {
  const findings: Finding[] = [];
  const diff: Record<string, AnyChange> = {};
  let unchanged = 0;
  let nextId = lastId;
  const ids = new Map<VersionTable, Pairs>();

  /** Ids of the version for the rows of a table; rows without a counterpart get new ones. */
  const resolve = (table: VersionTable, pairs: Pairs): { known: Pairs; ids: Pairs } => {
    const all: Pairs = new Map();
    for (const { id } of incoming[table]) all.set(id, pairs.get(id) ?? ++nextId);
    ids.set(table, all);
    return { known: pairs, ids: all };
  };
  const repoint = (table: VersionTable, id: unknown): number | null => (typeof id === 'number' ? (ids.get(table)?.get(id) ?? null) : null);

  const compare = (
    table: VersionTable,
    rows: readonly AnyRow[],
    { known, ids: all }: { known: Pairs; ids: Pairs },
    fields: (row: AnyRow) => string[],
    mayDelete: boolean,
  ): void => {
    const old = new Map(rowsOf(current, table).map((row) => [row.id, row]));
    const change: AnyChange = { added: [], updated: [], removed: [] };
    const seen = new Set<number>();
    for (const source of rows) {
      const id = entryOf(all, source.id);
      const before = known.has(source.id) ? old.get(id) : undefined;
      if (!before) {
        change.added.push({ ...source, id });
        continue;
      }
      seen.add(id);
      const differing = fields(source).filter((field) => !sameValue(before[field], source[field]));
      if (!differing.length) unchanged += 1;
      else change.updated.push({ id, before: pick(before, differing), after: pick(source, differing) });
    }
    if (mayDelete) change.removed.push(...[...old.values()].filter(({ id }) => !seen.has(id)));
    if (change.added.length + change.updated.length + change.removed.length) diff[table] = change;
  };
  const every = (table: VersionTable) => {
    const names = fieldsOf(table).flatMap(({ name }) => (DERIVED.has(name) ? [] : [name]));
    return () => names;
  };
  const keyed = <R extends { id: number }>(theirs: readonly R[], ours: readonly R[], key: (row: R) => string): Pairs =>
    pairByKey(
      theirs.map((row) => [row.id, key(row)]),
      ours.map((row) => [row.id, key(row)]),
    ).pairs;
  const nameKey = ({ name }: { name: string }) => name.trim().toLowerCase();
  /** Rows with the ids of the version in all that they point at. */
  const repointed = <R extends AnyRow>(table: VersionTable, rows: readonly R[]): R[] => {
    const references = referencesOf(table);
    return rows.map((row) => ({
      ...row,
      ...Object.fromEntries(references.map(({ field, target }) => [field, repoint(target, row[field])])),
    }));
  };
  /** Compares rows that are identified by what they point at. */
  const compareByKeys = (table: VersionTable, fields: (row: AnyRow) => string[], besides: readonly string[] = []): AnyRow[] => {
    const rows = repointed(table, rowsOf(incoming, table));
    const names = [...keyFieldsOf(table), ...besides];
    const pairs = keyed(rows, rowsOf(current, table), (row) => names.map((name) => String(row[name])).join(' '));
    compare(
      table,
      rows,
      hasOwnIds(table) ? resolve(table, pairs) : { known: pairs, ids: new Map(rows.map(({ id }) => [id, id])) },
      fields,
      true,
    );
    return rows;
  };

  const calendars = resolve('calendar', keyed(incoming.calendar, current.calendar, nameKey));
  const { pairs: items, repeated } = pairItems(incoming.wbs, current.wbs, matchBy);
  for (const key of repeated.slice(0, REPEATED_TOLD))
    findings.push({ severity: 'warning', code: 'import.key_repeated', parameters: { key } });
  const wbs = resolve('wbs', items);
  const resources = resolve(
    'resource',
    keyed(incoming.resource, current.resource, ({ code, name }) => (code || name).trim().toLowerCase()),
  );
  const attributes = resolve('attribute', keyed(incoming.attribute, current.attribute, nameKey));

  if (stated.calendars) {
    compare('calendar', repointed('calendar', incoming.calendar), calendars, every('calendar'), true);
  }
  // A flat list says nothing about the structure: known rows stay where they are.
  const structured = stated.wbs.has('parentId');
  const parents = new Map(current.wbs.map(({ id, parentId }) => [id, parentId]));
  const parentOf = (row: VersionRow<'wbs'>) => (structured ? repoint('wbs', row.parentId) : (parents.get(items.get(row.id) ?? 0) ?? null));
  const parentIds = incoming.wbs.map(parentOf);
  const rows = repointed('wbs', incoming.wbs).map((row, index) => ({ ...row, parentId: parentIds[index] }));
  const wbsFields = every('wbs')().filter((field) => stated.wbs.has(field));
  const summaryFields = wbsFields.filter((field) => OF_SUMMARIES.has(field));
  const draftFields = [...wbsFields, 'start', 'finish'];
  compare('wbs', rows, wbs, ({ type }) => (type === 'sum' ? summaryFields : type === 'draft' ? draftFields : wbsFields), true);
  if (!stated.calendars) for (const row of diff['wbs']?.added ?? []) row['calendarId'] = null;
  const placed = structured ? rows : rows.filter(({ id }) => !items.has(id));
  diff['wbs'] = placeRows(current.wbs, placed, wbs.ids, diff['wbs']);

  if (stated.relations) compareByKeys('relation', every('relation'), ['type']);
  if (stated.resources) {
    const own = repointed('resource', incoming.resource).map((row) => (stated.calendars ? row : { ...row, calendarId: null }));
    compare('resource', own, resources, stated.whole ? every('resource') : () => [], stated.whole);
    compareByKeys('assignment', stated.whole ? every('assignment') : () => ['plannedUnits']);
  }
  compare('attribute', incoming.attribute, attributes, () => [], stated.whole);
  compareValues();
  if (stated.dates) compareByKeys('importedDates', () => fieldsOf('importedDates').flatMap(({ name }) => (name === 'id' ? [] : [name])));
  if (stated.settings && incoming.settings[0]) compareSettings();

  function compareValues(): void {
    const values = compareByKeys('attributeValue', () => ['value']);
    const reported = new Set(values.map((row) => row['attributeId']));
    const change: AnyChange | undefined = diff['attributeValue'];
    // A column that the file does not have says nothing about its values.
    if (change && !stated.whole) change.removed = change.removed.filter((row) => reported.has(row['attributeId']));
  }

  function compareSettings(): void {
    const options = structuredClone(incoming.settings[0].options);
    for (const { path, target } of fieldsOf('settings').flatMap(({ inner }) => inner))
      repointInside(options, path, (id) => repoint(target, id));
    const [own] = current.settings;
    if (!own) diff['settings'] = { added: [{ id: ++nextId, options }], updated: [], removed: [] };
    else if (!sameValue(own.options, options))
      diff['settings'] = {
        added: [],
        updated: [{ id: own.id, before: { options: own.options }, after: { options } }],
        removed: [],
      };
    else unchanged += 1;
  }

  for (const [table, change] of Object.entries(diff)) if (isEmpty({ [table]: change })) delete diff[table];
  return { diff, findings, unchanged };
}

const pick = (row: AnyRow, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, row[field]]));

/** Changes an id inside a value; a way that leads nowhere is left. */
function repointInside(value: unknown, [step, ...rest]: readonly string[], change: (id: unknown) => number | null): void {
  if (!isRecord(value)) return;
  if (!rest.length) value[step] = change(value[step]);
  else repointInside(value[step], rest, change);
}
