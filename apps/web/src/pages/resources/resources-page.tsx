import { Button, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { PERIODS, type Period, RESOURCE_KINDS } from '@gantry/domain';
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChartHistogram,
  IconChevronRight,
  IconCopy,
  IconSettings,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useRight } from '../../features/access/users/users.queries.ts';
import { DistributionsDialog } from '../../features/catalog/distributions/distributions-dialog.tsx';
import {
  type LoadCell,
  type LoadFilter,
  loadAsText,
  loadFilterOf,
  loadFilterText,
  type LoadWindow,
  movedWindow,
  NO_LOAD_FILTER,
  openingOf,
  shownResources,
  windowAround,
} from '../../features/planning/resources/resources.load.model.ts';
import { type LoadMeasure, useLoad } from '../../features/planning/resources/resources.load.queries.ts';
import { useFreshCatalog } from '../../features/planning/catalog-changes/catalog-changes.queries.ts';
import { ResourceSettingsDialog } from '../../features/planning/resource-settings/resource-settings-dialog.tsx';
import { useSettingsHere } from '../../features/planning/resource-settings/resource-settings.queries.ts';
import { treeQuery, useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { NodePicker, type PickedPlace } from '../../features/structure/eps/node-picker.tsx';
import { copyText } from '../../lib/clipboard.ts';
import { formatPeriod, localToday } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { StatusSlot } from '../../ui/shell-slots.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { showToast } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { Counting } from './counting.tsx';
import { IndicatorSelect, useIndicatorHere } from './indicator-select.tsx';
import { LoadDetails } from './load-details.tsx';
import { LoadTable } from './load-table.tsx';
import classes from './resources-page.module.css';

/** What the person chose; without a period the one of the settings holds. */
type Kept = { period: Period | null; measure: LoadMeasure };

/** Load of resources over time, of the whole space or below a node, with the works behind it. */
export function ResourcesPage() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { spaceId: space, id } = useParams({ strict: false }) as { spaceId: string; id?: string };
  const { target, filter: asked } = useSearch({ strict: false }) as { target?: string; filter?: string };
  const spaceId = Number(space);
  const nodeId = id === undefined ? null : Number(id);
  const may = useRight(spaceId);
  useFreshCatalog(spaceId);
  const [kept, setKept] = useUiState<Kept>(spaceId, 'resources', 'look', { period: null, measure: 'units' });
  const measure = may('cost.read') ? kept.measure : 'units';
  const settings = useSettingsHere(spaceId, nodeId);
  const period = kept.period ?? settings.period;
  const mayHere = useRightAt(spaceId, nodeId);
  const mayConfigure = mayHere('structure.edit');
  const { data: tree } = useQuery(treeQuery(spaceId));
  const [configuring, setConfiguring] = useState(false);
  const [distributing, setDistributing] = useState(false);
  const [filter, keepFilter] = useState<LoadFilter>(() => loadFilterOf(asked));
  const [moved, setMoved] = useState<{ window: LoadWindow; period: Period } | null>(null);
  const [cell, setCell] = useState<LoadCell | null>(target ? { key: target, at: null } : null);

  const { indicators, chosen, asked: askedIndicator, waits } = useIndicatorHere(spaceId, nodeId);
  const judged = useMemo(() => (chosen ? { filter_indicator: chosen.id } : {}), [chosen]);
  const whole = useLoad(spaceId, nodeId, { period: 'year', measure: 'units' });
  const dataDate = whole.data?.data_date ?? null;
  const opening = openingOf(whole.data, localToday(), period);
  const here = moved ? windowAround(moved.window.from, period) : opening.window;
  const window = moved?.period === period ? moved.window : here;
  const { data, error, isFetching } = useLoad(
    spaceId,
    nodeId,
    whole.data?.waiting === 0 && !waits ? { period, measure, ...window, ...judged } : null,
  );
  const resources = useMemo(() => shownResources(data?.resources ?? [], filter), [data, filter]);
  const selected = data?.resources.find(({ key }) => key === cell?.key) ?? null;
  const amount = (value: number): string => (value ? formatNumber(value, { decimals: Math.abs(value) < 100 ? 1 : 0 }) : '');
  const named = (first: string): string => formatPeriod(first, period, i18n);
  const place: PickedPlace = nodeId === null ? 'space' : `n${nodeId}`;

  const setFilter = (next: LoadFilter): void => {
    keepFilter(next);
    const search = (before: Record<string, unknown>) => ({ ...before, filter: loadFilterText(next) });
    void navigate({ to: '.', search, replace: true });
  };
  const go = (next: PickedPlace): void => {
    setCell(null);
    setMoved(null);
    const to = next === 'space' ? `/${spaceId}/resources` : `/${spaceId}/resources/${next.slice(1)}`;
    void navigate({ to, search: { filter: loadFilterText(filter), filter_indicator: askedIndicator } });
  };
  const move = (by: 1 | -1): void => setMoved({ window: movedWindow(window, period, by), period });
  const copy = async (): Promise<void> => {
    const heads = [
      t('resource.code'),
      t('resource.name'),
      t('resource.unit'),
      t('resource.total'),
      ...(data?.starts ?? []).slice(0, -1).map(named),
    ];
    if (await copyText(loadAsText(resources, heads, amount))) showToast('ok', t('resource.copied', { count: resources.length }));
  };

  const placeName = tree?.nodes.find(({ id: node }) => node === nodeId)?.name ?? t('resource_settings.space');
  const refused = whole.error ?? error;
  return (
    <div className={classes.page}>
      <h1 className={classes.heading}>{t('resource.title')}</h1>
      <nav className={classes.places} aria-label={t('resource.place')}>
        <NodePicker spaceId={spaceId} value={place} onChange={go} />
      </nav>
      <div className={classes.main}>
        <Toolbar className={classes.tools} label={t('resource.tools')}>
          <SegmentedControl
            size="xs"
            aria-label={t('resource.period')}
            value={period}
            onChange={(next) => setKept({ ...kept, period: next })}
            data={PERIODS.map((value) => ({ value, label: t(`resource.period_${value}`) }))}
          />
          <IconButton icon={IconChevronLeft} label={t('resource.earlier')} onClick={() => move(-1)} />
          <IconButton icon={IconChevronRight} label={t('resource.later')} onClick={() => move(1)} />
          <Button size="compact-sm" variant="default" disabled={!moved} onClick={() => setMoved(null)}>
            {t(opening.isAround ? 'resource.to_data_date' : 'resource.to_start')}
          </Button>
          {may('cost.read') && (
            <SegmentedControl
              size="xs"
              aria-label={t('resource.measure')}
              value={measure}
              onChange={(next) => setKept({ ...kept, measure: next })}
              data={(['units', 'cost'] as const).map((value) => ({ value, label: t(`resource.measure_${value}`) }))}
            />
          )}
          <Select
            size="xs"
            w={130}
            aria-label={t('resource.kind')}
            allowDeselect={false}
            value={filter.kind}
            onChange={(kind) => setFilter({ ...filter, kind: (kind ?? 'all') as LoadFilter['kind'] })}
            data={['all', ...RESOURCE_KINDS].map((value) => ({ value, label: t(`resource.kind_${value}`) }))}
          />
          <IndicatorSelect indicators={indicators} chosen={chosen} />
          <Switch
            size="xs"
            label={t('resource.only_over')}
            checked={filter.over}
            onChange={(event) => setFilter({ ...filter, over: event.currentTarget.checked })}
          />
          <TextInput
            size="xs"
            className={classes.search}
            aria-label={t('resource.find')}
            placeholder={t('resource.find')}
            value={filter.text}
            onChange={(event) => setFilter({ ...filter, text: event.currentTarget.value })}
          />
          {nodeId !== null && (
            <IconButton icon={IconChartHistogram} label={t('distributions.open')} onClick={() => setDistributing(true)} />
          )}
          {mayConfigure && <IconButton icon={IconSettings} label={t('resource_settings.open')} onClick={() => setConfiguring(true)} />}
          <IconButton icon={IconCopy} label={t('resource.copy')} disabled={!resources.length} onClick={() => void copy()} />
        </Toolbar>
        {refused ? (
          <MessagePage icon={IconAlertTriangle} title={t('resource.not_loaded')}>
            <p>{refusalText(refused, t)}</p>
          </MessagePage>
        ) : !data || (data.waiting > 0 && !resources.length) ? (
          <Counting load={data ?? whole.data} />
        ) : !data.resources.length ? (
          <MessagePage icon={IconUsersGroup} title={t('resource.none')}>
            <p>{t('resource.none_hint')}</p>
          </MessagePage>
        ) : !resources.length ? (
          <MessagePage icon={IconUsersGroup} title={t('resource.none_found')}>
            <Button variant="default" onClick={() => setFilter(NO_LOAD_FILTER)}>
              {t('resource.clear_filter')}
            </Button>
          </MessagePage>
        ) : (
          <div className={classes.load} data-counting={data.waiting > 0 || undefined}>
            {data.waiting > 0 && <Counting load={data} />}
            <LoadTable
              resources={resources}
              starts={data.starts}
              dataDate={dataDate}
              shown={settings.columns}
              near={settings.thresholds.near}
              busy={isFetching}
              cell={cell}
              amount={amount}
              named={named}
              onCell={setCell}
            />
          </div>
        )}
        {selected && data && cell && (
          <LoadDetails
            spaceId={spaceId}
            nodeId={nodeId}
            resource={selected}
            starts={data.starts}
            cell={cell}
            measure={measure}
            judged={judged}
            amount={amount}
            named={named}
            onCell={setCell}
            onClose={() => setCell(null)}
          />
        )}
      </div>
      <ResourceSettingsDialog
        spaceId={spaceId}
        nodeId={nodeId}
        placeName={placeName}
        opened={configuring}
        onClose={() => setConfiguring(false)}
      />
      {nodeId !== null && (
        <DistributionsDialog
          spaceId={spaceId}
          nodeId={nodeId}
          placeName={placeName}
          mayEdit={mayHere('plan.edit')}
          opened={distributing}
          onClose={() => setDistributing(false)}
        />
      )}
      <StatusSlot>
        {data && (
          <span>
            {t('resource.status', {
              resources: t('resource.count', { count: resources.length }),
              schedules: t('resource.schedules', { count: data.versions }),
            })}
          </span>
        )}
      </StatusSlot>
    </div>
  );
}
