import { SERIES_PERIODS, type SeriesKind, type SeriesPeriod } from '@gantry/contract';
import { Button, Loader, Select } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnalyticsPlace, useSeries, useStats } from '../../features/insight/analytics/analytics.queries.ts';
import { useDashboards } from '../../features/insight/analytics-settings/analytics-settings.queries.ts';
import { DashboardView } from '../../features/insight/analytics/dashboards/dashboard-view.tsx';
import { USUAL_DASHBOARD } from '../../features/insight/analytics/dashboards/analytics.dashboards.model.ts';
import { SeriesChart } from '../../features/insight/analytics/series-chart.tsx';
import { WorkCounts } from '../../features/insight/analytics/work-counts.tsx';
import { useVersion } from '../../features/planning/versions/versions.queries.ts';
import { treeQuery } from '../../features/structure/eps/eps.queries.ts';
import { formatLocal } from '../../lib/dates.ts';
import { formatNumber, moneyTitle } from '../../lib/numbers.ts';
import { PAPERS, printOf } from './analytics-print.model.ts';
import classes from './analytics-print-page.module.css';

/** The figures of a place as a sheet of paper, which the browser prints or keeps as a PDF. */
export function AnalyticsPrintPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { spaceId, value, format } = useParams({ strict: false }) as { spaceId: string; value: string; format: string };
  const [period, setPeriod] = useState<SeriesPeriod>('month');
  const tree = useQuery(treeQuery(Number(spaceId)));
  const { node } = useSearch({ strict: false }) as { node?: string };
  const { place, kinds, paper, dashboard } = printOf(Number(spaceId), { value, format, node }, tree.data?.nodes ?? []);
  return (
    <section className={classes.page}>
      <div className={classes.tools}>
        <h1 className={classes.title}>{t('analytics_print.title')}</h1>
        <Select
          size="xs"
          w={80}
          value={paper}
          allowDeselect={false}
          aria-label={t('analytics_print.paper')}
          data={PAPERS.map((known) => ({ value: known, label: known.toUpperCase() }))}
          onChange={(chosen) =>
            void navigate({
              to: `/${spaceId}/analytics/print/${value}/${chosen}`,
              search: node === undefined ? {} : { node },
              replace: true,
            })
          }
        />
        {dashboard === undefined && (
          <Select
            size="xs"
            w={112}
            value={period}
            allowDeselect={false}
            aria-label={t('analytics.period')}
            data={SERIES_PERIODS.map((known) => ({ value: known, label: t(`analytics.period_${known}`) }))}
            onChange={(chosen) => setPeriod(SERIES_PERIODS.find((known) => known === chosen) ?? 'month')}
          />
        )}
        <Button size="xs" leftSection={<IconPrinter size={16} />} disabled={!place} onClick={() => globalThis.print()}>
          {t('analytics_print.print')}
        </Button>
      </div>
      {tree.isPending && <Loader size="sm" role="status" aria-label={t('analytics.loading')} />}
      {tree.isError && <p role="alert">{t('analytics.not_loaded')}</p>}
      {tree.data && !place && <p role="alert">{t('analytics_print.no_place')}</p>}
      {place && (
        // Paper is light, whatever the screen is.
        <article className={`${classes.sheet} ${classes[paper]}`} data-mantine-color-scheme="light">
          <Head place={place} name={tree.data?.nodes.find(({ id }) => place.kind !== 'version' && id === place.id)?.name} />
          {dashboard !== undefined && <Dashboard spaceId={Number(spaceId)} id={dashboard} place={place} />}
          {kinds.map((kind) => (
            <Chart key={kind} place={place} kind={kind} period={period} />
          ))}
        </article>
      )}
    </section>
  );
}

/** A dashboard on the sheet: tiles as they lie, pictures with their tables. */
function Dashboard({ spaceId, id, place }: { spaceId: number; id: number | 'usual'; place: AnalyticsPlace }) {
  const { t } = useTranslation();
  const boards = useDashboards(spaceId, '');
  const board = boards.items.find((one) => one.id === id);
  if (boards.error) return <p role="alert">{t('analytics.not_loaded')}</p>;
  if (!boards.known) return null;
  if (id !== 'usual' && !board) return <p role="alert">{t('preset.not_found')}</p>;
  return (
    <>
      <h2 className={classes.board}>{board?.name ?? t('dashboard.usual')}</h2>
      <DashboardView spaceId={spaceId} place={place} tiles={(board?.content ?? USUAL_DASHBOARD).tiles} still />
    </>
  );
}

/** What the sheet is about: the name of the place, its dates, its progress, and its works. */
function Head({ place, name }: { place: AnalyticsPlace; name: string | undefined }) {
  const { t } = useTranslation();
  const { data: stats, isError } = useStats(place);
  if (isError) return <p role="alert">{t('analytics.not_loaded')}</p>;
  return (
    <header className={classes.head}>
      <h2 className={classes.name}>
        {place.kind === 'version' ? <VersionName id={place.id} /> : (name ?? t('analytics_print.whole_space'))}
      </h2>
      {stats && (
        <>
          <p className={classes.about}>
            {[
              stats.data_date && t('analytics_print.data_date', { date: formatLocal(stats.data_date) }),
              stats.start && `${formatLocal(stats.start)} – ${formatLocal(stats.finish)}`,
              stats.progress !== null && `${t('analytics.progress')} ${formatNumber(stats.progress * 100, { decimals: 0 })} %`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <WorkCounts stats={stats} version={null} />
        </>
      )}
    </header>
  );
}

function VersionName({ id }: { id: number }) {
  const { data: version } = useVersion(id);
  return version ? [...version.path, version].map(({ name }) => name).join(' / ') : '';
}

function Chart({ place, kind, period }: { place: AnalyticsPlace; kind: SeriesKind; period: SeriesPeriod }) {
  const { t } = useTranslation();
  const { data, isError } = useSeries(place, kind, period);
  const title = kind === 'cost' ? moneyTitle(t('analytics.kind_cost')) : t(`analytics.kind_${kind}`);
  return (
    <div>
      <h3 className={classes.measure}>{title}</h3>
      {isError && <p role="alert">{t('analytics.not_loaded')}</p>}
      {data && data.state.hidden > 0 && <p>{t('analytics.money_hidden', { count: data.state.hidden })}</p>}
      {data && <SeriesChart series={data} title={title} still />}
    </div>
  );
}
