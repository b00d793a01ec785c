import type { AnalyticsSeries, FigureLine } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { bandOfSeries, type ChartMode, linesOfSeries, sentenceOfSeries } from './analytics.charts.model.ts';
import { shownLines } from './analytics.model.ts';
import { LineChart } from './line-chart.tsx';

type Props = {
  series: AnalyticsSeries;
  title: string;
  /** What came until the end of each period, or what came in it. */
  mode?: ChartMode;
  /** Opens what falls on a period of a line; where it is given, Enter and a click do. */
  onFigure?(line: FigureLine, index: number): void;
};

/** Curves of a series, cumulative, or what it comes to in each period as columns. */
export function SeriesChart({ series, title, mode = 'cumulative', onFigure }: Props) {
  const { t, i18n } = useTranslation();
  const { periods, period, unit } = series;
  const lines = shownLines(series);
  const last = lines.find(({ key }) => key.endsWith('fact'))?.cumulative.findLastIndex((value) => value !== null);
  return (
    <LineChart
      periods={periods}
      period={period}
      lines={linesOfSeries(series, mode, i18n)}
      band={bandOfSeries(series, mode)}
      title={title}
      sentence={sentenceOfSeries(series, title, i18n)}
      nothing={t('analytics.nothing', { kind: t(`analytics.unit_${unit.kind}`) })}
      from={Math.max(0, last ?? periods.length - 1)}
      bars={mode === 'period'}
      onOpen={onFigure && ((line, index) => onFigure(lines[line], index))}
    />
  );
}
