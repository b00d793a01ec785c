import type { KanbanItem, KanbanOnEnter } from '@gantry/contract';
import { attributeOfColumn, type ColumnReader, type RowCondition, type RowFilter, TASK_STATUSES } from '@gantry/domain';
import type { CardRow, KeptItem, PlanRow } from './kanban.items.repository.ts';

/** The row of a card in a version: the one with its id and code, else with its code, else with its id. */
export function rowFinder<R extends { id: number; code: string }>(
  rows: readonly R[],
): (card: Pick<CardRow, 'row_id' | 'row_code'>) => R | null {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byCode = new Map([...rows].reverse().map((row) => [row.code, row]));
  return ({ row_id, row_code }) => {
    const same = byId.get(row_id);
    return (same?.code === row_code ? same : null) ?? (row_code === '' ? null : byCode.get(row_code)) ?? same ?? null;
  };
}

/** What one thing of a row says, as a column's value; null: nothing. `text` is what an attribute says. */
export function valueOfRow(groupBy: string, row: PlanRow, text: string | null): string | null {
  const asText = (id: number | null) => (id === null ? null : String(id));
  switch (groupBy) {
    case 'status':
      return row.status;
    case 'executor':
      return asText(row.executor_id);
    case 'curator':
      return asText(row.curator_id);
    case 'summary':
      return asText(row.parent_id);
    default:
      return text || null;
  }
}

const isId = (value: string): boolean => /^[1-9]\d{0,9}$/.test(value);

/** Whether a column of a board of rows can have a value. */
export function fits(groupBy: string, value: string | null): boolean {
  if (groupBy === 'status') return TASK_STATUSES.some((status) => status === value);
  if (value === null) return true;
  return groupBy === 'executor' || groupBy === 'curator' || groupBy === 'summary' ? isId(value) : value !== '';
}

/** What a row gets when its card enters a column of a board of rows; the summary is where it stands, no field of it. */
export function patchOfValue(groupBy: string, value: string | null): RowPatch {
  switch (groupBy) {
    case 'status':
      return { status: TASK_STATUSES.find((status) => status === value) };
    case 'executor':
      return { executor_id: value === null ? null : Number(value) };
    case 'curator':
      return { curator_id: value === null ? null : Number(value) };
    case 'summary':
      return {};
    default:
      return { attributes: { [String(attributeOfColumn(groupBy))]: value } };
  }
}
export type RowPatch = KanbanOnEnter & { attributes?: Record<string, string | null> };

/** Whether a change of rows is a report of what was done: their status alone. */
export const isReport = (patches: readonly RowPatch[]): boolean =>
  patches.every((patch) => Object.keys(patch).every((field) => field === 'status'));

/** Marks of cards, by card. */
export function marksOf(marks: readonly { item_id: number; mark: number }[]): Map<number, number[]> {
  const byCard = new Map<number, number[]>();
  for (const { item_id, mark } of marks) {
    const known = byCard.get(item_id);
    if (known) known.push(mark);
    else byCard.set(item_id, [mark]);
  }
  return byCard;
}

type Dressed = { people: Map<number, number[]>; labels: Map<number, number[]>; comments: number };

/** The face of a card. `row`: its row with the version that has it; null where there is none. */
export function faceOf(item: KeptItem, row: (PlanRow & { version_id: number }) | null, { people, labels, comments }: Dressed): KanbanItem {
  return {
    id: item.id,
    column_id: item.column_id,
    rank: item.rank ?? '',
    title: row?.name ?? item.title,
    described: item.described,
    due: item.due,
    priority: item.priority,
    person_ids: people.get(item.id) ?? [],
    label_ids: labels.get(item.id) ?? [],
    comments,
    schedule_id: item.schedule_id,
    row_id: row?.id ?? item.row_id,
    row: row && shownRow(row),
  };
}

/** What names a card of a row, with a record or without. */
export const keyOfCard = ({ id, row_id }: Pick<KanbanItem, 'id' | 'row_id'>): number => (row_id === null ? id : -row_id);

const shownRow = ({ id: _id, parent_id: _parent, name: _name, ...row }: PlanRow & { version_id: number }) => row;

/** The record that a row of a board of rows would have. */
export const unkept = (boardId: number, scheduleId: number, row: PlanRow): KeptItem => ({
  id: -row.id,
  board_id: boardId,
  column_id: null,
  rank: null,
  title: row.name,
  described: false,
  due: null,
  priority: 0,
  schedule_id: scheduleId,
  row_id: row.id,
  row_code: row.code,
  changed_revision: 0,
  deleted: false,
  restorable: false,
});

export type Answers = Partial<Record<string, ColumnReader>>;

/** Columns of which a card has several values. */
const MARKS = ['person', 'label'] as const;
type Mark = (typeof MARKS)[number];

/** Which value of several a column of an expanded filter reads. */
export function slotOf(column: string): { of: Mark; at: number } | null {
  const [, of, at] = /^(person|label) (\d+)$/.exec(column) ?? [];
  const mark = MARKS.find((known) => known === of);
  return mark ? { of: mark, at: Number(at) } : null;
}

/** Operators that hold where no value of a card says otherwise. */
const DENYING = new Set<RowCondition['operator']>(['ne', 'not_exists', 'not_like']);

/** A filter whose conditions on people and labels ask each of the `most` values that a card has. */
export function expandMarks({ join, conditions }: RowFilter, most: number): RowFilter {
  return {
    join,
    conditions: conditions.map((part) => {
      if ('conditions' in part) return expandMarks(part, most);
      if (!MARKS.some((mark) => mark === part.column)) return part;
      const values = Array.from({ length: Math.max(1, most) }, (_, at) => ({ ...part, column: `${part.column} ${at}` }));
      return { join: DENYING.has(part.operator) ? 'and' : 'or', conditions: values };
    }),
  };
}
