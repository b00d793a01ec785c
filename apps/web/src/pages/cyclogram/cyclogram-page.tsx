import { attributeOfColumn, parseMinute } from '@gantry/domain';
import {
  attributeColumns,
  attributesKey,
  crewClashesOf,
  type Flow,
  flowOf,
  numberAt,
  pacesOf,
  rowsOf,
  titleOf,
  valueOf,
} from '@gantry/plan-view';
import { Button, Select } from '@mantine/core';
import { IconAlertTriangle, IconTimeline } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useLineColours } from '../../features/insight/cyclogram/cyclogram.queries.ts';
import { useCalculateOnEdit } from '../../features/planning/timetable/timetable.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { useVersion } from '../../features/planning/versions/versions.queries.ts';
import { useChanges, useLoad, useSession, useView } from '../../features/planning/wbs/wbs.queries.ts';
import { shortDate } from '../../ui/gantt/labels.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import classes from './cyclogram-page.module.css';
import { FlowChart } from './flow-chart.tsx';
import { flowPicture } from './flow-picture.ts';
import { FlowPrint } from './flow-print.tsx';
import { FlowLines } from './flow-lines.tsx';
import { FlowTable } from './flow-table.tsx';
import { NoVersion } from '../schedule/frame/schedule-states.tsx';
import { useOpenVersion } from '../schedule/use-open-version.ts';
import { useFlowEdits } from './use-flow-edits.ts';

/** Kept by names: another version of a schedule has the same attributes under other ids. */
type Choice = { places: string | null; lines: string | null };
const NOTHING_CHOSEN: Choice = { places: null, lines: null };
const BY_NAME = 'name';

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
  const [choice, setChoice] = useUiState<Choice>(spaceId, 'schedule', 'cyclogram', NOTHING_CHOSEN);
  const [asTable, setAsTable] = useState(false);
  const [withLines, setWithLines] = useState(false);
  const collator = useMemo(() => new Intl.Collator(i18n.language, { numeric: true }), [i18n.language]);

  const document = view?.document ?? null;
  const attributes = document ? attributesKey(document) : '';
  const options = useMemo(
    () =>
      document
        ? attributeColumns(document).map(({ id: column, title }) => ({ value: String(attributeOfColumn(column)), label: title }))
        : [],
    // The document is changed in place.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [document, attributes],
  );
  const chosen = (name: string | null) => options.find(({ label }) => label === name)?.value ?? null;
  const placeBy = chosen(choice.places) ?? options[0]?.value ?? null;
  const lineBy = chosen(choice.lines);
  const revision = document?.revision;
  const flow = useMemo<Flow | null>(
    () =>
      view && placeBy !== null && load.state === 'ready'
        ? flowOf(view, Number(placeBy), lineBy === null ? null : Number(lineBy), collator)
        : null,
    // Rows are changed in place.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [view, placeBy, lineBy, collator, load.state, changes, revision],
  );

  const colours = useLineColours(versionId, placeBy === null ? null : Number(placeBy), lineBy === null ? null : Number(lineBy));
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
  const lines = useMemo(() => {
    if (!withLines || !flow || !document) return null;
    const crews = new Map<number, number[]>();
    for (const { itemId, resourceId, driving } of rowsOf(document, 'assignment'))
      if (driving) crews.set(itemId, [...(crews.get(itemId) ?? []), resourceId]);
    const begun = (item: number): boolean => (valueOf(document, 'wbs', item, 'actualStart') ?? null) !== null;
    return { paces: pacesOf(flow, begun), clashes: crewClashesOf(flow, (item) => crews.get(item) ?? []) };
  }, [withLines, flow, document]);

  const toSchedule = (target?: number) =>
    void navigate({ to: `/${spaceId}/schedule/${versionId}`, search: target === undefined ? {} : { target: String(target) } });
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
  const labelOf = (value: string | null): string | null => options.find((option) => option.value === value)?.label ?? null;
  const dataDate = version?.data_date ? parseMinute(version.data_date) : null;
  const sentence = flow
    ? t('cyclogram.sentence', {
        lines: flow.lines.length,
        places: flow.places.length,
        works: flow.segments.length,
        from: shortDate(flow.from),
        to: shortDate(flow.to),
        clashes: flow.clashes,
      })
    : '';
  return (
    <section className={classes.page}>
      <div className={classes.tools}>
        <h1 className={classes.heading}>{t('cyclogram.title')}</h1>
        {options.length > 0 && (
          <>
            <Select
              size="xs"
              label={t('cyclogram.places')}
              data={options}
              value={placeBy}
              allowDeselect={false}
              onChange={(value) => setChoice({ ...choice, places: labelOf(value) })}
            />
            <Select
              size="xs"
              label={t('cyclogram.lines')}
              data={[{ value: BY_NAME, label: t('cyclogram.by_name') }, ...options]}
              value={lineBy ?? BY_NAME}
              allowDeselect={false}
              onChange={(value) => setChoice({ ...choice, lines: labelOf(value) })}
            />
          </>
        )}
        <span className={classes.acts}>
          {flow && flow.segments.length > 0 && (
            <Button size="xs" variant="default" aria-pressed={withLines} onClick={() => setWithLines(!withLines)}>
              {t('cyclogram.lines_pane')}
            </Button>
          )}
          {flow && flow.segments.length > 0 && (
            <Button size="xs" variant="default" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {t(asTable ? 'cyclogram.hide_table' : 'cyclogram.show_table')}
            </Button>
          )}
          {flow && flow.segments.length > 0 && version && (
            <FlowPrint
              flow={flow}
              picture={() => flowPicture(flow, { dataDate, tints: colours.tints, stateOf })}
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
      {flow && lines && document ? (
        <FlowLines
          flow={flow}
          paces={lines.paces}
          clashes={lines.clashes}
          tints={colours.tints}
          mayShare={mayDo('plan.edit')}
          onPace={mayEdit && edits ? (pace) => void edits.pace(flow, pace) : null}
          onColour={(line, tint, shared) => void colours.choose(line, tint, shared).catch(() => {})}
          nameOfWork={nameOfWork}
          nameOfCrew={(id) => valueOf(document, 'resource', id, 'name') ?? ''}
          onOpen={toSchedule}
        />
      ) : (
        <span />
      )}
      {load.state !== 'ready' || !view ? (
        <p className={classes.more}>{t('schedule.loading')}</p>
      ) : !flow ? (
        <MessagePage icon={IconTimeline} title={t('cyclogram.no_attributes')} actions={back}>
          <p>{t('cyclogram.no_attributes_hint')}</p>
        </MessagePage>
      ) : !flow.segments.length ? (
        <MessagePage icon={IconTimeline} title={t('cyclogram.no_values')} actions={back}>
          <p>{t('cyclogram.no_values_hint')}</p>
        </MessagePage>
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
          onEdit={mayEdit && edits ? (edit) => void edits.edit(flow, edit) : null}
          onUndo={() => mayEdit && edits?.undo()}
          onRedo={() => mayEdit && edits?.redo()}
        />
      )}
    </section>
  );
}
