import { type AnalyticsCurve, type AnalyticsSeries, SERIES_KINDS, type SeriesKind, type SeriesPeriod } from '@gantry/contract';
import { flowColour } from '@gantry/scene';
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCurves } from '../../analytics-settings/analytics-settings.queries.ts';
import { useSeries } from '../analytics.queries.ts';
import { type ChartLine, LineChart } from '../line-chart.tsx';
import classes from './dashboards.module.css';
import type { TileScene } from './analytics.dashboards.model.ts';

/** What a curve shows at each period: what came in it, what came until its end, or the share of all that is. */
function shownOf({ mode }: AnalyticsCurve, { values, cumulative, total }: AnalyticsSeries['lines'][number]): (number | null)[] {
  if (mode === 'period') return values;
  if (mode === 'cumulative') return cumulative;
  return cumulative.map((value) => (value === null || total === 0 ? null : (value / total) * 100));
}

/** The active curves of a person over the periods that any of them touches. */
export function CurvesChart({ spaceId, place, revision, period, still = false }: TileScene & { period: SeriesPeriod }) {
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
  const periods = [...new Set(SERIES_KINDS.flatMap((kind) => (wanted(kind) ? (series[kind]?.periods ?? []) : [])))].toSorted();
  const lines = active.flatMap(({ id, name, content }): ChartLine[] => {
    const of = series[content.measure];
    const line = of?.lines.find(({ key }) => key === content.line);
    if (!of || !line) return [];
    const at = new Map(of.periods.map((first, index) => [first, index]));
    const over = (values: readonly (number | null)[]) => periods.map((first) => values[at.get(first) ?? -1] ?? null);
    const shown = over(shownOf(content, line));
    const style = { colour: flowColour(content.style.tint), width: 2, dash: content.style.dash };
    return [{ key: String(id), name: content.mode === 'share' ? `${name}, %` : name, style, axis: content.axis, shown, values: shown }];
  });
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
      still={still}
    />
  );
}
