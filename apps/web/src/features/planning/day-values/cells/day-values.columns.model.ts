import { type DataMode, type Day, dayOf, MINUTES_PER_DAY, parseMinute, type ResourceMeasure } from '@gantry/domain';
import { workBetween } from '@gantry/engine';
import { type ScheduleView, titleOf, valueOf } from '@gantry/plan-view';
import { type CellValue, type GanttColumn, TYPE_DRAFT, TYPE_SUM, TYPE_TASK, TYPE_WORK } from '@gantry/scene';
import { localToday } from '../../../../lib/dates.ts';
import { type DayWords, lateLine, whyWithoutDays } from '../day-values.model.ts';
import {
  type CellLine,
  type CellPeriod,
  type CellUnit,
  dateOfDay,
  type OpenDays,
  periodsFrom,
  sumOfPeriod,
} from './day-values.cells.model.ts';
import type { DayTiles } from './day-values.tiles.store.ts';

/** What the cells of a version are drawn from; everything is read when a cell is painted. */
export type CellSight = DayWords & {
  view(): ScheduleView;
  tiles: DayTiles;
  measure: ResourceMeasure;
  line: CellLine;
  unit: CellUnit;
  from: Day;
  language: string;
  mayWrite(itemId: number, mode: DataMode): boolean;
  locked: boolean;
  /** What was typed into a cell and refused, and why. */
  refused(itemId: number, columnId: string): { text: string; value: number | null } | undefined;
  /** What was computed since the tiles changed last. */
  known: Map<string, CellValue | undefined>;
};

export const SERIES = 'days';
const WIDTHS: Record<CellUnit, number> = { day: 70, week: 72, month: 84 };
const SHORT_WIDTHS = { undistributed: 112, deviation: 104, total: 80, done: 84 };
/** More works are not read to be added up for a summary: the server adds them up. */
const MOST_ADDED = 600;

const FORMS: Record<CellUnit, Intl.DateTimeFormatOptions> = {
  day: { weekday: 'short', day: 'numeric' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
};

const isWork = ({ rows }: ScheduleView, row: number): boolean =>
  rows.id[row] > 0 && (rows.type[row] === TYPE_TASK || rows.type[row] === TYPE_WORK) && rows.end[row] === row + 1;

/** Whether a work takes the values of a line: plans are of those alone that are planned by days. */
const takes = ({ line, view }: CellSight, id: number): boolean =>
  line === 'fact' || valueOf(view().document, 'wbs', id, 'dayPlanned') !== false;

/** Why somebody writes none of a line's values of a work. */
const NOT_WRITTEN = { plan: 'auth.forbidden', fact: 'report.not_yours', approved_plan: 'report.not_the_curator' } as const;

/** A value of a work on a day, or the sum of a summary; of the line of what is late, what was planned and not done. */
function valueOn({ tiles, line }: CellSight, id: number, day: Day, of: 'valueAt' | 'sumAt' = 'valueAt'): number | null | undefined {
  if (line !== 'deviation') return tiles[of](id, day, line);
  const [approved, plan, fact] = (['approved_plan', 'plan', 'fact'] as const).map((mode) => tiles[of](id, day, mode));
  if (plan === undefined) return undefined;
  const due = approved ?? plan;
  return due === null && fact === null ? null : Math.round(((due ?? 0) - (fact ?? 0)) * 1e6) / 1e6;
}

/** The value of a cell; of a summary the sum of the works below it. */
function cellValue(sight: CellSight, row: number, period: CellPeriod): CellValue | undefined {
  const key = `${sight.view().rows.id[row]} ${period.first}`;
  if (sight.known.has(key)) return sight.known.get(key);
  const view = sight.view();
  const of = (at: number) => sumOfPeriod(period, (day) => valueOn(sight, view.rows.id[at], day));
  let value: number | null | undefined;
  if (isWork(view, row)) value = of(row);
  else if (view.rows.end[row] - row <= MOST_ADDED) {
    value = null;
    for (let at = row + 1; at < view.rows.end[row] && value !== undefined; at += 1) {
      if (!isWork(view, at)) continue;
      const own = of(at);
      value = own === undefined ? undefined : own === null ? value : (value ?? 0) + own;
    }
  } else value = sumOfPeriod(period, (day) => valueOn(sight, view.rows.id[row], day, 'sumAt'));
  sight.known.set(key, value);
  return value;
}

/** Everything attached to the days of a period, beside their values. */
function ofPeriod<V>({ first, last }: CellPeriod, on: (day: Day) => readonly V[]): V[] {
  const all = new Set<V>();
  for (let day = first; day <= last; day += 1) for (const one of on(day)) all.add(one);
  return [...all];
}

/** Hours of a period that were approved in timesheets, by people. */
function heldText({ tiles, line, t, number }: CellSight, itemId: number, period: CellPeriod): string {
  if (line !== 'fact') return '';
  const hours = new Map<string, number>();
  for (const one of ofPeriod(period, (day) => tiles.heldAt(itemId, day))) hours.set(one.name, (hours.get(one.name) ?? 0) + one.hours);
  return [...hours].map(([name, sum]) => t('values.held', { name, hours: number(sum) })).join(' · ');
}

/** Facts of a period that count on another day than their own: of which day, how much, and where. */
function lateText(sight: CellSight, itemId: number, period: CellPeriod): string {
  if (sight.line !== 'fact') return '';
  return ofPeriod(period, (day) => sight.tiles.lateAt(itemId, day))
    .map((one) => lateLine(one, sight))
    .join(' · ');
}

/** The days on which values of a mode are taken, as far as the page knows; facts of closed days may count on the first open one. */
export function openDays(tiles: Pick<DayTiles, 'page'>, mode: DataMode): OpenDays {
  const limits = tiles.page()?.limits;
  const from = mode === 'fact' && limits?.fact.late ? null : (limits?.[mode === 'fact' ? 'fact' : 'plan'].from ?? null);
  return { from: from === null ? null : dayOfDate(from), to: mode === 'fact' ? dayOfDate(localToday()) : null };
}
const dayOfDate = (text: string): Day => dayOf(parseMinute(text) as number);

/** Where a typed period goes when not all of its days take facts. */
function untilText(sight: CellSight, period: CellPeriod): string {
  if (sight.line !== 'fact' || period.first === period.last) return '';
  const { to } = openDays(sight.tiles, 'fact');
  if (to === null || to < period.first || to >= period.last) return '';
  return sight.t('values.cells_until', { day: sight.date(dateOfDay(to)) });
}

function periodColumn(sight: CellSight, period: CellPeriod, title: string): GanttColumn {
  const { line, tiles } = sight;
  const offDays = new Map<number, boolean>();
  const isOff = (row: number): boolean => {
    const { times, rows } = sight.view();
    const index = rows.calendar?.[row] ?? 0;
    let off = offDays.get(index);
    if (off === undefined) {
      const [start, end] = [period.first * MINUTES_PER_DAY, (period.last + 1) * MINUTES_PER_DAY];
      offDays.set(index, (off = workBetween(times.compiled(index), start, end) === 0));
    }
    return off;
  };
  const isClosed = (): boolean => {
    const from = line === 'deviation' ? null : tiles.page()?.limits[line === 'fact' ? 'fact' : 'plan'].from;
    const minute = from ? parseMinute(from) : null;
    return minute !== null && period.last < dayOf(minute);
  };
  const countsLater = (): boolean => line === 'fact' && tiles.page()?.limits.fact.late === true;
  const isOpen = (row: number): boolean =>
    line !== 'deviation' &&
    isWork(sight.view(), row) &&
    (!isClosed() || countsLater()) &&
    takes(sight, sight.view().rows.id[row]) &&
    !heldText(sight, sight.view().rows.id[row], period) &&
    sight.mayWrite(sight.view().rows.id[row], line);
  const refusedAt = (row: number) => sight.refused(sight.view().rows.id[row], period.id);
  return {
    id: period.id,
    title,
    width: WIDTHS[sight.unit],
    align: 'right',
    exact: true,
    series: SERIES,
    editor: 'number',
    whole: (row) => tiles.shortOf(sight.view().rows.id[row])?.total ?? null,
    editable: isOpen,
    whyNot(row) {
      if (line === 'deviation') return '';
      if (sight.locked) return sight.t('version.locked');
      const { rows, document } = sight.view();
      const name = titleOf(document, rows.id[row]);
      if (!isWork(sight.view(), row)) return sight.t(whyWithoutDays(rows.type[row]) ?? 'values.of_a_summary', { name });
      if (!takes(sight, rows.id[row])) return sight.t('values.not_by_days', { name });
      const held = heldText(sight, rows.id[row], period);
      if (held) return held;
      const from = tiles.page()?.limits[line === 'fact' ? 'fact' : 'plan'].from ?? '';
      if (isClosed()) return sight.t('values.period_closed', { day: sight.date(dateOfDay(period.first)), from: sight.date(from) });
      return sight.t(NOT_WRITTEN[line], { name });
    },
    text(row) {
      const value = cellValue(sight, row, period);
      return typeof value === 'number' ? sight.number(value) : value === undefined ? '·' : '';
    },
    value: (row) => cellValue(sight, row, period) ?? null,
    ground: (row) =>
      isClosed() || !takes(sight, sight.view().rows.id[row]) || heldText(sight, sight.view().rows.id[row], period)
        ? 'closed'
        : isOff(row)
          ? 'off'
          : null,
    tone(row) {
      if (!isWork(sight.view(), row)) return 'plain';
      const value = cellValue(sight, row, period);
      if (line === 'deviation') return typeof value === 'number' && value > 0 ? 'critical' : 'muted';
      const short = tiles.shortOf(sight.view().rows.id[row]);
      return line === 'fact' && short?.total !== null && short && short.done > short.total ? 'near' : 'plain';
    },
    fault: (row) => refusedAt(row)?.text ?? '',
    note(row) {
      const until = isOpen(row) ? untilText(sight, period) : '';
      return [heldText, lateText]
        .flatMap((text) => text(sight, sight.view().rows.id[row], period) || [])
        .concat(until || [])
        .join(' · ');
    },
    refused: (row) => refusedAt(row)?.value,
  };
}

/** What the server says of a work beside its days. */
function shortColumn(sight: CellSight, id: 'total' | 'done' | 'undistributed' | 'deviation', isFrozen: boolean): GanttColumn {
  const valueAt = (row: number): number | null => {
    const value = isWork(sight.view(), row) ? (sight.tiles.shortOf(sight.view().rows.id[row])?.[id] ?? null) : null;
    const isOwed = id === 'undistributed' || id === 'deviation';
    return value === null || value < 0 || (value === 0 && (isOwed || id === 'done')) ? null : value;
  };
  return {
    id: `short:${id}`,
    title: sight.t(`values.cells_${id}`),
    width: SHORT_WIDTHS[id],
    align: 'right',
    exact: true,
    frozen: isFrozen,
    text(row) {
      const value = valueAt(row);
      return value === null ? '' : sight.number(value);
    },
    tone: (row) => (id === 'deviation' && valueAt(row) !== null ? 'critical' : 'muted'),
    note: (row) => (id === 'total' && sight.tiles.shortOf(sight.view().rows.id[row])?.mixed_units ? sight.t('values.mixed_units') : ''),
  };
}

/** The columns of the cells: what is left and what is late of each work, then a window of days, weeks or months. */
export function cellColumns(sight: CellSight): { columns: GanttColumn[]; periods: ReadonlyMap<string, CellPeriod> } {
  const periods = periodsFrom(sight.from, sight.unit);
  const form = new Intl.DateTimeFormat(sight.language, { ...FORMS[sight.unit], timeZone: 'UTC' });
  const firstOfMonth = new Intl.DateTimeFormat(sight.language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const titleOf = ({ first }: CellPeriod): string => {
    const date = new Date(`${dateOfDay(first)}T00:00:00Z`);
    return (sight.unit === 'day' && date.getUTCDate() === 1 ? firstOfMonth : form).format(date);
  };
  return {
    columns: [
      shortColumn(sight, 'undistributed', true),
      shortColumn(sight, 'deviation', true),
      shortColumn(sight, 'total', false),
      shortColumn(sight, 'done', false),
      ...periods.map((period) => periodColumn(sight, period, titleOf(period))),
    ],
    periods: new Map(periods.map((period) => [period.id, period])),
  };
}

/** Works in the order of the plan, as the server counts them. */
export function worksOf(view: ScheduleView): number[] {
  const works: number[] = [];
  for (let row = 0; row < view.rows.count; row += 1)
    if (view.rows.type[row] !== TYPE_SUM && view.rows.type[row] !== TYPE_DRAFT) works.push(view.rows.id[row]);
  return works;
}
