import { formatMinute, ITEM_TYPES, LIMIT_TYPES, type Minute, NO_DATE, RELATION_TYPES, TASK_STATUSES } from '@gantry/domain';
import type { CellValue, GanttColumn } from '@gantry/scene';
import { numberAt, textAt } from './wbs.document.model.ts';
import type { ScheduleView } from './wbs.store.ts';

/** Words and forms that columns are written with. */
export type ColumnTexts = {
  t(key: string): string;
  date(minute: Minute): string;
  number(value: number, decimals: number): string;
};

const TYPE_SUM = ITEM_TYPES.indexOf('sum');
const DECIMALS = 2;

type Reader = { view: () => ScheduleView; texts: ColumnTexts };
type Definition = Omit<GanttColumn, 'title' | 'text'> & { text(reader: Reader, row: number): string };

const slotOf = ({ view }: Reader, row: number): number => view().slots[row];
const number = (reader: Reader, name: string, row: number): number =>
  numberAt(reader.view().document.tables.wbs, name, slotOf(reader, row));
const isSummary = (reader: Reader, row: number): boolean => reader.view().rows.type[row] === TYPE_SUM;
const words = (reader: Reader, name: string, row: number): string => textAt(reader.view().document.tables.wbs, name, slotOf(reader, row));

/** Working days of the row's calendar, two decimals at most. */
function days(reader: Reader, minutes: number, row: number): string {
  const { times, rows } = reader.view();
  const value = minutes / times.minutesPerDay(rows.calendar?.[row] ?? 0);
  return reader.texts.number(value, Number.isInteger(value) ? 0 : DECIMALS);
}

const dateColumn =
  (id: string, field: string, width = 96): ((reader: Reader) => Definition) =>
  (reader) => ({
    id,
    width,
    editor: 'date',
    text: (_reader, row) => {
      const minute = id === 'start' || id === 'finish' ? reader.view().rows[id][row] : number(reader, field, row);
      return minute === NO_DATE ? '' : reader.texts.date(minute);
    },
    value: (row) => {
      const minute = number(reader, field, row);
      return minute === NO_DATE ? null : minute;
    },
    editable: (row) => !isSummary(reader, row),
  });

const floatColumn =
  (id: string, field: string): ((reader: Reader) => Definition) =>
  (reader) => ({
    id,
    width: 84,
    align: 'right',
    text: (_reader, row) => {
      const minutes = number(reader, field, row);
      return minutes === NO_DATE || isSummary(reader, row) ? '' : days(reader, minutes, row);
    },
    tone: (row) => (number(reader, field, row) < 0 && number(reader, field, row) !== NO_DATE ? 'critical' : 'plain'),
  });

const limitColumn =
  (end: 'start' | 'finish'): ((reader: Reader) => Definition) =>
  (reader) => ({
    id: `${end}LimitType`,
    width: 128,
    editor: 'select',
    text: (_reader, row) => {
      const type = LIMIT_TYPES[number(reader, `${end}LimitType`, row)];
      return type ? reader.texts.t(`limit.${type}`) : '';
    },
    value: (row) => LIMIT_TYPES[number(reader, `${end}LimitType`, row)] ?? '',
    options: () => [
      { value: '', label: reader.texts.t('limit.none') },
      ...LIMIT_TYPES.map((type) => ({ value: type, label: reader.texts.t(`limit.${type}`) })),
    ],
    editable: (row) => !isSummary(reader, row),
  });

/** Every column of the grid, in its usual order. */
const COLUMNS: ((reader: Reader) => Definition)[] = [
  (reader) => ({ id: 'code', width: 80, frozen: true, editor: 'text', text: (_reader, row) => words(reader, 'code', row) }),
  (reader) => ({ id: 'name', width: 236, frozen: true, tree: true, editor: 'text', text: (_reader, row) => words(reader, 'name', row) }),
  (reader) => ({
    id: 'durationMinutes',
    width: 56,
    align: 'right',
    editor: 'duration',
    text: (_reader, row) => (isSummary(reader, row) ? '' : days(reader, number(reader, 'durationMinutes', row), row)),
    value: (row) => number(reader, 'durationMinutes', row),
    editable: (row) => !isSummary(reader, row),
  }),
  dateColumn('start', 'start'),
  dateColumn('finish', 'finish'),
  (reader) => ({
    id: 'progress',
    width: 72,
    align: 'right',
    editor: 'percentage',
    text: (_reader, row) => reader.texts.number(reader.view().rows.progress[row] * 100, 0),
    value: (row) => reader.view().rows.progress[row],
    editable: (row) => !isSummary(reader, row),
  }),
  floatColumn('totalFloatMinutes', 'totalFloatMinutes'),
  floatColumn('freeFloatMinutes', 'freeFloatMinutes'),
  (reader) => ({ id: 'predecessors', width: 128, text: (_reader, row) => predecessorsOf(reader, row) }),
  (reader) => ({
    id: 'status',
    width: 104,
    editor: 'select',
    text: (_reader, row) => (isSummary(reader, row) ? '' : reader.texts.t(`status.${TASK_STATUSES[number(reader, 'status', row)]}`)),
    value: (row) => TASK_STATUSES[number(reader, 'status', row)],
    options: () => TASK_STATUSES.map((status) => ({ value: status, label: reader.texts.t(`status.${status}`) })),
    editable: (row) => !isSummary(reader, row),
  }),
  dateColumn('actualStart', 'actualStart'),
  dateColumn('actualFinish', 'actualFinish'),
  (reader) => ({
    id: 'remainingMinutes',
    width: 80,
    align: 'right',
    editor: 'duration',
    text: (_reader, row) => (isSummary(reader, row) ? '' : days(reader, number(reader, 'remainingMinutes', row), row)),
    value: (row) => number(reader, 'remainingMinutes', row),
    editable: (row) => !isSummary(reader, row),
  }),
  limitColumn('start'),
  dateColumn('startLimitDate', 'startLimitDate', 108),
  limitColumn('finish'),
  dateColumn('finishLimitDate', 'finishLimitDate', 108),
  dateColumn('lateStart', 'lateStart'),
  dateColumn('lateFinish', 'lateFinish'),
  (reader) => ({ id: 'type', width: 116, text: (_reader, row) => reader.texts.t(`item_type.${ITEM_TYPES[reader.view().rows.type[row]]}`) }),
];

const READ_ONLY = new Set(['lateStart', 'lateFinish']);

/** The columns of the grid over a view that may change under them. */
export function columnsFor(view: () => ScheduleView, texts: ColumnTexts): GanttColumn[] {
  const reader: Reader = { view, texts };
  return COLUMNS.map((define) => {
    const { text, ...column } = define(reader);
    const shown: GanttColumn = { ...column, title: texts.t(`column.${column.id}`), text: (row) => text(reader, row) };
    if (READ_ONLY.has(column.id)) delete shown.editor;
    return shown;
  });
}

/** What a cell's value means for the fields of its row. */
export function fieldsOfCell(columnId: string, value: CellValue): Record<string, unknown> {
  if (columnId === 'startLimitType' || columnId === 'finishLimitType') return { [columnId]: value === '' ? null : value };
  if (typeof value === 'number' && DATE_COLUMNS.has(columnId)) return { [columnId]: formatMinute(value) };
  if (value === '' && DATE_COLUMNS.has(columnId)) return { [columnId]: null };
  return { [columnId]: value };
}

const DATE_COLUMNS = new Set(['start', 'finish', 'actualStart', 'actualFinish', 'startLimitDate', 'finishLimitDate']);

/** Predecessors as planners write them: `A1010`, `A1020SS+2`. Read from the links of the view, found once per view. */
function predecessorsOf(reader: Reader, row: number): string {
  const view = reader.view();
  const { links, rows, document, times } = view;
  const list = incomingOf(view).get(row);
  if (!list) return '';
  const relations = document.tables.relation;
  return list
    .map((link) => {
      const slot = relations.slotOf.get(links.id[link]) as number;
      const type = RELATION_TYPES[links.type[link]];
      const lag = numberAt(relations, 'lagMinutes', slot) / times.minutesPerDay(rows.calendar?.[row] ?? 0);
      const code = words(reader, 'code', links.predecessor[link]) || String(rows.id[links.predecessor[link]]);
      const shownLag = lag ? `${lag > 0 ? '+' : '\u2212'}${reader.texts.number(Math.abs(lag), Number.isInteger(lag) ? 0 : DECIMALS)}` : '';
      return code + (type === 'fs' && !lag ? '' : type.toUpperCase()) + shownLag;
    })
    .join(', ');
}

const incoming = new WeakMap<object, Map<number, number[]>>();

function incomingOf({ links }: ScheduleView): Map<number, number[]> {
  let found = incoming.get(links);
  if (found) return found;
  found = new Map();
  for (let link = 0; link < links.count; link += 1) {
    const list = found.get(links.successor[link]);
    if (list) list.push(link);
    else found.set(links.successor[link], [link]);
  }
  incoming.set(links, found);
  return found;
}
