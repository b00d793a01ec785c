import type { Diff } from './diff.ts';
import type { JsonValue } from './json.ts';
import { WBS_COLUMNS } from './schedule/wbs-columns.ts';

/** What a change is about, in one line: the first row, of a changed one its first field that a person types, and how many rows there are. */
export type Headline = {
  table: 'wbs' | 'relation';
  kind: 'added' | 'updated' | 'removed';
  /** The row; of a relation its predecessor. */
  id: number;
  /** The successor of a relation. */
  toId: number | null;
  /** How the row is called where it comes or goes. */
  name: string | null;
  field: string | null;
  before: JsonValue;
  after: JsonValue;
  rows: number;
};

const TYPED = WBS_COLUMNS.flatMap(({ id, editable }) => (editable ? [id as string] : []));
const NONE = { toId: null, name: null, field: null, before: null, after: null };

/** The headline of a change; null where it is about neither rows nor relations. */
export function headlineOf({ wbs, relation }: Diff): Headline | null {
  for (const kind of ['added', 'removed'] as const) {
    const [row] = wbs?.[kind] ?? [];
    if (row) return { ...NONE, table: 'wbs', kind, id: row.id, name: `${row.code} ${row.name}`.trim(), rows: wbs?.[kind].length ?? 0 };
  }
  for (const kind of ['added', 'removed'] as const) {
    const [one] = relation?.[kind] ?? [];
    if (one) return { ...NONE, table: 'relation', kind, id: one.predecessorId, toId: one.successorId, rows: relation?.[kind].length ?? 0 };
  }
  for (const { id, before, after } of wbs?.updated ?? []) {
    const [old, now] = [before, after] as [Record<string, JsonValue>, Record<string, JsonValue>];
    const field = TYPED.find((name) => name in now);
    if (field === undefined) continue;
    return {
      ...NONE,
      table: 'wbs',
      kind: 'updated',
      id,
      field,
      before: old[field] ?? null,
      after: now[field] ?? null,
      rows: wbs?.updated.length ?? 0,
    };
  }
  return null;
}
