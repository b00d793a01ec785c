import { LIMIT_TYPES, MINUTES_PER_DAY, minuteOf, NO_DATE, RELATION_TYPES } from '@gantry/domain';
import {
  endsFromLevels,
  LINK_FLAGS,
  newLinks,
  newRows,
  ROW_FLAGS,
  TYPE_DRAFT,
  TYPE_MILESTONE_FINISH,
  TYPE_MILESTONE_START,
  TYPE_SUM,
  TYPE_TASK,
  TYPE_WORK,
} from '@gantry/scene';
import type { Plan } from './plan.ts';
import { demoCalendars, demoColumns } from './plan.ts';

type Row = {
  level: number;
  type: number;
  name: string;
  from: number | null;
  days: number;
  done?: number;
  flags?: number;
  tint?: number;
  slack?: number;
  free?: number;
  baseline?: [number, number];
  deadline?: number;
  limit?: [keyof typeof LIMITS, number];
  pause?: [number, number];
};
const LIMITS = { earliest: 'not_earlier', latest: 'not_later', fixed: 'in_date' } as const;
const { critical, near, context, late, locked } = ROW_FLAGS;

/** Every kind of row once, each with what can stand on it, in days from the first Monday. */
const ROWS: Row[] = [
  { level: 0, type: TYPE_SUM, name: 'Статус: в работе', from: null, days: 0 },
  { level: 1, type: TYPE_SUM, name: 'Корпус 2', from: 0, days: 46, done: 0.4, baseline: [-2, 42] },
  { level: 2, type: TYPE_MILESTONE_START, name: 'Начало строительства', from: 0, days: 0, baseline: [-2, 0] },
  { level: 2, type: TYPE_TASK, name: 'Задача закончена', from: 0, days: 9, done: 1, baseline: [-2, 9] },
  { level: 2, type: TYPE_TASK, name: 'Задача в работе, с резервом', from: 5, days: 14, done: 0.6, slack: 9, free: 4, baseline: [3, 12] },
  { level: 2, type: TYPE_TASK, name: 'Задача с работами', from: 9, days: 14, done: 0.3, slack: 3 },
  { level: 3, type: TYPE_WORK, name: 'Работа', from: 9, days: 7, done: 0.5, slack: 2, free: 2 },
  { level: 3, type: TYPE_WORK, name: 'Работа, не начата', from: 16, days: 7 },
  { level: 2, type: TYPE_TASK, name: 'Критическая', from: 14, days: 12, done: 0.3, flags: critical, baseline: [12, 11] },
  { level: 2, type: TYPE_TASK, name: 'Почти критическая', from: 18, days: 9, done: 0.4, flags: near, slack: 2 },
  { level: 2, type: TYPE_TASK, name: 'Отрицательный резерв', from: 20, days: 10, flags: critical, slack: -4, deadline: 27 },
  { level: 2, type: TYPE_TASK, name: 'Начать не раньше, закончить к сроку', from: 12, days: 10, limit: ['earliest', 12], deadline: 28 },
  { level: 2, type: TYPE_TASK, name: 'Закончить не позже, как можно позже', from: 16, days: 8, limit: ['latest', 27], flags: late },
  { level: 2, type: TYPE_TASK, name: 'Твёрдая дата', from: 21, days: 6, limit: ['fixed', 21] },
  { level: 2, type: TYPE_TASK, name: 'С перерывом', from: 7, days: 22, done: 0.35, pause: [14, 21] },
  { level: 2, type: TYPE_TASK, name: 'Своего цвета', from: 10, days: 15, done: 0.5, tint: 5 },
  { level: 2, type: TYPE_DRAFT, name: 'Черновик', from: 13, days: 16 },
  { level: 2, type: TYPE_TASK, name: 'Только ради потомков', from: 15, days: 6, flags: context },
  { level: 2, type: TYPE_TASK, name: 'Закрыта для правки', from: 17, days: 6, flags: locked },
  { level: 2, type: TYPE_TASK, name: 'Без дат', from: null, days: 0 },
  { level: 2, type: TYPE_MILESTONE_FINISH, name: 'Сдача', from: 30, days: 0, flags: critical, baseline: [26, 0] },
  { level: 2, type: TYPE_MILESTONE_FINISH, name: 'Веха', from: 26, days: 0, done: 1 },
  { level: 0, type: TYPE_SUM, name: 'Статус: не начата', from: null, days: 0 },
  { level: 1, type: TYPE_TASK, name: 'Другая работа', from: 22, days: 9 },
];
const TIES: [number, number, 'fs' | 'ss' | 'ff' | 'sf', number][] = [
  [3, 4, 'ff', LINK_FLAGS.driving],
  [3, 5, 'fs', LINK_FLAGS.driving],
  [6, 7, 'fs', LINK_FLAGS.driving],
  [8, 10, 'ss', LINK_FLAGS.driving | LINK_FLAGS.critical],
  [10, 20, 'fs', LINK_FLAGS.driving | LINK_FLAGS.critical],
  [4, 9, 'ss', 0],
  [9, 13, 'sf', 0],
];

/** A page of every kind of row. */
export function typesPlan(): Plan {
  const count = ROWS.length;
  const rows = newRows(count);
  const origin = minuteOf(2026, 5, 4);
  const at = (day: number | null | undefined): number => (day === null || day === undefined ? NO_DATE : origin + day * MINUTES_PER_DAY);
  const dates = (): Int32Array => new Int32Array(count).fill(NO_DATE);
  Object.assign(rows, {
    lateFinish: dates(),
    freeFinish: dates(),
    baselineStart: dates(),
    baselineFinish: dates(),
    deadline: dates(),
    suspend: dates(),
    resume: dates(),
    totalFloat: new Int32Array(count),
    startLimit: new Uint8Array(count),
    startLimitDate: dates(),
    finishLimit: new Uint8Array(count),
    finishLimitDate: dates(),
    tint: new Uint8Array(count),
    calendar: new Uint16Array(count),
  });
  const put = (column: Int32Array | null, row: number, day: number | null | undefined): void => {
    if (column) column[row] = at(day);
  };
  ROWS.forEach((each, row) => {
    const finish = each.from === null ? null : each.from + each.days;
    rows.id[row] = each.from === null && each.type === TYPE_SUM ? -1 - row : row + 1;
    rows.level[row] = each.level;
    rows.type[row] = each.type;
    rows.progress[row] = each.done ?? 0;
    rows.flags[row] = each.flags ?? 0;
    put(rows.start, row, each.from);
    put(rows.finish, row, finish);
    if (rows.totalFloat) rows.totalFloat[row] = (each.slack ?? 0) * 480;
    if (finish !== null && each.slack !== undefined) put(rows.lateFinish, row, finish + each.slack);
    if (finish !== null && each.free !== undefined) put(rows.freeFinish, row, finish + each.free);
    put(rows.baselineStart, row, each.baseline?.[0]);
    if (each.baseline) put(rows.baselineFinish, row, each.baseline[0] + each.baseline[1]);
    put(rows.deadline, row, each.deadline);
    put(rows.suspend, row, each.pause?.[0]);
    put(rows.resume, row, each.pause?.[1]);
    if (rows.tint) rows.tint[row] = each.tint ?? 0;
    if (rows.calendar) rows.calendar[row] = each.type === TYPE_WORK ? 1 : 0;
    if (!each.limit) return;
    const [kind, day] = each.limit;
    const [limits, column] = kind === 'latest' ? [rows.finishLimit, rows.finishLimitDate] : [rows.startLimit, rows.startLimitDate];
    if (limits) limits[row] = 1 + LIMIT_TYPES.indexOf(LIMITS[kind]);
    put(column, row, day);
  });
  endsFromLevels(rows.level, rows.end);
  const links = newLinks(TIES.length);
  TIES.forEach(([from, to, type, flags], link) => {
    links.predecessor[link] = from;
    links.successor[link] = to;
    links.type[link] = RELATION_TYPES.indexOf(type);
    links.flags[link] = flags;
  });
  const names = ROWS.map(({ name }) => name);
  return { rows, links, calendars: demoCalendars(), columns: demoColumns(rows, names), dataDate: origin + 15 * MINUTES_PER_DAY, names };
}
