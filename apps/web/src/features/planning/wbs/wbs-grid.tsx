import type { GridLayout } from '@gantry/contract';
import { type Minute, minuteOf, NO_DATE, parseMinute } from '@gantry/domain';
import type { BarLabel, CellValue, GanttColumn, Histogram, TimeMark } from '@gantry/scene';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { GanttEvents, GanttPorts } from '../../../ui/gantt/chart.ts';
import type { Gantt } from '../../../ui/gantt/create-gantt.ts';
import { GanttChart } from '../../../ui/gantt/gantt-chart.tsx';
import { formatNumber } from '../../../lib/numbers.ts';
import { reasonText } from '../../../ui/text/refusal-text.ts';
import { type ColumnInfo, columnsFor, doubledCodes, type ScheduleView, snapMoment, type SpaceChoices, valueOf } from '@gantry/plan-view';
import { eventsFor, type GridActions, type GridCells } from './wbs.events.model.ts';
import { ganttLabels, shortDate } from '../../../ui/gantt/labels.ts';
import { rowInWords } from './wbs.labels.model.ts';
import { movedColumn, nextSort } from './wbs.layout.model.ts';
import { wouldCloseCycle } from './wbs.cycles.model.ts';
import type { Shown } from './wbs.shown.queries.ts';
import type { ScheduleSession } from './wbs.store.ts';

type Props = {
  /** Emits rows that change in place, and the rows in plan order. */
  session: Pick<ScheduleSession, 'onPatch' | 'view'> & Partial<Pick<ScheduleSession, 'edits'>>;
  shown: Shown;
  gantt: RefObject<Gantt | null>;
  infos: readonly ColumnInfo[];
  choices: SpaceChoices;
  settings: GridLayout;
  onSettings(change: Partial<GridLayout>): void;
  dataDate: number | null;
  /** Preview of a dragged bar; null when there is no network. */
  preview: NonNullable<GanttPorts['preview']> | null;
  /** Settles when the calculation that an edit sets off has come; absent where none will. */
  calculated?(): Promise<void>;
  readOnly: boolean;
  /** Shown in the place of the chart and of the other columns; who may write what is theirs to say. */
  cells?: GridCells | null;
  /** Amounts over time under the chart. */
  histogram?: Histogram | null;
  actions: GridActions;
  onSelect(ids: number[], focusId: number | null): void;
  onMenu: NonNullable<GanttEvents['contextMenu']>;
  /** Rows of the plan folded or unfolded by hand; null = all. */
  onFold(ids: number[] | null, folded: boolean): void;
};

/** Tree grid and chart of an open version. */
export function WbsGrid(props: Props) {
  const { session, shown, gantt, infos, choices, settings, dataDate, readOnly, cells = null } = props;
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const { view } = shown;
  const latest = useRef(view);
  latest.current = view;
  const acting = useRef(props);
  acting.current = props;

  /** The rows as the eye sees them: while a bar is held with other dates. */
  const heldView = useRef<ScheduleView | null>(null);
  const seen = useCallback((): ScheduleView => {
    const rows = gantt.current?.chart.held;
    if (!rows) return latest.current;
    if (heldView.current?.rows !== rows || heldView.current.document !== latest.current.document)
      heldView.current = { ...latest.current, rows };
    return heldView.current;
  }, [gantt]);

  const day = view.times.minutesPerDay(0);
  const labels = useMemo(
    () => ({
      ...ganttLabels(language, t),
      sizes: { day, week: day * 5, month: day * 20 },
      describeRow: (row: number) => rowInWords(seen(), row, t),
    }),
    [language, t, day, seen],
  );
  const words = useRef(labels.cells);
  words.current = labels.cells;
  const columnsOf = useCallback(
    (ids: readonly string[], frozen: readonly string[]) => {
      const texts = {
        t: (key: string, values?: Record<string, unknown>) => t(key, values ?? {}),
        date: shortDate,
        number: (value: number, decimals: number) => formatNumber(value, { decimals }),
      };
      return columnsFor(infos, ids, frozen, seen, texts, choices);
    },
    [t, infos, choices, seen],
  );
  const columns = useMemo(
    () =>
      columnsOf(settings.columns, settings.frozen).map((column) => ({
        ...column,
        width: settings.widths[column.id] ?? column.width,
        fits: settings.widths[column.id] === undefined && !column.tree,
        ...(session.edits && typedMarks(column, session.edits, latest, t)),
      })),
    [columnsOf, session, t, settings.columns, settings.frozen, settings.widths],
  );
  const cellColumns = useMemo(
    () =>
      cells && [
        ...columns.flatMap(({ editor: _editor, ...column }) => (column.tree ? [{ ...column, frozen: true }] : [])),
        ...cells.columns,
      ],
    [cells, columns],
  );
  const barLabels = useMemo<BarLabel[]>(
    () =>
      columnsOf(settings.barText ? [settings.barText] : [], []).flatMap(({ id, text }) =>
        id === settings.barText ? { side: 'right', text } : [],
      ),
    [columnsOf, settings.barText],
  );
  const sort = useMemo(
    () => settings.sort && { columnId: settings.sort.column, descending: settings.sort.direction === -1 },
    [settings.sort],
  );

  const events = useMemo<GanttEvents>(() => {
    const sight = {
      shown: () => latest.current,
      plan: () => session.view() ?? latest.current,
      inPlanOrder: () => !latest.current.groups && acting.current.settings.sort === null,
      t: (key: string, values?: Record<string, unknown>) => t(key, values ?? {}),
      cells: () => words.current,
    };
    const set = (change: Partial<GridLayout>) => acting.current.onSettings(change);
    return {
      ...eventsFor(
        sight,
        () => acting.current.actions,
        async () => acting.current.calculated?.(),
      ),
      select: (rows, focus) => {
        const focusId = focus.row < 0 ? -1 : latest.current.rows.id[focus.row];
        const ids = Array.from(rows, (row) => latest.current.rows.id[row]).filter((id) => id > 0);
        acting.current.onSelect(ids, focusId > 0 ? focusId : null);
      },
      toggle: (rows, folded) => {
        if (latest.current.groups) return;
        acting.current.onFold(rows && rows.map((row) => latest.current.rows.id[row]), folded);
      },
      contextMenu: (at) => acting.current.onMenu(at),
      headerClick: (columnId) => set({ sort: nextSort(acting.current.settings.sort, columnId) }),
      columnMove: (columnId, onto) => set({ columns: movedColumn(acting.current.settings.columns, columnId, onto) }),
      columnResize: (columnId, width) => set({ widths: { ...acting.current.settings.widths, [columnId]: Math.round(width) } }),
      splitterMove: (gridWidth) => set({ gridWidth: Math.round(gridWidth) }),
      scaleChange: (pixelsPerDay) => set({ pixelsPerDay }),
    };
  }, [session, t]);

  const cellEvents = useMemo<GanttEvents | null>(() => {
    if (!cells) return null;
    const { select, toggle, contextMenu, undo, redo, open } = events;
    return { select, toggle, contextMenu, undo, redo, open, edit: (edits) => cells.edit(edits) };
  }, [cells, events]);

  const ports = useMemo<GanttPorts>(
    () => ({
      snap: (row, minute, edge, unit) => {
        const { times, rows } = latest.current;
        return snapMoment(times.compiled(rows.calendar?.[row] ?? 0), minute, edge, unit);
      },
      // The preview works with rows of the plan only.
      preview: (rows, minutes, kind, changed) =>
        latest.current.groups ? null : (acting.current.preview?.(rows, minutes, kind, changed) ?? null),
      wouldCircle: (predecessor, successor) => wouldCloseCycle(latest.current.links, predecessor, successor),
      canLink: (predecessor, successor) =>
        predecessor !== successor && !isSummary(latest.current, predecessor) && !isSummary(latest.current, successor),
    }),
    [],
  );

  const marks = useMemo<TimeMark[]>(() => {
    const list: TimeMark[] = [{ minute: localMinuteNow(), label: t('schedule.today'), kind: 'today' }];
    if (dataDate !== null && dataDate !== NO_DATE) list.push({ minute: dataDate, label: t('schedule.data_date'), kind: 'data-date' });
    return list;
  }, [dataDate, t]);

  useEffect(() => session.onPatch((rows) => gantt.current?.patch(rows ?? undefined)), [session, gantt]);

  return (
    <GanttChart
      handle={gantt}
      rows={view.rows}
      links={view.links}
      order={shown.order}
      hidden={shown.hidden}
      sort={sort}
      calendars={view.times.days}
      columns={cellColumns ?? columns}
      labels={labels}
      marks={marks}
      barLabels={barLabels}
      events={cellEvents ?? events}
      ports={ports}
      readOnly={cells ? false : readOnly}
      panes={cells ? 'grid' : settings.panes}
      opensAt={cells?.columns.find(({ series }) => series !== undefined)?.id ?? null}
      showLinks={settings.showLinks}
      gridWidth={settings.gridWidth}
      pixelsPerDay={settings.pixelsPerDay}
      histogram={cells ? null : (props.histogram ?? null)}
      histogramHeight={96}
      rowHeight={28}
    />
  );
}

/** What the cells of a column tell: edits that wait for the server or were refused, codes that other rows have too. */
function typedMarks(
  { id, fault }: GanttColumn,
  edits: ScheduleSession['edits'],
  view: RefObject<ScheduleView>,
  t: TFunction,
): Pick<GanttColumn, 'fault' | 'note' | 'refused'> {
  const idOf = (row: number): number => view.current.rows.id[row];
  const isDoubled = (row: number): boolean => {
    const { document } = view.current;
    return id === 'code' && doubledCodes(document).codes.has(valueOf(document, 'wbs', idOf(row), 'code') ?? '');
  };
  return {
    fault: (row) => {
      const refused = edits.refusedAt(idOf(row), id);
      if (refused) return reasonText(refused.refusal, t);
      return isDoubled(row) ? t('wbs.code_doubled') : (fault?.(row) ?? '');
    },
    note: (row) => (edits.isWaiting(idOf(row), id) ? t('wbs.waits') : ''),
    refused: (row) => typedValue(edits.refusedAt(idOf(row), id)?.value),
  };
}

/** A field as the editor of its cell takes it: dates as minutes. */
function typedValue(value: unknown): CellValue | undefined {
  if (typeof value === 'string' && DATE.test(value)) return parseMinute(value);
  return value as CellValue | undefined;
}
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** The wall clock of this machine as a minute of the plan. */
function localMinuteNow(): Minute {
  const now = new Date();
  return minuteOf(now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes());
}

const isSummary = (view: ScheduleView, row: number): boolean => view.rows.end[row] > row + 1 || view.rows.type[row] === 0;
