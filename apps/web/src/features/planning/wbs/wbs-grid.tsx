import { type Minute, minuteOf, NO_DATE } from '@gantry/domain';
import { endOfWork, startOfWork, workBefore } from '@gantry/engine';
import type { TimeMark } from '@gantry/scene';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { GanttEvents, GanttPorts } from '../../../ui/gantt/chart.ts';
import type { Gantt } from '../../../ui/gantt/create-gantt.ts';
import { GanttChart } from '../../../ui/gantt/gantt-chart.tsx';
import { formatNumber } from '../../../lib/numbers.ts';
import { columnsFor } from './wbs.columns.model.ts';
import { eventsFor, type GridActions } from './wbs.events.model.ts';
import { shortDate } from '../../../ui/gantt/labels.ts';
import { ganttLabels } from './wbs.labels.model.ts';
import { wouldCloseRing } from './wbs.rings.model.ts';
import type { ScheduleSession, ScheduleView } from './wbs.store.ts';

/** How the person has set up the grid; kept by the page. */
export type GridSettings = {
  gridWidth: number;
  pixelsPerDay: number;
  panes: 'both' | 'grid' | 'chart';
  widths: Record<string, number>;
  hidden: string[];
  showLinks: boolean;
};

export const DEFAULT_GRID: GridSettings = {
  gridWidth: 720,
  pixelsPerDay: 8,
  panes: 'both',
  widths: {},
  hidden: [
    'freeFloatMinutes',
    'actualStart',
    'actualFinish',
    'remainingMinutes',
    'startLimitType',
    'startLimitDate',
    'finishLimitType',
    'finishLimitDate',
    'lateStart',
    'lateFinish',
    'type',
    'status',
  ],
  showLinks: true,
};

type Props = {
  session: ScheduleSession;
  view: ScheduleView;
  gantt: RefObject<Gantt | null>;
  settings: GridSettings;
  onSettings(change: Partial<GridSettings>): void;
  dataDate: number | null;
  /** What a held bar would do to the network; null while nothing can tell. */
  preview: NonNullable<GanttPorts['preview']> | null;
  readOnly: boolean;
  actions: GridActions;
  onSelect(ids: number[], focusId: number | null): void;
  onMenu: NonNullable<GanttEvents['contextMenu']>;
};

/** Tree grid and chart of an open version. */
export function WbsGrid({ session, view, gantt, settings, onSettings, dataDate, preview, readOnly, actions, onSelect, onMenu }: Props) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const latest = useRef(view);
  latest.current = view;
  const acting = useRef({ actions, onSelect, onMenu, onSettings, settings, preview });
  acting.current = { actions, onSelect, onMenu, onSettings, settings, preview };

  const labels = useMemo(() => ganttLabels(language, t), [language, t]);
  const columns = useMemo(() => {
    const texts = { t, date: shortDate, number: (value: number, decimals: number) => formatNumber(value, { decimals }) };
    return columnsFor(() => latest.current, texts)
      .filter(({ id }) => !settings.hidden.includes(id))
      .map((column) => ({ ...column, width: settings.widths[column.id] ?? column.width }));
  }, [t, settings.hidden, settings.widths]);

  const events = useMemo<GanttEvents>(
    () => ({
      ...eventsFor(
        () => latest.current,
        () => acting.current.actions,
      ),
      select: (rows, focus) =>
        acting.current.onSelect(
          Array.from(rows, (row) => latest.current.rows.id[row]),
          focus.row < 0 ? null : latest.current.rows.id[focus.row],
        ),
      contextMenu: (at) => acting.current.onMenu(at),
      columnResize: (columnId, width) => acting.current.onSettings({ widths: { ...acting.current.settings.widths, [columnId]: width } }),
      splitterMove: (gridWidth) => acting.current.onSettings({ gridWidth }),
      scaleChange: (pixelsPerDay) => acting.current.onSettings({ pixelsPerDay }),
    }),
    [],
  );

  const ports = useMemo<GanttPorts>(
    () => ({
      snap(row, minute, edge) {
        const { times, rows } = latest.current;
        const calendar = times.compiled(rows.calendar?.[row] ?? 0);
        const work = workBefore(calendar, minute);
        return edge === 'finish' && work > 0 ? endOfWork(calendar, work) : startOfWork(calendar, work);
      },
      preview: (rows, minutes, kind, changed) => acting.current.preview?.(rows, minutes, kind, changed) ?? null,
      wouldCircle: (predecessor, successor) => wouldCloseRing(latest.current.links, predecessor, successor),
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
      calendars={view.times.days}
      columns={columns}
      labels={labels}
      marks={marks}
      events={events}
      ports={ports}
      readOnly={readOnly}
      panes={settings.panes}
      showLinks={settings.showLinks}
      gridWidth={settings.gridWidth}
      pixelsPerDay={settings.pixelsPerDay}
      rowHeight={28}
    />
  );
}

/** The wall clock of this machine as a minute of the plan. */
function localMinuteNow(): Minute {
  const now = new Date();
  return minuteOf(now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes());
}

const isSummary = (view: ScheduleView, row: number): boolean => view.rows.end[row] > row + 1 || view.rows.type[row] === 0;
