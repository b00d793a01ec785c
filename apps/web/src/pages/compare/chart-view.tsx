import { DIFFERENCE_KINDS, type DifferenceKind, type DifferenceOrigin, type GridLayout } from '@gantry/contract';
import { Switch } from '@mantine/core';
import { IconEqual } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CHANGE_TINTS, chartOf } from '../../features/planning/compare/compare.chart.queries.ts';
import { type ComparedRows, useComparedRows } from '../../features/planning/compare/compare.queries.ts';
import { WbsGrid } from '../../features/planning/wbs/wbs-grid.tsx';
import { type Shown, useUsualLayout } from '../../features/planning/wbs/wbs.queries.ts';
import { columnInfos } from '@gantry/plan-view';
import { formatCount } from '../../lib/numbers.ts';
import type { Gantt } from '../../ui/gantt/create-gantt.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { StatusSlot } from '../../ui/shell-slots.tsx';
import tints from '../schedule/schedule-page.module.css';
import { NO_ACTIONS } from '../schedule/rows/use-grid-actions.ts';
import classes from './compare-page.module.css';
import { KindChips, OriginPicker } from './kind-chips.tsx';
import type { ViewProps } from './table-view.tsx';

/** The column for kinds of difference, first of the attribute columns. */
const CHANGE = 'attribute:1';
const UNCHANGED: Partial<GridLayout> = {};
const NO_CHOICES = { people: [], specialties: [] };
const COLUMNS = ['code', 'name', CHANGE, 'targetStart', 'start', 'targetFinish', 'finish'];

/** Two versions in one chart: the bars of both in one row, additions and deletions among them. */
export function ChartView({ spaceId, scheduleId, versionIds, search }: ViewProps) {
  const { t } = useTranslation();
  const [kinds, setKinds] = useState<DifferenceKind[]>([]);
  const [origin, setOrigin] = useState<DifferenceOrigin>('all');
  const [all, setAll] = useState(false);
  const pair = versionIds.slice(0, 2);
  const { data, isFetching } = useComparedRows({ scheduleId, versionIds: pair, kinds, origin, search }, all, true);
  const known = useMemo(() => [...new Set(data?.rows.flatMap((row) => row.kinds))], [data]);
  const offered = DIFFERENCE_KINDS.filter((kind) => known.includes(kind) || kinds.includes(kind));
  return (
    <>
      <div className={classes.tools}>
        <OriginPicker value={origin} onChange={setOrigin} />
        <KindChips kinds={offered.map((kind) => ({ kind, label: t(`compare.kind_${kind}`) }))} chosen={kinds} onChoose={setKinds} />
        <Switch size="xs" label={t('compare.show_all')} checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
      </div>
      <div className={classes.chart} aria-busy={isFetching}>
        {data && !data.rows.length && (
          <MessagePage icon={IconEqual} title={t('compare.none')}>
            <p>{t('compare.none_hint')}</p>
          </MessagePage>
        )}
        {data && data.rows.length > 0 && <Chart spaceId={spaceId} data={data} />}
      </div>
      {data && (
        <StatusSlot>
          <span className={classes.legend}>
            {(['added', 'removed', 'changed'] as const).map((change) => (
              <span key={change} className={classes.sample}>
                <i className={tints.tint} data-tint={CHANGE_TINTS[change]} />
                {t(`compare.change_${change}`)}
              </span>
            ))}
          </span>
          <span>{t('compare.chart_hint', { first: data.versions[0]?.name, second: data.versions[1]?.name })}</span>
          <span>{t('compare.total_rows', { count: data.total, shown: formatCount(data.total) })}</span>
        </StatusSlot>
      )}
    </>
  );
}

function Chart({ spaceId, data }: { spaceId: number; data: ComparedRows }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const gantt = useRef<Gantt>(null);
  const usual = useUsualLayout();
  const [changed, setChanged] = useState<Partial<GridLayout>>(UNCHANGED);
  const layout = useMemo(() => ({ ...usual, columns: COLUMNS, showLinks: false, ...changed }), [usual, changed]);
  const chart = useMemo(() => chartOf(data, (key) => t(key)), [data, t]);
  const [first, second] = data.versions.map(({ name }) => name);
  const infos = useMemo(() => {
    const titles: Record<string, string> = {
      targetStart: t('ui.named', { name: t('column.start'), text: first }),
      start: t('ui.named', { name: t('column.start'), text: second }),
      targetFinish: t('ui.named', { name: t('column.finish'), text: first }),
      finish: t('ui.named', { name: t('column.finish'), text: second }),
    };
    return columnInfos(chart.view.document, t).map((info) => ({ ...info, title: titles[info.id] ?? info.title, editable: false }));
  }, [chart, first, second, t]);
  const shown = useMemo<Shown>(() => ({ view: chart.view, hidden: null, order: null, matched: null, ignored: [] }), [chart]);
  const session = useMemo(() => ({ view: () => chart.view, onPatch: () => () => undefined }), [chart]);
  const actions = useMemo(
    () => ({
      ...NO_ACTIONS,
      open(id: number) {
        const place = chart.placeOf(id);
        const version = place && data.versions[place.side];
        if (place && version)
          void navigate({
            to: '/$spaceId/schedule/$id',
            params: { spaceId: String(spaceId), id: String(version.id) },
            search: { target: String(place.itemId) },
          });
      },
    }),
    [chart, data, navigate, spaceId],
  );
  return (
    <WbsGrid
      session={session}
      shown={shown}
      gantt={gantt}
      infos={infos}
      choices={NO_CHOICES}
      settings={layout}
      onSettings={(change) => setChanged((before) => ({ ...before, ...change, sort: null }))}
      dataDate={null}
      preview={null}
      readOnly
      actions={actions}
      onSelect={() => undefined}
      onMenu={() => undefined}
      onFold={() => undefined}
    />
  );
}
