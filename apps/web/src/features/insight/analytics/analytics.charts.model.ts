import type { AnalyticsCurve, AnalyticsSeries, SeriesKind, SeriesPeriod } from '@gantry/contract';
import { SERIES_KINDS } from '@gantry/contract';
import { flowColour, type LineChart, type LineStyle } from '@gantry/scene';
import type { i18n } from 'i18next';
import { formatPeriod } from '../../../lib/dates.ts';
import { bandOf, deviationOf, shownLines, styleOf } from './analytics.model.ts';

export type Words = Pick<i18n, 't' | 'language'>;

/** A line of a chart: what is drawn at each period, and what the table says of it; `axis` 2 has its own scale at the right. */
export type ChartLine = {
  key: string;
  name: string;
  style: LineStyle;
  axis: 1 | 2;
  shown: readonly (number | null)[];
  values: readonly (number | null)[];
};

export type ChartMode = 'cumulative' | 'period';

/** The lines of a series: what came until the end of each period, or what came in it. */
export const linesOfSeries = (series: AnalyticsSeries, mode: ChartMode, { t }: Words): ChartLine[] =>
  shownLines(series).map(({ key, cumulative, values }) => ({
    key,
    name: t(`analytics.line_${key}`),
    style: styleOf(key),
    axis: 1,
    shown: mode === 'period' ? values : cumulative,
    values,
  }));

/** What a picture shows in words: how far what was done is from what was promised by now. */
export function sentenceOfSeries(series: AnalyticsSeries, title: string, { t }: Words): string {
  const deviation = deviationOf(series);
  if (!deviation) return t('analytics.sentence_plain', { title });
  const share = Math.round((deviation.fact / deviation.target - 1) * 100);
  const key = share === 0 ? 'on' : share > 0 ? 'ahead' : 'behind';
  return t(`analytics.sentence_${key}`, { title, share: Math.abs(share) });
}

/** What a curve shows at each period: what came in it, what came until its end, or the share of all that is. */
function shownOf({ mode }: AnalyticsCurve, { values, cumulative, total }: AnalyticsSeries['lines'][number]): (number | null)[] {
  if (mode === 'period') return values;
  if (mode === 'cumulative') return cumulative;
  return cumulative.map((value) => (value === null || total === 0 ? null : (value / total) * 100));
}

type Curve = { id: number; name: string; content: AnalyticsCurve };

/** Curves over the periods that any of them touches. */
export function linesOfCurves(
  curves: readonly Curve[],
  series: Partial<Record<SeriesKind, AnalyticsSeries | undefined>>,
): { periods: string[]; lines: ChartLine[] } {
  const used = SERIES_KINDS.filter((kind) => curves.some(({ content }) => content.measure === kind));
  const periods = [...new Set(used.flatMap((kind) => series[kind]?.periods ?? []))].toSorted();
  const lines = curves.flatMap(({ id, name, content }): ChartLine[] => {
    const of = series[content.measure];
    const line = of?.lines.find(({ key }) => key === content.line);
    if (!of || !line) return [];
    const at = new Map(of.periods.map((first, index) => [first, index]));
    const shown = periods.map((first) => shownOf(content, line)[at.get(first) ?? -1] ?? null);
    const style = { colour: flowColour(content.style.tint), width: 2, dash: content.style.dash };
    return [{ key: String(id), name: content.mode === 'share' ? `${name}, %` : name, style, axis: content.axis, shown, values: shown }];
  });
  return { periods, lines };
}

type Drawn = { periods: readonly string[]; period: SeriesPeriod; lines: readonly ChartLine[]; band?: LineChart['band']; bars: boolean };

/** The picture of lines, with its periods and amounts in the words of a language. */
export function drawnChart({ periods, period, lines, band = null, bars }: Drawn, words: Words): LineChart {
  const short = new Intl.NumberFormat(words.language, { notation: 'compact', maximumFractionDigits: 1 });
  return {
    periods: periods.map((first) => formatPeriod(first, period, words)),
    lines,
    band,
    bars,
    tick: (value) => short.format(value),
  };
}

/** The band of a series where curves are shown. */
export const bandOfSeries = (series: AnalyticsSeries, mode: ChartMode): LineChart['band'] => (mode === 'period' ? null : bandOf(series));
