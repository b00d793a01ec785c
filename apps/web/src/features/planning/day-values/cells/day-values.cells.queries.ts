import { api } from '@gantry/contract';
import { type DataMode, type Day, dayOf, parseMinute, type ResourceMeasure } from '@gantry/domain';
import { rowOf, type ScheduleView, titleOf } from '@gantry/plan-view';
import type { TFunction } from 'i18next';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../lib/calls/api-client.ts';
import { ApiError } from '../../../../lib/calls/api-error.ts';
import { formatInstant, formatLocal, localToday } from '../../../../lib/dates.ts';
import { formatNumber } from '../../../../lib/numbers.ts';
import type { CellEdit, CellRefusal, Verdict } from '../../../../ui/gantt/chart.ts';
import type { Gantt } from '../../../../ui/gantt/create-gantt.ts';
import { reasonText, refusalText } from '../../../../ui/text/refusal-text.ts';
import type { GridCells, ScheduleSession } from '../../wbs/wbs.queries.ts';
import { warnOfLongDays } from '../day-values.queries.ts';
import { cellColumns, type CellSight, openDays, SERIES, worksOf } from './day-values.columns.model.ts';
import {
  cellsOfEntered,
  type CellLine,
  type CellPeriod,
  type CellUnit,
  dateOfDay,
  daysOfTyped,
  type EnteredDays,
  leftToOpen,
  openPart,
  periodAfter,
  periodStart,
  sumOfCells,
  WINDOW,
} from './day-values.cells.model.ts';
import { createDayTiles, type DayTiles, type SeriesName } from './day-values.tiles.store.ts';

type Props = {
  session: ScheduleSession | null;
  /** The rows as they are shown, and as they are in the plan. */
  shown: ScheduleView | null;
  gantt: RefObject<Gantt | null>;
  on: boolean;
  line: CellLine;
  measure: ResourceMeasure;
  unit: CellUnit;
  /** The day that the first window begins with. */
  start: Day;
  mayWrite(itemId: number): Readonly<Record<DataMode, boolean>>;
  locked: boolean;
};

/** Cells of an open version beside its rows: their columns, what typed values do, and the window that they show. */
export function useDayCells({ session, shown, gantt, on, line, measure, unit, start, mayWrite, locked }: Props) {
  const { t, i18n } = useTranslation();
  const [from, setFrom] = useState<Day | null>(null);
  const [chosen, setChosen] = useState({ count: 0, sum: 0 });
  const latest = useRef({ shown, mayWrite });
  latest.current = { shown, mayWrite };
  const refused = useRef(new Map<string, { text: string; value: number | null }>());
  const known = useRef<CellSight['known']>(new Map());
  const first = periodStart(from ?? start, unit);

  const tiles = useMemo<DayTiles | null>(() => {
    if (!session || !on) return null;
    let plan: ScheduleView | null = null;
    let works: readonly number[] = [];
    return createDayTiles({
      measure,
      worksInOrder() {
        const now = session.view();
        if (now && (now.rows !== plan?.rows || now.rows.count !== plan.rows.count)) works = worksOf(now);
        plan = now;
        return works;
      },
      read: ({ from: day, to, ...asked }) =>
        call(
          api.dayValues.grid,
          { params: { id: session.versionId }, query: { ...asked, from: dateOfDay(day), to: dateOfDay(to) } },
          { quiet: true },
        ),
      readSums: ({ ids, from: day, to, measure: of }) =>
        call(
          api.dayValues.sums,
          { params: { id: session.versionId }, query: { ids: ids.join(','), measure: of, from: dateOfDay(day), to: dateOfDay(to) } },
          { quiet: true },
        ),
      changed() {
        known.current.clear();
        gantt.current?.patch([]);
      },
    });
  }, [session, on, measure, gantt]);
  useEffect(() => () => tiles?.close(), [tiles]);
  useEffect(() => {
    if (!session || !tiles) return undefined;
    return session.onDiff((diff) => tiles.take(diff, (id) => seriesOf(session.view(), id)));
  }, [session, tiles]);

  const grid = useMemo<GridCells | null>(() => {
    if (!session || !tiles) return null;
    known.current = new Map();
    refused.current.clear();
    const view = (): ScheduleView => latest.current.shown ?? (session.view() as ScheduleView);
    const words = (key: string, values?: Record<string, unknown>): string => t(key, values ?? {});
    const { columns, periods } = cellColumns({
      view,
      tiles,
      measure,
      line,
      unit,
      from: first,
      language: i18n.language,
      t: words,
      number: (value) => formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 2 }),
      date: (text) => formatLocal(`${text}T00:00`),
      moment: formatInstant,
      mayWrite: (id, mode) => !locked && latest.current.mayWrite(id)[mode],
      locked,
      refused: (id, columnId) => refused.current.get(`${id} ${columnId}`),
      known: known.current,
    });
    const edit = (edits: readonly CellEdit[]) =>
      line === 'deviation'
        ? Promise.resolve(null)
        : writeCells(
            {
              session,
              tiles,
              view,
              periods,
              measure,
              mode: line,
              refused: refused.current,
              t,
            },
            edits,
          );
    return { columns, edit };
  }, [session, tiles, measure, line, unit, first, locked, i18n.language, t]);

  // Adds the chosen cells up, after a hand or a key has chosen.
  useEffect(() => {
    if (!on) return undefined;
    const choose = (): void => {
      const now = chosenIn(gantt.current);
      setChosen((before) => (before.count === now.count && before.sum === now.sum ? before : now));
    };
    const events = ['pointerup', 'keyup'];
    for (const event of events) window.addEventListener(event, choose);
    return () => {
      for (const event of events) window.removeEventListener(event, choose);
    };
  }, [on, gantt]);
  return {
    grid,
    chosen,
    first,
    move: (by: number) => setFrom(periodAfter(first, unit, by * Math.max(1, Math.floor(WINDOW[unit] / 2)))),
    toDay: (day: Day) => setFrom(day),
    today: () => setFrom(dayOf(parseMinute(localToday()) as number)),
  };
}

/** Shows the sum of the selected cells. */
function chosenIn(gantt: Gantt | null): { count: number; sum: number } {
  const values: unknown[] = [];
  const range = gantt?.chart.cellRange;
  if (gantt && range)
    for (let place = range.rowFrom; place <= range.rowTo; place += 1)
      for (let index = range.columnFrom; index <= range.columnTo; index += 1) {
        const { columns, visible } = gantt.chart.model;
        if (columns[index].series === SERIES) values.push(columns[index].value?.(visible.rowAt[place]));
      }
  return sumOfCells(values);
}

/** What the document knows of a series, and whether it is the only one of its row, measure and mode. */
function seriesOf(view: ScheduleView | null, id: number): SeriesName | null {
  const series = view && rowOf(view.document, 'daySeries', id);
  return series && { itemId: series.itemId, measure: series.measure, mode: series.mode, isOnly: series.resourceId === null };
}

type Writing = {
  session: ScheduleSession;
  tiles: DayTiles;
  view(): ScheduleView;
  periods: ReadonlyMap<string, CellPeriod>;
  measure: ResourceMeasure;
  mode: DataMode;
  refused: Map<string, { text: string; value: number | null }>;
  t: TFunction;
};

/** Writes typed, pasted or filled cells as one edit; refused ones keep their corner with the reason, the others stand. */
async function writeCells(writing: Writing, edits: readonly CellEdit[]): Promise<Verdict | readonly CellRefusal[]> {
  const { session, tiles, view, periods, measure, mode, refused, t } = writing;
  const entered: EnteredDays = new Map();
  const typed = new Map<string, { row: number; columnId: string; value: number | null }>();
  const below: { item_id: number; day: string; code: string; parameters: Record<string, string> }[] = [];
  const limits = openDays(tiles, mode);
  for (const { row, columnId, value } of edits) {
    const period = periods.get(columnId);
    if (!period || (value !== null && typeof value !== 'number')) continue;
    const { rows, times } = view();
    const id = rows.id[row];
    typed.set(`${id} ${columnId}`, { row, columnId, value });
    refused.delete(`${id} ${columnId}`);
    // Where no day takes a value the server says why.
    const open = openPart(period, limits) ?? period;
    const left = leftToOpen(period, open, value, (day) => tiles.valueAt(id, day, mode));
    if (left === undefined) {
      const [day, from] = [period.first, open.first].map(dateOfDay);
      below.push({ item_id: id, day, code: 'values.period_closed', parameters: { day, from } });
      continue;
    }
    const days = entered.get(id) ?? new Map<Day, number | null>();
    for (const [day, own] of daysOfTyped(open, left, times.compiled(rows.calendar?.[row] ?? 0))) days.set(day, own);
    entered.set(id, days);
  }
  if (!typed.size) return null;
  tiles.expect([...entered].flatMap(([id, days]) => [...days].map(([day, value]) => [id, day, mode, value] as const)));
  try {
    const body = { cells: cellsOfEntered(entered, measure, mode), skip_refused: true };
    const answer = entered.size ? await session.run(() => call(api.dayValues.setDays, { params: { id: session.versionId }, body })) : null;
    warnOfLongDays(answer?.long ?? [], t);
    const refusals: CellRefusal[] = [];
    const seen = new Set<string>();
    for (const { item_id, day, code, parameters: named } of [...below, ...(answer?.refused ?? [])]) {
      const at = day === null ? null : dayOf(parseMinute(day) as number);
      for (const [key, { row, columnId, value }] of typed) {
        const period = periods.get(columnId);
        if (!key.startsWith(`${item_id} `) || seen.has(key) || !period) continue;
        if (at !== null && (at < period.first || at > period.last)) continue;
        seen.add(key);
        const text = reasonText({ code, parameters: { name: titleOf(view().document, item_id), ...named } }, t);
        refused.set(key, { text, value });
        refusals.push({ row, columnId, text });
      }
    }
    if (refusals.length) tiles.reread(entered.keys());
    return refusals;
  } catch (error) {
    tiles.reread(entered.keys());
    if (!(error instanceof ApiError)) throw error;
    return refusalText(error, t);
  }
}
