import {
  CALCULATED_FIELDS,
  type Diff,
  fieldsOf,
  isEmpty,
  type JsonValue,
  sameValue,
  type TableDiff,
  type VersionRow,
  type VersionTable,
} from '@gantry/domain';
import type { Finding } from '@gantry/interchange';
import type { Content } from './import.content.rules.ts';
import { type MatchBy, pairByKey, pairItems, type Pairs } from './import.matching.rules.ts';
import { placeRows } from './import.places.rules.ts';
import type { Stated } from './import.stated.rules.ts';

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

type Row = { id: number } & Record<string, unknown>;

/** What the rows of a file would change in a version: rows are paired, new ones get ids of the version, and fields are compared. */
export function mergeContent({ current, incoming, stated, matchBy, lastId }: Merge): Merged {
  const findings: Finding[] = [];
  const diff: Record<string, TableDiff> = {};
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

  const compare = <T extends VersionTable>(
    table: T,
    rows: VersionRow<T>[],
    { known, ids: all }: { known: Pairs; ids: Pairs },
    fields: (row: VersionRow<T>) => string[],
    mayDelete: boolean,
  ): void => {
    const old = new Map((current[table] as unknown as Row[]).map((row) => [row.id, row]));
    const change: TableDiff = { added: [], updated: [], removed: [] };
    const seen = new Set<number>();
    for (const source of rows as unknown as Row[]) {
      const id = all.get(source.id) as number;
      const before = known.has(source.id) ? old.get(id) : undefined;
      if (!before) {
        change.added.push({ ...source, id });
        continue;
      }
      seen.add(id);
      const differing = fields(source as unknown as VersionRow<T>).filter((field) => !sameValue(before[field], source[field]));
      if (!differing.length) unchanged += 1;
      else change.updated.push({ id, before: pick(before, differing), after: pick(source, differing) });
    }
    if (mayDelete) change.removed.push(...([...old.values()].filter(({ id }) => !seen.has(id)) as never[]));
    if (change.added.length + change.updated.length + change.removed.length) diff[table] = change;
  };
  const every = (table: VersionTable) => {
    const names = fieldsOf(table).flatMap(({ name }) => (DERIVED.has(name) ? [] : [name]));
    return () => names;
  };
  const keyed = (table: VersionTable, key: (row: never) => string, keyOfCurrent: (row: never) => string = key) =>
    pairByKey(
      incoming[table].map((row) => [row.id, key(row as never)]),
      current[table].map((row) => [row.id, keyOfCurrent(row as never)]),
    ).pairs;
  const nameKey = ({ name }: { name: string }) => name.trim().toLowerCase();

  const calendars = resolve('calendar', keyed('calendar', nameKey));
  const { pairs: items, repeated } = pairItems(incoming.wbs, current.wbs, matchBy);
  for (const key of repeated.slice(0, REPEATED_TOLD))
    findings.push({ severity: 'warning', code: 'import.key_repeated', parameters: { key } });
  const wbs = resolve('wbs', items);
  const resources = resolve(
    'resource',
    keyed('resource', ({ code, name }: { code: string; name: string }) => (code || name).trim().toLowerCase()),
  );
  const attributes = resolve('attribute', keyed('attribute', nameKey));

  if (stated.calendars) {
    const rows = incoming.calendar.map((row) => ({ ...row, baseId: repoint('calendar', row.baseId) }));
    compare('calendar', rows, calendars, every('calendar'), true);
  }
  // A flat list says nothing about the structure: known rows stay where they are.
  const structured = stated.wbs.has('parentId');
  const parents = new Map(current.wbs.map(({ id, parentId }) => [id, parentId]));
  const parentOf = (row: VersionRow<'wbs'>) => (structured ? repoint('wbs', row.parentId) : (parents.get(items.get(row.id) ?? 0) ?? null));
  const rows = incoming.wbs.map((row) => ({ ...row, parentId: parentOf(row), calendarId: repoint('calendar', row.calendarId) }));
  const wbsFields = every('wbs')().filter((field) => stated.wbs.has(field));
  const summaryFields = wbsFields.filter((field) => OF_SUMMARIES.has(field));
  const draftFields = [...wbsFields, 'start', 'finish'];
  compare('wbs', rows, wbs, ({ type }) => (type === 'sum' ? summaryFields : type === 'draft' ? draftFields : wbsFields), true);
  if (!stated.calendars) for (const row of diff['wbs']?.added ?? []) (row as VersionRow<'wbs'>).calendarId = null;
  const placed = structured ? rows : rows.filter(({ id }) => !items.has(id));
  diff['wbs'] = placeRows(current.wbs, placed, wbs.ids, diff['wbs'] as TableDiff<'wbs'> | undefined);

  if (stated.relations) {
    const ends = incoming.relation.map((row) => ({
      ...row,
      predecessorId: repoint('wbs', row.predecessorId) as number,
      successorId: repoint('wbs', row.successorId) as number,
    }));
    const key = ({ predecessorId, successorId, type }: VersionRow<'relation'>) => `${predecessorId} ${successorId} ${type}`;
    const pairs = pairByKey(
      ends.map((row) => [row.id, key(row)]),
      current.relation.map((row) => [row.id, key(row)]),
    ).pairs;
    compare('relation', ends, resolve('relation', pairs), every('relation'), true);
  }
  if (stated.resources) {
    const own = incoming.resource.map((row) => ({ ...row, calendarId: stated.calendars ? repoint('calendar', row.calendarId) : null }));
    compare('resource', own, resources, stated.whole ? every('resource') : () => [], stated.whole);
    const work = incoming.assignment.map((row) => ({
      ...row,
      itemId: repoint('wbs', row.itemId) as number,
      resourceId: repoint('resource', row.resourceId) as number,
    }));
    const key = ({ itemId, resourceId }: VersionRow<'assignment'>) => `${itemId} ${resourceId}`;
    const pairs = pairByKey(
      work.map((row) => [row.id, key(row)]),
      current.assignment.map((row) => [row.id, key(row)]),
    ).pairs;
    compare('assignment', work, resolve('assignment', pairs), stated.whole ? every('assignment') : () => ['plannedUnits'], true);
  }
  compare('attribute', incoming.attribute, attributes, () => [], stated.whole);
  compareValues();
  if (stated.dates) {
    const dates = incoming.importedDates.map((row) => ({ ...row, id: repoint('wbs', row.id) as number }));
    const old = new Set(current.importedDates.map(({ id }) => id));
    const known: Pairs = new Map(dates.flatMap(({ id }) => (old.has(id) ? [[id, id] as const] : [])));
    const all: Pairs = new Map(dates.map(({ id }) => [id, id]));
    compare(
      'importedDates',
      dates,
      { known, ids: all },
      () => fieldsOf('importedDates').flatMap(({ name }) => (name === 'id' ? [] : [name])),
      true,
    );
  }
  if (stated.settings && incoming.settings[0]) compareSettings();

  function compareValues(): void {
    const values = incoming.attributeValue.map((row) => ({
      ...row,
      itemId: repoint('wbs', row.itemId) as number,
      attributeId: repoint('attribute', row.attributeId) as number,
    }));
    const key = ({ itemId, attributeId }: VersionRow<'attributeValue'>) => `${itemId} ${attributeId}`;
    const pairs = pairByKey(
      values.map((row) => [row.id, key(row)]),
      current.attributeValue.map((row) => [row.id, key(row)]),
    ).pairs;
    compare('attributeValue', values, resolve('attributeValue', pairs), () => ['value'], true);
    const told = new Set(values.map(({ attributeId }) => attributeId));
    const change = diff['attributeValue'] as TableDiff<'attributeValue'> | undefined;
    // A column that the file does not have says nothing about its values.
    if (change && !stated.whole) change.removed = change.removed.filter(({ attributeId }) => told.has(attributeId));
  }

  function compareSettings(): void {
    const options = structuredClone(incoming.settings[0].options) as Record<string, JsonValue>;
    options['defaultCalendarId'] = repoint('calendar', options['defaultCalendarId']);
    const paths = options['floatPaths'] as { endItemId: number | null } | null | undefined;
    if (paths) paths.endItemId = repoint('wbs', paths.endItemId);
    const [own] = current.settings;
    if (!own) diff['settings'] = { added: [{ id: ++nextId, options }] as never[], updated: [], removed: [] };
    else if (!sameValue(own.options, options))
      diff['settings'] = {
        added: [],
        updated: [{ id: own.id, before: { options: own.options }, after: { options } } as never],
        removed: [],
      };
    else unchanged += 1;
  }

  for (const [table, change] of Object.entries(diff)) if (isEmpty({ [table]: change })) delete diff[table];
  return { diff, findings, unchanged };
}

const pick = (row: Row, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, row[field]]));
