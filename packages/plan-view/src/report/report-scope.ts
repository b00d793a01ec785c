import {
  attributeColumn,
  ITEM_TYPES,
  MINUTES_PER_DAY,
  NO_DATE,
  type ReportCell,
  type ReportMeasure,
  REPORT_ROW_LISTS,
  type ReportRowList,
  type ReportRowValue,
  type ReportSeries,
  TASK_STATUSES,
} from '@gantry/domain';
import { ROW_FLAGS } from '@gantry/scene';
import { rowsOf, textAt, valueOf } from '../document/document.ts';
import { readersOf } from '../values/readers.ts';
import type { ScheduleView } from '../rows/view.ts';
import type { AmountTables } from '../values/laid-amounts.ts';
import { openReportAmounts, type ReportAmounts } from './report-amounts.ts';
import type { ReportTime } from './report-periods.ts';

/** Where values of a report come from; `undefined` says that this place does not know the name. */
export type ReportScope = {
  value(path: string): ReportCell | undefined;
  list(path: string): readonly ReportScope[] | undefined;
};

/** A row of a report, told from others by its place in the view. */
export type ReportRow = ReportScope & { row: number; id: number };

/** What a report is asked of a version. `wbsIds`: rows that are shown with all below them; null: all. */
export type ReportQuestion = {
  time: ReportTime;
  wbsIds: readonly number[] | null;
  /** Whether costs are shown. */
  money: boolean;
  people: ReadonlyMap<number, string>;
  t(key: string): string;
};

const SUMMARY = ITEM_TYPES.indexOf('sum');
const DRAFT = ITEM_TYPES.indexOf('draft');
const IS_MILESTONE = ITEM_TYPES.map((type) => type.startsWith('milestone'));
const AMOUNT = /^(volume|labour|cost)\.(plan|target|fact|remaining|approved)\.([a-z_]+\d*)$/;

/** Opens a version for reports: its rows with what each says. */
export function openReport(
  view: ScheduleView,
  tables: AmountTables,
  question: ReportQuestion,
): { list(path: string): readonly ReportRow[] | undefined } {
  const { rows } = view;
  const read = rowReader(view, openReportAmounts(view, tables, question.time), question);
  const shown = shownRows(view, question.wbsIds);
  const cache = new Map<number, ReportRow>();
  const lists = new Map<ReportRowList, readonly ReportRow[]>();
  const at = (row: number): ReportRow => {
    const known = cache.get(row);
    if (known) return known;
    const scope: ReportRow = {
      row,
      id: rows.id[row],
      value: (path) => (path === 'id' ? rows.id[row] : read(row, path)),
      // The rows under a phase.
      list: (path) => {
        const name = rowList(path);
        return name && of(name).filter((one) => one.row > row && one.row < rows.end[row]);
      },
    };
    cache.set(row, scope);
    return scope;
  };
  const of = (name: ReportRowList): readonly ReportRow[] => {
    const known = lists.get(name);
    if (known) return known;
    const found = shown.filter((row) => IN_LIST[name](view, row, question.time)).map(at);
    lists.set(name, found);
    return found;
  };
  return {
    list(path) {
      const name = rowList(path);
      return name && of(name);
    },
  };
}

const rowList = (path: string): ReportRowList | undefined => REPORT_ROW_LISTS.find((one) => one === path);

/** Rows that are wanted with all below them, drafts left out. */
function shownRows({ rows, rowOfId }: ScheduleView, wbsIds: readonly number[] | null): number[] {
  const wanted = new Uint8Array(rows.count).fill(wbsIds ? 0 : 1);
  for (const id of wbsIds ?? []) {
    const row = rowOfId.get(id);
    if (row !== undefined) wanted.fill(1, row, rows.end[row]);
  }
  return Array.from(wanted.keys()).filter((row) => wanted[row] === 1 && rows.type[row] !== DRAFT);
}

type Test = (view: ScheduleView, row: number, time: ReportTime) => boolean;

const isWork: Test = ({ rows }, row) => rows.type[row] !== SUMMARY && !IS_MILESTONE[rows.type[row]];
const statusOf = (view: ScheduleView, row: number): string =>
  TASK_STATUSES[(view.document.tables.wbs.numbers.get('status') as Uint8Array)[view.slots[row]]] ?? '';
const COMPLETED = 'completed';

/** What belongs to a list; the one rule for a count and for the rows behind it. */
const IN_LIST: Record<ReportRowList, Test> = {
  rows: () => true,
  sections: ({ rows }, row) => rows.type[row] === SUMMARY,
  works: isWork,
  milestones: ({ rows }, row) => IS_MILESTONE[rows.type[row]],
  critical: (view, row, time) =>
    isWork(view, row, time) && (view.rows.flags[row] & ROW_FLAGS.critical) !== 0 && statusOf(view, row) !== COMPLETED,
  due: (view, row, time) =>
    isWork(view, row, time) &&
    view.rows.finish[row] !== NO_DATE &&
    view.rows.finish[row] <= time.dataDate &&
    statusOf(view, row) !== COMPLETED,
  started: (view, row, time) => isWork(view, row, time) && statusOf(view, row) === 'in_progress',
  finished: (view, row, time) => isWork(view, row, time) && statusOf(view, row) === COMPLETED,
};

const date = (minute: number): ReportCell => (minute === NO_DATE ? null : { minute });

function rowReader(view: ScheduleView, amounts: ReportAmounts, { money, people, t, time }: ReportQuestion) {
  const { rows, slots, document, times } = view;
  const { wbs, relation } = document.tables;
  const readers = readersOf(view);
  const numbers = (row: number, field: string): number => {
    const value = (wbs.numbers.get(field) as Int32Array | Float64Array)[slots[row]];
    return value === NO_DATE || value === undefined ? Number.NaN : value;
  };
  const minutes =
    (field: string) =>
    (row: number): ReportCell => {
      const value = numbers(row, field);
      return Number.isNaN(value) ? null : { minute: value };
    };
  const days = (value: number, row: number): ReportCell =>
    Number.isNaN(value) ? null : value / times.minutesPerDay(rows.calendar?.[row] ?? 0);
  const text =
    (column: string) =>
    (row: number): ReportCell => {
      const reader = readers(column);
      return reader?.kind === 'text' ? reader.at(row) : null;
    };
  const person =
    (field: string) =>
    (row: number): ReportCell =>
      people.get(numbers(row, field)) ?? null;
  const variance =
    (now: Int32Array, field: string) =>
    (row: number): ReportCell => {
      const target = numbers(row, field);
      return Number.isNaN(target) || now[row] === NO_DATE ? null : Math.round((now[row] - target) / MINUTES_PER_DAY);
    };
  const since =
    (field: string) =>
    (row: number): ReportCell => {
      const at = numbers(row, field);
      return Number.isNaN(at) ? null : Math.floor((time.dataDate - at) / MINUTES_PER_DAY);
    };
  const codeOf = (id: number): string => valueOf(document, 'wbs', id, 'code') || valueOf(document, 'wbs', id, 'name') || '';
  let unmet: Map<number, string[]> | null = null;
  const openPredecessors = (row: number): ReportCell => {
    if (!unmet) {
      unmet = new Map();
      for (const slot of relation.slotOf.values()) {
        const [from, to] = ['predecessorId', 'successorId'].map((field) => (relation.numbers.get(field) as Int32Array)[slot]);
        const before = view.rowOfId.get(from);
        if (before === undefined || statusOf(view, before) === COMPLETED) continue;
        unmet.set(to, [...(unmet.get(to) ?? []), codeOf(from)]);
      }
    }
    return unmet.get(rows.id[row])?.join(', ') ?? null;
  };
  let byItem: Map<number, { kind: string; name: string }[]> | null = null;
  const assigned = (item: number, isWanted: (kind: string) => boolean): ReportCell => {
    if (!byItem) {
      const resources = new Map(rowsOf(document, 'resource').map((one) => [one.id, one]));
      byItem = new Map();
      for (const { itemId, resourceId } of rowsOf(document, 'assignment')) {
        const resource = resources.get(resourceId);
        if (resource) byItem.set(itemId, [...(byItem.get(itemId) ?? []), { kind: resource.kind, name: resource.name }]);
      }
    }
    return (
      byItem
        .get(item)
        ?.flatMap(({ kind, name }) => (isWanted(kind) ? [name] : []))
        .join(', ') || null
    );
  };
  const attributes = new Map(rowsOf(document, 'attribute').map(({ id, name }) => [name.toLowerCase(), attributeColumn(id)]));
  const places = numbersOfTree(view);
  const values: Record<ReportRowValue, (row: number) => ReportCell> = {
    number: (row) => places[row],
    code: (row) => textAt(wbs, 'code', slots[row]),
    name: (row) => textAt(wbs, 'name', slots[row]),
    level: (row) => rows.level[row] + 1,
    type: (row) => t(`item_type.${ITEM_TYPES[rows.type[row]]}`),
    status: (row) => (rows.type[row] === SUMMARY ? null : t(`status.${statusOf(view, row)}`)),
    phase: (row) => {
      for (let above = row - 1; above >= 0; above -= 1) if (rows.level[above] < rows.level[row]) return textAt(wbs, 'name', slots[above]);
      return null;
    },
    unit: (row) => textAt(wbs, 'volumeUnit', slots[row]) || null,
    start: (row) => date(rows.start[row]),
    finish: (row) => date(rows.finish[row]),
    actual_start: minutes('actualStart'),
    actual_finish: minutes('actualFinish'),
    target_start: minutes('targetStart'),
    target_finish: minutes('targetFinish'),
    start_variance: variance(rows.start, 'targetStart'),
    finish_variance: variance(rows.finish, 'targetFinish'),
    deadline: minutes('deadline'),
    duration: (row) => (rows.type[row] === SUMMARY ? null : days(numbers(row, 'durationMinutes'), row)),
    remaining: (row) => (rows.type[row] === SUMMARY ? null : days(numbers(row, 'remainingMinutes'), row)),
    float: (row) => {
      const reader = readers('totalFloatMinutes');
      return reader?.kind === 'number' ? days(reader.at(row), row) : null;
    },
    progress: (row) => rows.progress[row],
    critical: (row) => (rows.flags[row] & ROW_FLAGS.critical) !== 0,
    summary: (row) => rows.type[row] === SUMMARY,
    milestone: (row) => IS_MILESTONE[rows.type[row]],
    predecessors: text('predecessors'),
    successors: text('successors'),
    open_predecessors: openPredecessors,
    ready: (row) => openPredecessors(row) === null,
    completed: (row) => rows.type[row] !== SUMMARY && statusOf(view, row) === COMPLETED,
    near_critical: (row) => (rows.flags[row] & ROW_FLAGS.near) !== 0,
    days_to_start: (row) => (rows.start[row] === NO_DATE ? null : Math.floor((rows.start[row] - time.dataDate) / MINUTES_PER_DAY)),
    days_to_finish: (row) => (rows.finish[row] === NO_DATE ? null : Math.floor((rows.finish[row] - time.dataDate) / MINUTES_PER_DAY)),
    begun: (row) => !Number.isNaN(numbers(row, 'actualStart')),
    days_since_start: since('actualStart'),
    days_since_finish: since('actualFinish'),
    crew: (row) => assigned(rows.id[row], (kind) => kind === 'labour'),
    machines: (row) => assigned(rows.id[row], (kind) => kind !== 'labour' && kind !== 'material'),
    responsible: person('executorId'),
    curator: person('curatorId'),
  };
  return (row: number, path: string): ReportCell | undefined => {
    if (Object.hasOwn(values, path)) return values[path as ReportRowValue](row);
    const [, measure, series, period] = AMOUNT.exec(path) ?? [];
    if (measure !== undefined) {
      if (measure === 'cost' && !money) return null;
      const value = amounts(measure as ReportMeasure, series as ReportSeries, period)?.[row];
      return value === undefined ? undefined : Number.isNaN(value) ? null : value;
    }
    if (!path.startsWith('attr("')) return undefined;
    const column = attributes.get(path.slice(6, -2).toLowerCase());
    return column === undefined ? null : cellOf(readers(column), row);
  };
}

function cellOf(reader: ReturnType<ReturnType<typeof readersOf>>, row: number): ReportCell {
  if (!reader) return null;
  if (reader.kind === 'text') return reader.at(row) || null;
  const value = reader.at(row);
  if (reader.kind === 'minute') return date(value);
  return Number.isNaN(value) ? null : value;
}

/** Numbers of rows by the tree: `1.2.3`. */
function numbersOfTree({ rows }: ScheduleView): string[] {
  const counts: number[] = [];
  return Array.from({ length: rows.count }, (_, row) => {
    const level = rows.level[row];
    counts.length = level + 1;
    counts[level] = (counts[level] ?? 0) + 1;
    return counts.join('.');
  });
}
