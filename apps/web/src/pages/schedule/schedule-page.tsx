import { parseMinute, type SpaceRight } from '@gantry/domain';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useStand } from '../../features/planning/presence/presence.queries.ts';
import { useVersion } from '../../features/planning/versions/versions.queries.ts';
import { useLoadStrip } from '../../features/planning/resources/load-strip.tsx';
import { FindBar } from '../../features/planning/wbs/find/find-bar.tsx';
import { withoutLimit } from '../../features/planning/wbs/item/wbs.limits.model.ts';
import { DayCellsBar } from '../../features/planning/day-values/cells/day-cells-bar.tsx';
import { EditingPeriodButton } from '../../features/planning/day-values/editing-period-dialog.tsx';
import { WbsGrid } from '../../features/planning/wbs/wbs-grid.tsx';
import { useChanges, useLoad, usePreview, useSession, useView, saveFolded } from '../../features/planning/wbs/wbs.queries.ts';
import type { ScheduleView } from '@gantry/plan-view';
import { useChatHere } from '../../features/teamwork/chat/chat.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import type { Gantt } from '../../ui/gantt/create-gantt.ts';
import { StatusSlot } from '../../ui/shell-slots.tsx';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { BulkDialog } from './rows/bulk-dialog.tsx';
import { HeaderMenu } from './frame/header-menu.tsx';
import { Replacements } from './rows/replacements.tsx';
import { rowHands } from './rows/row-hands.ts';
import { RowMenu, type MenuPlace } from './rows/row-menu.tsx';
import classes from './schedule-page.module.css';
import { keepLook } from '../../features/insight/print/print.store.ts';
import { ScheduleHeader } from './frame/schedule-header.tsx';
import { ScheduleInfo } from './frame/schedule-info.tsx';
import { Loading, NoRows, NotLoaded, NoVersion } from './frame/schedule-states.tsx';
import { ScheduleStatus } from './frame/schedule-status.tsx';
import { ScheduleToolbar } from './frame/schedule-toolbar.tsx';
import { useBarColours } from './use-bar-colours.ts';
import { useCalculation } from './use-calculation.ts';
import { useChecklistColumn } from './use-checklist-column.ts';
import { useCells } from './use-cells.ts';
import { useForeignTouch } from './use-foreign-touch.ts';
import { useGridActions } from './rows/use-grid-actions.ts';
import { useOpenVersion } from './use-open-version.ts';
import { useScheduleCommands } from './use-schedule-commands.ts';
import { useScheduleView } from './use-schedule-view.ts';
import { DivideRow } from './rows/divide-row.tsx';
import { WhyDialog } from './rows/why-dialog.tsx';

/** Below this the chart needs the room more than the panel does. */
const WIDE_PX = 1636;

/** The screen of a version: tree grid and chart, what is selected at the right. */
export function SchedulePage() {
  const { spaceId: space, id } = useParams({ strict: false }) as { spaceId: string; id: string };
  const versionId = useOpenVersion(Number(space), Number(id));
  if (versionId.state === 'missing') return <NoVersion spaceId={Number(space)} scheduleId={versionId.scheduleId} />;
  if (versionId.state === 'looking') return null;
  return <OpenVersion key={versionId.id} spaceId={Number(space)} versionId={versionId.id} />;
}

function OpenVersion({ spaceId, versionId }: { spaceId: number; versionId: number }) {
  const { t } = useTranslation();
  const { target, filter } = useSearch({ strict: false }) as { target?: string; filter?: string };
  const navigate = useNavigate();
  const gantt = useRef<Gantt>(null);
  const session = useSession(versionId);
  const view = useView(session);
  const load = useLoad(session);
  useChanges(session);
  const version = useVersion(versionId).data;
  const mayDo = useRightAt(spaceId, version?.schedule_id);
  useChatHere(version?.schedule_id ?? null);
  const may = (right: SpaceRight): boolean => mayDo(right);
  const wide = useWindowSize(({ appWidth }) => appWidth >= WIDE_PX);
  const [panel, setPanel, isPanelSettled] = useUiState(spaceId, 'schedule', 'panel', { open: wide, width: 400 });
  const [selected, setSelected] = useState<number[]>([]);
  const [focusId, setFocusId] = useState<number | null>(null);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [finding, setFinding] = useState(false);
  const [bulk, setBulk] = useState(false);
  const [replacing, setReplacing] = useState(false);
  const [dividing, setDividing] = useState<number | null>(null);
  const [why, setWhy] = useState<number | null>(null);

  const beside = useChecklistColumn(spaceId, version?.schedule_id ?? null, session, view);
  const filterId = filter && /^\d+$/.test(filter) ? Number(filter) : null;
  const look = useScheduleView(spaceId, version?.schedule_id ?? null, session, view, filterId, undefined, null, beside);
  const shownView = useRef<ScheduleView | null>(null);
  shownView.current = look.shown?.view ?? null;
  const openItem = useCallback((id: number) => {
    const row = shownView.current?.rowOfId.get(id);
    if (row !== undefined) gantt.current?.goTo(row);
  }, []);
  useBarColours(session, view, look.colouredBy);
  const { actions } = useGridActions(session, gantt, shownView, openItem, t);
  const hands = useMemo(() => rowHands(gantt, t), [t]);

  const dataDate = version?.data_date ? parseMinute(version.data_date) : null;
  const preview = usePreview(session, dataDate);
  const calculation = useCalculation(spaceId, versionId, may('plan.calculate'), version?.locked === false);
  useStand(spaceId, versionId, focusId);
  useForeignTouch(session, focusId);

  const print = useRef<() => void>(() => undefined);
  useEffect(() => {
    // The browser's own print would have what is in sight of a canvas.
    const BY_KEY: Record<string, (() => void) | undefined> = { KeyF: () => setFinding(true), KeyP: () => print.current() };
    const onKey = (event: KeyboardEvent) => {
      const act = BY_KEY[event.code];
      if (!act || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (target && load.state === 'ready') openItem(Number(target));
  }, [target, load.state, openItem]);

  const cells = useCells({ spaceId, session, shown: look.shown?.view ?? null, gantt, dataDate, may, locked: version?.locked !== false });

  const strip = useLoadStrip(spaceId, versionId, view?.document.revision ?? 0, look.layout.pixelsPerDay);

  const openPrint = (): void => {
    keepLook(versionId, {
      filter: look.narrowed,
      sort: look.layout.sort,
      grouping: look.grouping,
      columns: look.layout.columns,
      bar_text: look.layout.barText,
      colour_by: look.colouredBy?.id ?? null,
      strip: strip.chosen,
    });
    void navigate({ to: `/${spaceId}/schedule/${versionId}/print` });
  };
  useEffect(() => {
    print.current = openPrint;
  });

  const readOnly = version?.locked === true || !may('plan.edit') || load.state !== 'ready';
  useScheduleCommands({
    gantt,
    view,
    actions,
    readOnly,
    mayCalculate: may('plan.calculate') && version?.locked === false,
    calculate: () => void calculation.start(),
    open: openItem,
    find: () => setFinding(true),
    print: openPrint,
    changeByRule: () => setBulk(true),
    replace: () => setReplacing(true),
    openReports: () => void navigate({ to: `/${spaceId}/schedule/${versionId}/reports` }),
  });
  if (load.state === 'failed') return <NotLoaded reason={load.reason} onRetry={() => void session?.reload()} />;
  if (!session || !view || !look.shown) return <Loading />;

  const revision = view.document.revision;
  const focused = focusId !== null && view.document.tables.wbs.slotOf.has(focusId) ? focusId : null;

  return (
    <div className={classes.page}>
      <ScheduleHeader
        spaceId={spaceId}
        versionId={versionId}
        view={view}
        gantt={gantt}
        selected={selected}
        calculation={calculation}
        may={{ edit: may('plan.edit'), calculate: may('plan.calculate'), boards: may('boards.read') }}
        onPrint={openPrint}
        onOpen={openItem}
      />
      <ScheduleToolbar
        versionId={versionId}
        view={view}
        revision={revision}
        gantt={gantt}
        actions={actions}
        selected={selected}
        look={look}
        dataDate={dataDate}
        mayShare={may('plan.edit')}
        readOnly={readOnly}
        onFind={() => setFinding(true)}
        onReplace={() => setReplacing(true)}
        onBulk={() => setBulk(true)}
        cells={cells.on}
        onCells={cells.toggle}
        strip={strip}
      />
      {cells.on && (
        <DayCellsBar {...cells.bar}>
          {version && may('structure.edit') && <EditingPeriodButton scheduleId={version.schedule_id} versionId={versionId} />}
        </DayCellsBar>
      )}
      <div className={classes.body} data-panel={cells.on ? undefined : 'over'}>
        <div className={classes.chart}>
          {finding && (
            <FindBar
              shown={look.shown}
              gantt={gantt}
              actions={actions}
              readOnly={readOnly}
              revision={revision}
              onClose={() => setFinding(false)}
            />
          )}
          {view.rows.count === 0 && load.state === 'ready' ? (
            <NoRows onFirst={readOnly ? null : () => actions.create({ parentId: null, afterId: undefined })} />
          ) : (
            <WbsGrid
              session={session}
              shown={look.shown}
              gantt={gantt}
              infos={look.infos}
              choices={look.choices}
              settings={look.layout}
              onSettings={look.setLayout}
              dataDate={dataDate}
              preview={preview && ((rows, minutes, kind, changed) => preview.ask({ rows, minutes, kind }, changed))}
              calculated={calculation.calculated}
              readOnly={readOnly}
              cells={cells.grid}
              histogram={strip.histogram}
              actions={actions}
              onSelect={(ids, focus) => {
                setSelected(ids);
                setFocusId(focus);
              }}
              onMenu={setMenu}
              onFold={(ids, folded) => void saveFolded(versionId, ids, folded)}
            />
          )}
        </div>
        {isPanelSettled && (
          <ScheduleInfo
            spaceId={spaceId}
            scheduleId={version?.schedule_id ?? null}
            session={session}
            view={view}
            focusId={focused}
            selected={selected}
            locked={version?.locked !== false || load.state !== 'ready'}
            readOnly={readOnly}
            actions={actions}
            panel={panel}
            onPanel={setPanel}
            onOpen={openItem}
            onWhy={setWhy}
          />
        )}
      </div>
      <BulkDialog opened={bulk} view={view} look={look} selected={selected} actions={actions} onClose={() => setBulk(false)} />
      <Replacements
        opened={replacing}
        spaceId={spaceId}
        scheduleId={version?.schedule_id ?? null}
        session={session}
        view={view}
        look={look}
        selected={selected}
        onOpen={openItem}
        onClose={() => setReplacing(false)}
      />
      <HeaderMenu place={menu} look={look} onClose={() => setMenu(null)} />
      <RowMenu
        place={menu}
        view={look.shown.view}
        selected={selected}
        actions={actions}
        hands={hands}
        readOnly={readOnly}
        onWhy={setWhy}
        onDivide={readOnly || !may('ai.use') ? null : setDividing}
        onGoTo={openItem}
        onClose={() => setMenu(null)}
      />
      <DivideRow session={session} view={view} itemId={dividing} onClose={() => setDividing(null)} />
      <WhyDialog
        session={session}
        view={view}
        dataDate={dataDate}
        itemId={why}
        calculated={version?.calculation_status === 1}
        onClear={readOnly ? null : (id, end) => void actions.update([{ id, fields: withoutLimit(end) }], [])}
        onOpen={openItem}
        onClose={() => setWhy(null)}
      />
      <StatusSlot>
        <ScheduleStatus
          view={view}
          matched={look.shown.matched}
          selected={selected}
          waiting={session.edits.count()}
          onFilter={(filter) => look.setFilter(filter, null)}
          dataDate={version?.data_date ?? null}
          load={load}
        />
      </StatusSlot>
    </div>
  );
}
