import { parseMinute } from '@gantry/domain';
import {
  findingsOf,
  type Flow,
  flowOf,
  type FlowSegment,
  type FlowStroke,
  numberAt,
  pacesOf,
  timeLocationOf,
  titleOf,
  valueOf,
} from '@gantry/plan-view';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useLineColours } from '../../features/insight/cyclogram/cyclogram.queries.ts';
import { useCalculateOnEdit } from '../../features/planning/timetable/timetable.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { useVersion } from '../../features/planning/versions/versions.queries.ts';
import { useChanges, useLoad, useSession, useView } from '../../features/planning/wbs/wbs.queries.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { FlowActPanel } from './acts/flow-act.tsx';
import { factsOf } from './acts/flow-facts.ts';
import { FlowFindings } from './acts/flow-findings.tsx';
import { useFlowAct } from './acts/use-flow-act.ts';
import classes from './cyclogram-page.module.css';
import { FlowChart } from './flow-chart.tsx';
import { flowPicture } from './flow-picture.ts';
import { FlowPrint } from './flow-print.tsx';
import { FlowLines } from './flow-lines.tsx';
import { FlowTable } from './flow-table.tsx';
import { NoVersion } from '../schedule/frame/schedule-states.tsx';
import { FlowEmpty } from './settings/flow-empty.tsx';
import { flowSentence, leftOut } from './settings/flow-sentence.ts';
import { FlowSettings } from './settings/flow-settings.tsx';
import { useFlowChoice } from './settings/use-flow-choice.ts';
import { useOpenVersion } from '../schedule/use-open-version.ts';
import { useFlowEdits } from './use-flow-edits.ts';

const LEAST_BUFFER_DAYS = 1;

/** The cyclogram of a version, or of the actual version of a schedule in the address. */
export function CyclogramPage() {
  const { spaceId: space, id } = useParams({ strict: false }) as { spaceId: string; id: string };
  const found = useOpenVersion(Number(space), Number(id), '/cyclogram');
  if (found.state === 'missing') return <NoVersion spaceId={Number(space)} scheduleId={found.scheduleId} />;
  return found.state === 'open' ? <OpenCyclogram key={found.id} spaceId={Number(space)} versionId={found.id} /> : null;
}

/** Works of a version as lines over places and time, live as the plan is edited here and elsewhere. */
function OpenCyclogram({ spaceId, versionId }: { spaceId: number; versionId: number }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const session = useSession(versionId);
  const view = useView(session);
  const load = useLoad(session);
  const changes = useChanges(session);
  const version = useVersion(versionId).data;
  const mayDo = useRightAt(spaceId, version?.schedule_id);
  const mayEdit = version?.locked === false && mayDo('plan.edit') && load.state === 'ready';
  const [onEdit] = useUiState(spaceId, 'schedule', 'calculate-on-edit', true);
  useCalculateOnEdit(onEdit && version?.locked === false && mayDo('plan.calculate'));
  const edits = useFlowEdits(session, t);
  const [asTable, setAsTable] = useState(false);
  const [pane, setPane] = useState<'lines' | 'findings' | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const collator = useMemo(() => new Intl.Collator(i18n.language, { numeric: true }), [i18n.language]);

  const document = view?.document ?? null;
  const chosen = useFlowChoice(spaceId, document);
  const { choice, setChoice, axis, placeBy, lineBy, distance } = chosen;
  const revision = document?.revision;
  const flow = useMemo<Flow | null>(() => {
    if (!view || load.state !== 'ready') return null;
    if (axis === 'distance') return distance && timeLocationOf(view, distance, lineBy);
    return placeBy === null ? null : flowOf(view, placeBy, lineBy, collator);
    // Rows are changed in place.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [view, axis, distance, placeBy, lineBy, collator, load.state, changes, revision]);

  const colours = useLineColours(versionId, distance?.from ?? placeBy, lineBy);
  const minuteOf = (item: number, field: 'targetStart' | 'targetFinish'): number | null => {
    const value = document && valueOf(document, 'wbs', item, field);
    return value ? parseMinute(value) : null;
  };
  const stateOf = (item: number) => {
    const wbs = document?.tables.wbs;
    const [start, finish] = [minuteOf(item, 'targetStart'), minuteOf(item, 'targetFinish')];
    return {
      progress: wbs ? numberAt(wbs, 'progress', wbs.slotOf.get(item) ?? -1) : 0,
      target: start === null || finish === null ? null : { start, finish },
    };
  };
  const dataDate = version?.data_date ? parseMinute(version.data_date) : null;
  // Rows are changed in place.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const facts = useMemo(() => (view && flow ? factsOf(view) : null), [view, flow, changes, revision]);
  const buffers = useMemo(() => (flow && facts ? facts.buffersOf(flow) : []), [flow, facts]);
  const acting = useFlowAct({ session, view, flow, facts, edits, dataDate, placeBy, t });
  const leastDays = choice.leastDays ?? LEAST_BUFFER_DAYS;
  const begun = (item: number): boolean => (document && (valueOf(document, 'wbs', item, 'actualStart') ?? null)) !== null;
  const found = useMemo(
    () =>
      flow && facts && document
        ? findingsOf(flow, {
            crewsOf: facts.crewsOf,
            buffers,
            least: leastDays * facts.dayMinutes,
            doneOf: (item) => numberAt(document.tables.wbs, 'progress', document.tables.wbs.slotOf.get(item) ?? -1),
            dataDate,
          })
        : [],
    [flow, facts, document, buffers, leastDays, dataDate],
  );

  const toSchedule = (target?: number) =>
    void navigate({ to: `/${spaceId}/schedule/${versionId}`, search: target === undefined ? {} : { target: String(target) } });
  const refused = (act: 'balance' | 'split' | 'draw'): void => showToast('info', t(`cyclogram.distance_${act}`));
  const back = <Button onClick={() => toSchedule()}>{t('cyclogram.to_schedule')}</Button>;
  if (load.state === 'failed')
    return (
      <MessagePage
        icon={IconAlertTriangle}
        title={t('schedule.not_loaded')}
        actions={<Button onClick={() => void session?.reload()}>{t('shell.try_again')}</Button>}
      >
        <p>{t(load.reason)}</p>
      </MessagePage>
    );
  const nameOfWork = (item: number): string => (document ? titleOf(document, item) : '');
  const sentence = flow ? flowSentence(flow, nameOfWork, t) : '';
  return (
    <section className={classes.page}>
      <div className={classes.tools}>
        <h1 className={classes.heading}>{t('cyclogram.title')}</h1>
        <FlowSettings {...chosen} />
        <span className={classes.acts}>
          {flow && flow.segments.length > 0 && (
            <>
              {mayEdit && (
                <Button
                  size="xs"
                  variant="default"
                  {...(axis === 'places'
                    ? { 'aria-pressed': acting.act?.kind === 'balance' }
                    : { 'aria-disabled': true, title: t('cyclogram.distance_balance') })}
                  onClick={() =>
                    axis === 'distance'
                      ? refused('balance')
                      : acting.act
                        ? acting.close()
                        : acting.open({ kind: 'balance', taktDays: null })
                  }
                >
                  {t('cyclogram.act_balance')}
                </Button>
              )}
              {(['findings', 'lines'] as const).map((one) => (
                <Button
                  key={one}
                  size="xs"
                  variant="default"
                  aria-pressed={pane === one}
                  onClick={() => setPane(pane === one ? null : one)}
                >
                  {one === 'lines' ? t('cyclogram.lines_pane') : t('cyclogram.found', { count: found.length })}
                </Button>
              ))}
              <Button size="xs" variant="default" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
                {t(asTable ? 'cyclogram.hide_table' : 'cyclogram.show_table')}
              </Button>
            </>
          )}
          {flow && flow.segments.length > 0 && version && (
            <FlowPrint
              flow={flow}
              picture={() => flowPicture(flow, { dataDate, t, tints: colours.tints, stateOf })}
              name={[...version.path, version].map(({ name }) => name).join(' / ')}
              sentence={sentence}
              nameOfWork={nameOfWork}
            />
          )}
          <Button size="xs" variant="default" onClick={() => toSchedule()}>
            {t('cyclogram.to_schedule')}
          </Button>
        </span>
      </div>
      {flow && facts && acting.act && acting.plan ? (
        <FlowActPanel
          act={acting.act}
          flow={flow}
          facts={facts}
          plan={acting.plan}
          tried={acting.tried}
          nameOfWork={nameOfWork}
          onChange={acting.open}
          onApply={() => void acting.apply()}
          onCancel={acting.close}
        />
      ) : flow && facts && document && pane === 'findings' ? (
        <FlowFindings
          flow={flow}
          findings={found}
          leastDays={leastDays}
          dayMinutes={facts.dayMinutes}
          nameOfWork={nameOfWork}
          nameOfCrew={(id) => valueOf(document, 'resource', id, 'name') ?? ''}
          onLeast={(days) => setChoice({ ...choice, leastDays: days })}
          onPlace={setShown}
          onOpen={toSchedule}
        />
      ) : flow && pane === 'lines' ? (
        <FlowLines
          flow={flow}
          paces={pacesOf(flow, begun)}
          tints={colours.tints}
          mayShare={mayDo('plan.edit')}
          onPace={mayEdit && edits ? (pace) => void edits.pace(flow, pace) : null}
          onColour={(line, tint, shared) => void colours.choose(line, tint, shared).catch(() => {})}
        />
      ) : (
        <span />
      )}
      {load.state !== 'ready' || !view ? (
        <p className={classes.more}>{t('schedule.loading')}</p>
      ) : !flow?.segments.length ? (
        <FlowEmpty chosen={chosen} sentence={flow ? leftOut(flow, nameOfWork, t) : ''} action={back} />
      ) : asTable ? (
        <FlowTable flow={flow} nameOfWork={nameOfWork} onOpen={toSchedule} />
      ) : (
        <FlowChart
          flow={flow}
          tints={colours.tints}
          stateOf={stateOf}
          dataDate={dataDate}
          sentence={sentence}
          nameOfWork={nameOfWork}
          onOpen={toSchedule}
          onTable={() => setAsTable(true)}
          onEdit={mayEdit && edits ? (edit) => void edits.edit(flow, edit, buffers) : null}
          tried={acting.tried}
          buffers={buffers}
          shown={shown}
          onDrag={acting.hold}
          {...(mayEdit
            ? {
                ...(axis === 'places'
                  ? { onSplit: (id: number) => acting.open({ kind: 'split', id, share: 50, gapDays: 1, as: 'works' }) }
                  : { onRefused: refused }),
                ...(acting.mayOrder ? { onOrder: acting.order } : {}),
                ...(edits && placeBy !== null
                  ? {
                      onDraw: (stroke: FlowStroke, like: FlowSegment) =>
                        void edits.draw(flow, stroke, like, { places: placeBy, lines: lineBy }),
                    }
                  : {}),
              }
            : {})}
          onUndo={() => mayEdit && edits?.undo()}
          onRedo={() => mayEdit && edits?.redo()}
        />
      )}
    </section>
  );
}
