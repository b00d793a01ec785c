import type { ChangePart } from '@gantry/contract';
import type { Diff, TableDiff, VersionTable } from '@gantry/domain';
import type { Draft } from '../../planning/edits/edits.service.ts';

type Row = { id: number } & Record<string, unknown>;
type Any = 'wbs';

/** Fields that hold ids of rows of other tables, and whether a row can stand without what they point at. */
const REFERENCES: readonly [table: VersionTable, field: string, target: VersionTable, needed: boolean][] = [
  ['wbs', 'parentId', 'wbs', true],
  ['wbs', 'calendarId', 'calendar', false],
  ['calendar', 'baseId', 'calendar', false],
  ['resource', 'calendarId', 'calendar', false],
  ['relation', 'predecessorId', 'wbs', true],
  ['relation', 'successorId', 'wbs', true],
  ['assignment', 'itemId', 'wbs', true],
  ['assignment', 'resourceId', 'resource', true],
  ['attributeValue', 'itemId', 'wbs', true],
  ['attributeValue', 'attributeId', 'attribute', true],
  ['importedDates', 'id', 'wbs', true],
  ['link', 'itemId', 'wbs', true],
  ['daySeries', 'itemId', 'wbs', true],
  ['daySeries', 'resourceId', 'resource', true],
  ['directoryValue', 'itemId', 'wbs', true],
  ['directoryValue', 'broughtById', 'directoryValue', false],
  ['directoryValue', 'resourceId', 'resource', false],
];

/** Rows that go with what they belong to. */
const DEPENDENTS = {
  wbs: [
    ['relation', 'predecessorId'],
    ['relation', 'successorId'],
    ['assignment', 'itemId'],
    ['attributeValue', 'itemId'],
    ['importedDates', 'id'],
    ['link', 'itemId'],
    ['daySeries', 'itemId'],
    ['directoryValue', 'itemId'],
  ],
  resource: [
    ['assignment', 'resourceId'],
    ['daySeries', 'resourceId'],
    ['directoryValue', 'resourceId'],
  ],
  attribute: [['attributeValue', 'attributeId']],
} as const satisfies Partial<Record<VersionTable, readonly (readonly [VersionTable, string])[]>>;

/** What depends on others goes before them, so that it is counted as what it is. */
const REMOVED_IN_ORDER = [
  'relation',
  'assignment',
  'attributeValue',
  'importedDates',
  'link',
  'daySeries',
  'directoryValue',
  'wbs',
  'attribute',
  'resource',
  'calendar',
] as const;

/** Rows that keep what they point at. */
const KEEPERS = {
  calendar: [
    ['wbs', 'calendarId'],
    ['resource', 'calendarId'],
    ['calendar', 'baseId'],
  ],
} as const satisfies Partial<Record<VersionTable, readonly (readonly [VersionTable, string])[]>>;

/** Carries the chosen parts of a proposal into a draft; what cannot stand without a part that was left is left as well. */
export async function applyParts(draft: Draft, diff: Diff, parts: readonly ChangePart[]): Promise<{ applied: number; leftOut: number }> {
  const chosen = new Set(parts);
  const counts = { applied: 0, leftOut: 0 };
  reserveIds(draft, diff);
  const missing = new Map<VersionTable, Set<number>>();
  for (const [table, { added }] of entriesOf(diff)) if (!chosen.has(`${table}.add`)) missing.set(table, new Set(added.map(({ id }) => id)));
  const isMissing = (table: VersionTable, id: unknown) => missing.get(table)?.has(id as number) ?? false;

  for (const [table, { added, updated }] of entriesOf(diff)) {
    const references = REFERENCES.filter(([from]) => from === table);
    if (chosen.has(`${table}.add`)) {
      for (const row of added as unknown as Row[]) {
        const lost = references.filter(([, field, target]) => isMissing(target, row[field]));
        if (lost.some(([, , , needed]) => needed)) counts.leftOut += 1;
        else {
          draft.insert(table as Any, { ...row, ...Object.fromEntries(lost.map(([, field]) => [field, null])) } as never);
          counts.applied += 1;
        }
      }
    }
    if (chosen.has(`${table}.update`)) {
      await draft.rows(
        table,
        updated.map(({ id }) => id),
      );
      for (const { id, after } of updated as unknown as { id: number; after: Row }[]) {
        const kept = Object.entries(after).filter(
          ([field, value]) => !references.some(([, name, target]) => name === field && isMissing(target, value)),
        );
        if (kept.length) {
          draft.update(table as Any, id, Object.fromEntries(kept));
          counts.applied += 1;
        } else counts.leftOut += 1;
      }
    }
  }
  for (const table of REMOVED_IN_ORDER) if (chosen.has(`${table}.delete`)) await removeRows(draft, diff, table, counts);
  return counts;
}

const entriesOf = (diff: Diff) => Object.entries(diff) as [VersionTable, TableDiff][];

/** New rows have got their ids with the proposal, from the revision that still stands; the draft counts on behind them. */
function reserveIds(draft: Draft, diff: Diff): void {
  let highest = 0;
  for (const [table, { added }] of entriesOf(diff))
    if (table !== 'importedDates') for (const { id } of added) highest = Math.max(highest, id);
  if (highest > draft.head.last_id) for (let id = draft.newId(); id < highest; id = draft.newId());
}

async function removeRows(draft: Draft, diff: Diff, table: VersionTable, counts: { applied: number; leftOut: number }): Promise<void> {
  const wanted = new Set(((diff[table] as TableDiff | undefined)?.removed ?? []).map(({ id }) => id));
  const all = wanted.size;
  if (!all) return;
  const keepers: readonly (readonly [VersionTable, string])[] =
    table === 'wbs' ? [['wbs', 'parentId']] : table === 'calendar' ? KEEPERS.calendar : [];
  // A row that stays keeps what it stands on, which may keep more.
  for (let before = -1; before !== wanted.size;) {
    before = wanted.size;
    for (const [holder, field] of keepers) {
      for (const row of await draft.rowsBy(holder as Any, field as never, [...wanted])) {
        if (holder !== table || !wanted.has(row.id)) wanted.delete((row as unknown as Row)[field] as number);
      }
    }
  }
  counts.leftOut += all - wanted.size;
  for (const [dependent, field] of DEPENDENTS[table as keyof typeof DEPENDENTS] ?? []) {
    const rows =
      field === 'id' ? await draft.rows(dependent as Any, [...wanted]) : await draft.rowsBy(dependent as Any, field as never, [...wanted]);
    for (const { id } of rows) draft.remove(dependent, id);
  }
  for (const { id } of await draft.rows(table, [...wanted])) {
    draft.remove(table, id);
    counts.applied += 1;
  }
}
