import { type Figure, readFigure, SERIES_KINDS, SERIES_PERIODS, type SeriesKind, type SeriesPeriod } from '@gantry/contract';
import { Loader, Pill, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { formatCount, formatMoney, formatNumber } from '../../../lib/numbers.ts';
import { figureAt, measureTitle, shownLines } from './analytics.model.ts';
import { type AnalyticsPlace, useSeries, useStats, whyNoFigures, worksOf } from './analytics.queries.ts';
import { FigureView } from './figure-view.tsx';
import { dimensionName } from './split/analytics.groups.model.ts';
import { GroupTable, type Within } from './split/group-table.tsx';
import { SeriesChart } from './series-chart.tsx';
import { type OpenVersion, WorkCounts } from './work-counts.tsx';
import classes from './analytics.module.css';

/** A figure of the works that a place is about. */
const withWorks = (figure: Figure | null, place: AnalyticsPlace): Figure | null => figure && { ...figure, ...worksOf(place) };

const percent = (share: number | null): string => (share === null ? '–' : `${formatNumber(share * 100, { decimals: 0 })} %`);

type Props = {
  place: AnalyticsPlace;
  /** The node that it stands at: of a version its schedule; null: of the space, or not known. */
  nodeId?: number | null;
  revision?: number;
  /** Where the place is an open version: its counts lead to its rows. */
  version?: OpenVersion | null;
  /** Where the place is laid out for paper. */
  printPath?: string;
};

/** What a place comes to: progress, dates and counts, and the curves of money, hours and works. */
export function AnalyticsPanel({ place: whole, nodeId = null, revision, version = null, printPath }: Props) {
  const { t, i18n } = useTranslation();
  const [chosen, setChosen] = useState<SeriesKind | null>(null);
  const [period, setPeriod] = useState<SeriesPeriod>('month');
  const [group, setGroup] = useState<string | null>(null);
  const [within, setWithin] = useState<Within | null>(null);
  const place = within ? { ...whole, within: within.dimension, within_key: within.key } : whole;
  const address = version?.figure;
  const [figure, setFigure] = useState<Figure | null>(() => readFigure(address));
  const [opened, setOpened] = useState(address);
  // Another figure in the address of an open plan is opened as the first one was.
  if (opened !== address) {
    setOpened(address);
    setFigure(readFigure(address));
  }
  const { data: stats, error } = useStats(place, revision);
  const { data: money } = useSeries(place, 'cost', period, revision);
  // Of a plan without money its works are shown, until somebody asks for another measure.
  const kind = chosen ?? (money && !shownLines(money).length ? 'count' : 'cost');
  const { data: series } = useSeries(place, kind, period, revision);
  if (error) return <p className={classes.nothing}>{whyNoFigures(error, t)}</p>;
  if (!stats) return <Loader size="sm" m="md" role="status" aria-label={t('analytics.loading')} />;
  const earned = series?.earned_value;
  const outdated = stats.state.outdated.length + (stats.state.more_outdated ?? 0);
  return (
    <section className={classes.panel} aria-label={t('eps.tab_analytics')}>
      {within && (
        <Pill
          withRemoveButton
          onRemove={() => setWithin(null)}
          title={t('analytics.only_these')}
          removeButtonProps={{ 'aria-label': t('analytics.show_all_works'), 'aria-hidden': false, tabIndex: 0 }}
        >
          {t('ui.named', { name: dimensionName(within.dimension, i18n), text: within.name })}
        </Pill>
      )}
      {outdated > 0 && (
        <p className={classes.note} role="status">
          {t('analytics.outdated', {
            count: outdated,
            names: stats.state.outdated.map(({ name }) => name).join(', ') + (stats.state.more_outdated ? ', …' : ''),
          })}
        </p>
      )}
      <dl className={classes.tiles}>
        <Tile label={t('analytics.progress')} value={percent(stats.progress)}>
          {stats.progress_planned !== null && t('analytics.planned', { share: percent(stats.progress_planned) })}
        </Tile>
        <Tile label={t('analytics.finish')} value={stats.finish ? formatLocal(stats.finish) : '–'}>
          <Deviation days={stats.deviation_days} />
        </Tile>
        {earned && (
          <>
            <Tile label={t('analytics.spit')} title={t('analytics.spit_hint')} value={formatNumber(earned.spit) || '–'}>
              {t(earned.svt_days < -0.5 ? 'analytics.days_behind' : 'analytics.days_ahead', {
                count: Math.round(Math.abs(earned.svt_days)),
              })}
            </Tile>
            <Tile label={t('analytics.cpi')} title={t('analytics.cpi_hint')} value={formatNumber(earned.cpi) || '–'}>
              {earned.eac !== null && t('analytics.eac', { amount: formatMoney(earned.eac, { decimals: 0 }) })}
            </Tile>
          </>
        )}
      </dl>
      <WorkCounts key={version?.figure} stats={stats} version={version} works={worksOf(place)} />
      <div className={classes.choices}>
        <SegmentedControl
          size="xs"
          value={kind}
          onChange={(value) => setChosen(SERIES_KINDS.find((known) => known === value) ?? null)}
          data={SERIES_KINDS.map((known) => ({
            value: known,
            label: measureTitle(known, t),
          }))}
          aria-label={t('analytics.kind')}
        />
        <Select
          size="xs"
          w={112}
          value={period}
          allowDeselect={false}
          onChange={(value) => setPeriod(SERIES_PERIODS.find((known) => known === value) ?? 'month')}
          data={SERIES_PERIODS.map((known) => ({ value: known, label: t(`analytics.period_${known}`) }))}
          aria-label={t('analytics.period')}
        />
      </div>
      {printPath && (
        <a className={classes.link} href={printPath} target="_blank" rel="noreferrer">
          {t(whole.below === undefined ? 'analytics_print.open' : 'analytics_print.open_whole')}
        </a>
      )}
      {series && series.state.hidden > 0 && <p className={classes.note}>{t('analytics.money_hidden', { count: series.state.hidden })}</p>}
      {series && (
        <SeriesChart
          series={series}
          title={measureTitle(kind, t)}
          onFigure={place.kind === 'space' ? undefined : (line, index) => setFigure(withWorks(figureAt(series, line, index), place))}
        />
      )}
      {series && series.lines.some(({ total }) => total !== 0) && (
        <GroupTable
          place={place}
          nodeId={nodeId}
          kind={kind}
          group={group}
          {...(revision === undefined ? {} : { revision })}
          onGroup={setGroup}
          onWithin={setWithin}
          onFigure={place.kind === 'space' ? undefined : setFigure}
        />
      )}
      {figure && place.kind !== 'space' && (
        <FigureView key={JSON.stringify(figure)} place={place} figure={figure} version={version} onClose={() => setFigure(null)} />
      )}
      {series && series.parts.length > 1 && series.lines.some(({ total }) => total !== 0) && (
        <table className={classes.table}>
          <caption>{t('analytics.parts')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('analytics.part')}</th>
              <th scope="col">{t('analytics.line_plan')}</th>
              <th scope="col">{t('analytics.line_fact')}</th>
            </tr>
          </thead>
          <tbody>
            {series.parts.map(({ id, kind: of, name, totals }) => (
              <tr key={`${of} ${id}`}>
                <th scope="row">{name}</th>
                <td>{formatCount(totals[kind === 'count' ? 'finishes_plan' : 'plan'])}</td>
                <td>{formatCount(totals[kind === 'count' ? 'finishes_fact' : 'fact'])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Tile({ label, value, title, children }: { label: string; value: string; title?: string; children?: React.ReactNode }) {
  return (
    <div className={classes.tile} title={title}>
      <dt>{label}</dt>
      <dd className={classes.value}>{value}</dd>
      <dd className={classes.beside}>{children}</dd>
    </div>
  );
}

/** How many days the finish lies from the one that was promised: by shape and word, not by colour alone. */
function Deviation({ days }: { days: number | null }) {
  const { t } = useTranslation();
  if (days === null) return <>{t('analytics.no_target')}</>;
  if (days === 0) return <span data-light="ok">● {t('analytics.on_target')}</span>;
  return (
    <span data-light={days > 0 ? 'error' : 'ok'}>
      {days > 0 ? '■' : '●'} {t(days > 0 ? 'analytics.late_by' : 'analytics.early_by', { count: Math.abs(days) })}
    </span>
  );
}
