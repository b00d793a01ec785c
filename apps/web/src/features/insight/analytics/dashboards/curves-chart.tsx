import { type AnalyticsSeries, SERIES_KINDS, type SeriesKind, type SeriesPeriod } from '@gantry/contract';
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCurves } from '../../analytics-settings/analytics-settings.queries.ts';
import { useSeries } from '../analytics.queries.ts';
import { linesOfCurves } from '../analytics.charts.model.ts';
import { LineChart } from '../line-chart.tsx';
import classes from './dashboards.module.css';
import type { TileScene } from './analytics.dashboards.model.ts';

/** The active curves of a person over the periods that any of them touches. */
export function CurvesChart({ spaceId, place, revision, period }: TileScene & { period: SeriesPeriod }) {
  const { t } = useTranslation();
  const curves = useCurves(spaceId);
  const active = curves.items.filter((one) => one.active);
  const wanted = (kind: SeriesKind) => (active.some(({ content }) => content.measure === kind) ? place : null);
  const cost = useSeries(wanted('cost'), 'cost', period, revision);
  const labour = useSeries(wanted('labour'), 'labour', period, revision);
  const count = useSeries(wanted('count'), 'count', period, revision);
  const series: Record<SeriesKind, AnalyticsSeries | undefined> = {
    cost: cost.data,
    labour: labour.data,
    count: count.data,
  };
  const { periods, lines } = linesOfCurves(active, series);
  if (curves.known && !active.length) return <p className={classes.note}>{t('dashboard.no_curves')}</p>;
  if (cost.isError || labour.isError || count.isError) return <p className={classes.note}>{t('analytics.not_loaded')}</p>;
  // What has not come yet is not nothing.
  if (SERIES_KINDS.some((kind) => wanted(kind) && !series[kind]))
    return <Loader size="xs" role="status" aria-label={t('analytics.loading')} />;
  const title = t('dashboard.kind_curves');
  return (
    <LineChart
      periods={periods}
      period={period}
      lines={lines}
      title={title}
      sentence={t('analytics.sentence_plain', { title: lines.map(({ name }) => name).join(', ') })}
      nothing={t('dashboard.no_curve_values')}
      from={periods.length - 1}
    />
  );
}
