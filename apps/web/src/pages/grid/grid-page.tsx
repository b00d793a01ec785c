import { IconAlertTriangle, IconExternalLink, IconSearch, IconTable } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  dataDatesOf,
  gridOfProject,
  placeOfName,
  type ProjectGrid,
  type ProjectRows,
} from '../../features/planning/gwbs/gwbs.grid.queries.ts';
import { updateProjectRow, useLiveGrid, useProjectRows } from '../../features/planning/gwbs/gwbs.queries.ts';
import { FindBar } from '../../features/planning/wbs/find/find-bar.tsx';
import { WbsGrid } from '../../features/planning/wbs/wbs-grid.tsx';
import { type GridActions } from '../../features/planning/wbs/wbs.queries.ts';
import { fillValues, setFields } from '@gantry/plan-view';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import type { Gantt } from '../../ui/gantt/create-gantt.ts';
import { shortDate } from '../../ui/gantt/labels.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { StatusSlot } from '../../ui/shell-slots.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { HeaderMenu } from '../schedule/frame/header-menu.tsx';
import type { MenuPlace } from '../schedule/rows/row-menu.tsx';
import classes from '../schedule/schedule-page.module.css';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { useScheduleView } from '../schedule/use-schedule-view.ts';
import { ViewTools } from '../schedule/frame/view-tools.tsx';
import { InvalidSchedules } from './invalid-schedules.tsx';

/** Panels that only an open version has. */
const NOT_HERE: ReadonlySet<string> = new Set([
  'checked',
  'predecessors',
  'successors',
  'calendarId',
  'plannedUnits',
  'actualUnits',
  'plannedCost',
  'actualCost',
]);

/** The grid schedule: rows of every schedule of a project in one grid. */
export function GridPage() {
  const { t } = useTranslation();
  const { spaceId, projectId } = useParams({ strict: false }) as { spaceId: string; projectId: string };
  const { data, error } = useProjectRows(Number(projectId));
  const grid = useMemo(() => data && gridOfProject(data), [data]);
  if (error)
    return (
      <MessagePage icon={IconAlertTriangle} title={t('gwbs.not_loaded')}>
        <p>{refusalText(error, t)}</p>
      </MessagePage>
    );
  if (!grid) return null;
  if (grid.view.rows.count === 0)
    return (
      <MessagePage icon={IconTable} title={t('gwbs.empty')}>
        <p>{t('gwbs.empty_hint')}</p>
      </MessagePage>
    );
  return data && <ProjectGridView key={projectId} spaceId={Number(spaceId)} projectId={Number(projectId)} data={data} grid={grid} />;
}

type Props = { spaceId: number; projectId: number; data: ProjectRows; grid: ProjectGrid };

function ProjectGridView({ spaceId, projectId, data, grid }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { filter, target } = useSearch({ strict: false }) as { filter?: string; target?: string };
  const gantt = useRef<Gantt>(null);
  const may = useRightAt(spaceId, projectId);
  const [selected, setSelected] = useState<number[]>([]);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [finding, setFinding] = useState(false);
  const [changes, setChanges] = useState(0);
  const session = useMemo(() => {
    const listeners = new Set<(rows: number[] | null) => void>();
    return {
      source: {
        nodeId: projectId,
        versions: data.schedules.map(({ id, version_id, revision }) => ({ schedule_id: id, version_id, revision })),
        itemOf: (version: number, row: number) => grid.idOf.get(`${version}-${row}`),
      },
      view: () => grid.view,
      onPatch(listener: (rows: number[] | null) => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      notify: () => listeners.forEach((listener) => listener(null)),
    };
  }, [grid, data, projectId]);
  useLiveGrid(projectId, data, grid, () => {
    session.notify();
    setChanges((before) => before + 1);
  });
  const look = useScheduleView(
    spaceId,
    null,
    session,
    grid.view,
    filter && /^\d+$/.test(filter) ? Number(filter) : null,
    NOT_HERE,
    projectId,
  );
  const dates = useMemo(() => dataDatesOf(data), [data]);
  const openRow = useCallback(
    (id: number) => {
      const name = grid.nameOf.get(id);
      if (!name) return;
      const { versionId, itemId } = placeOfName(name);
      void navigate({ to: `/${spaceId}/schedule/${versionId}`, search: { target: String(itemId) } });
    },
    [grid, navigate, spaceId],
  );
  const actions = useMemo<GridActions>(() => {
    const inSchedule = (): void => showToast('info', t('gwbs.in_schedule'));
    return {
      async update(rows) {
        const refused = [];
        for (const { id, fields } of rows) {
          try {
            const { diff } = await updateProjectRow(projectId, grid.nameOf.get(id) ?? '0-0', fields);
            const { itemId } = placeOfName(grid.nameOf.get(id) ?? '0-0');
            const after = diff.wbs?.updated.find((row) => row.id === itemId)?.after ?? {};
            setFields(grid.view.document, 'wbs', id, after);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            refused.push({ id, field: null, text: refusalText(error, t) });
          }
        }
        fillValues(grid.view.document, grid.view);
        session.notify();
        setChanges((before) => before + 1);
        return refused;
      },
      open: openRow,
      setPredecessors: async () => t('gwbs.in_schedule'),
      paste: () => false,
      copied: () => undefined,
      dissolve: inSchedule,
      tick: inSchedule,
      create: inSchedule,
      remove: inSchedule,
      refreshValues: inSchedule,
      shift: inSchedule,
      move: inSchedule,
      relate: inSchedule,
      unrelate: inSchedule,
      undo: inSchedule,
      redo: inSchedule,
      rearranged: inSchedule,
    };
  }, [grid, openRow, projectId, session, t]);

  useEffect(() => {
    const row = target ? grid.view.rowOfId.get(grid.idOf.get(target) ?? -1) : undefined;
    if (row !== undefined) gantt.current?.goTo(row);
  }, [target, grid]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyF' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setFinding(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const { shown } = look;
  if (!shown) return null;
  const readOnly = !may('plan.edit');
  const count = grid.nameOf.size;
  return (
    <div className={classes.page}>
      <Toolbar className={classes.toolbar} label={t('schedule.toolbar')}>
        <IconButton
          icon={IconExternalLink}
          label={t('gwbs.open')}
          disabled={!selected.some((id) => grid.nameOf.has(id))}
          onClick={() => openRow(selected.find((id) => grid.nameOf.has(id)) ?? 0)}
        />
        <span className={classes.divider} />
        <ViewTools look={look} count={count} mayShare={!readOnly} />
        <IconButton icon={IconSearch} label={t('find.title')} shortcut="Ctrl+F" onClick={() => setFinding(true)} />
      </Toolbar>
      <div className={classes.body}>
        <div className={classes.chart}>
          {finding && (
            <FindBar
              shown={shown}
              gantt={gantt}
              actions={actions}
              readOnly={readOnly}
              revision={changes}
              onClose={() => setFinding(false)}
            />
          )}
          <WbsGrid
            session={session}
            shown={shown}
            gantt={gantt}
            infos={look.infos}
            choices={look.choices}
            settings={look.layout}
            onSettings={look.setLayout}
            dataDate={dates?.last ?? null}
            preview={null}
            readOnly={readOnly}
            actions={actions}
            onSelect={setSelected}
            onMenu={setMenu}
            onFold={() => undefined}
          />
        </div>
      </div>
      <HeaderMenu place={menu} look={look} onClose={() => setMenu(null)} />
      <StatusSlot>
        <div className={classes.status}>
          <span>{t('schedule.rows', { count, shown: String(count) })}</span>
          {dates && (
            <span>
              {t('ui.named', { name: t('timetable.data_date'), text: [...new Set([dates.first, dates.last])].map(shortDate).join(' – ') })}
            </span>
          )}
          <InvalidSchedules schedules={data.schedules} />
          {shown.matched !== null && <span>{t('schedule.matched', { count: shown.matched, shown: String(shown.matched) })}</span>}
        </div>
      </StatusSlot>
    </div>
  );
}
