import { formatMinute, NO_DATE, parseMinute, type RowTest, type WbsColumnType } from '@gantry/domain';
import { startOfWork, workBefore } from '@gantry/engine';
import type { CellValue } from '@gantry/scene';
import { type ColumnInfo, fieldsOfCell, isTyped, readersOf, type ScheduleView, type Steps } from '@gantry/plan-view';
import type { RowChange } from './wbs.commands.queries.ts';

/** What a rule does to a column: `add` moves dates by working days and figures by a number, `replace` exchanges a part of a text. */
export type BulkAction = { column: string; how: BulkHow; value: CellValue; find: string };
export type BulkHow = 'set' | 'clear' | 'add' | 'multiply' | 'replace';

/** One cell that a rule would change, values as rows carry them. */
export type BulkCell = { id: number; row: number; column: string; before: unknown; after: unknown };

const ROWS_A_STEP = 2048;
const FIGURES = new Set<WbsColumnType>(['number', 'money', 'percentage', 'duration']);
const TEXTS = new Set<WbsColumnType>(['string', 'list']);
const CLEARED = new Set<WbsColumnType>([
  'date',
  'start_limit',
  'finish_limit',
  'in_scope',
  'progress_by',
  'executor',
  'curator',
  'calendar',
  'colour',
  'specialty',
  'string',
]);

/** What can be done to a column of a type. */
export function waysFor(type: WbsColumnType): BulkHow[] {
  const ways: BulkHow[] = ['set'];
  if (FIGURES.has(type)) ways.push('add', 'multiply');
  if (type === 'date') ways.push('add');
  if (TEXTS.has(type)) ways.push('replace');
  if (CLEARED.has(type)) ways.push('clear');
  return ways;
}

/** The cells that a rule changes, without those that stay equal. */
export function* bulkCells(
  view: ScheduleView,
  infos: readonly ColumnInfo[],
  passes: RowTest | null,
  actions: readonly BulkAction[],
): Steps<BulkCell[]> {
  const cells: BulkCell[] = [];
  const acts = actions.flatMap((action) => {
    const info = infos.find(({ id }) => id === action.column);
    const change = info && changeOf(view, info.type, action);
    return info && change ? [{ info, column: action.column, change }] : [];
  });
  for (let row = 0; row < view.rows.count; row += 1) {
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    const id = view.rows.id[row];
    if (id <= 0 || (passes && !passes(row))) continue;
    for (const { info, column, change } of acts) {
      if (!isTyped(info, view, row)) continue;
      const { before, after } = change(row);
      if (after !== undefined && after !== before) cells.push({ id, row, column, before, after });
    }
  }
  return cells;
}

type Change = (row: number) => { before: unknown; after: unknown };

function changeOf(view: ScheduleView, type: WbsColumnType, { column, how, value, find }: BulkAction): Change | null {
  const reader = readersOf(view)(column);
  if (!reader) return null;
  const before = (row: number): string | number | null => {
    const cell = reader.at(row);
    if (reader.kind === 'text') return cell;
    return reader.kind === 'minute' ? (cell === NO_DATE ? null : cell) : Number.isNaN(cell) ? null : cell;
  };
  const asField = (row: number, after: unknown) => {
    const shown = before(row);
    const wire =
      type === 'date' && typeof shown === 'number' ? formatMinute(shown) : type === 'flag' ? shown === 'true' : shown === '' ? null : shown;
    return { before: wire, after };
  };
  // Dates come as texts from the form that conditions are typed in, as minutes from elsewhere.
  const field = (cell: CellValue): unknown =>
    fieldsOfCell(column, type === 'date' && typeof cell === 'string' ? parseMinute(cell) : cell)[column];
  if (how === 'clear') return (row) => asField(row, TEXTS.has(type) ? '' : null);
  if (how === 'set') {
    if (value === null || value === '') return null;
    const wanted = field(value);
    return (row) => asField(row, wanted);
  }
  if (how === 'replace') {
    if (find === '') return null;
    return (row) => asField(row, String(before(row) ?? '').replaceAll(find, String(value ?? '')));
  }
  if (typeof value !== 'number') return null;
  return (row) => {
    const cell = before(row);
    if (typeof cell !== 'number') return asField(row, undefined);
    if (how === 'multiply') return asField(row, rounded(cell * value, type));
    return asField(row, type === 'date' ? field(workingDaysOn(view, row, cell, value)) : rounded(cell + value, type));
  };
}

/** Working minutes are whole. */
const rounded = (value: number, type: WbsColumnType): number => (type === 'duration' ? Math.round(value) : value);

/** A moment so many working days on, by the calendar of the row. */
function workingDaysOn({ times, rows }: ScheduleView, row: number, minute: number, days: number): number {
  const index = rows.calendar?.[row] ?? 0;
  const calendar = times.compiled(index);
  return startOfWork(calendar, workBefore(calendar, minute) + Math.round(days * times.minutesPerDay(index)));
}

/** The changes of rows that cells come to. */
export function changesOfCells(cells: readonly BulkCell[]): RowChange[] {
  const byId = new Map<number, RowChange>();
  for (const { id, column, after } of cells) {
    const change = byId.get(id) ?? { id, fields: {} };
    change.fields[column] = after;
    byId.set(id, change);
  }
  return [...byId.values()];
}
