import type { AnalyticsSeries, FigureLine } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { bandOf, deviationOf, shownLines, styleOf } from './analytics.model.ts';
import { LineChart } from './line-chart.tsx';

type Props = {
  series: AnalyticsSeries;
  title: string;
  /** What came until the end of each period, or what came in it. */
  mode?: 'cumulative' | 'period';
  still?: boolean;
  /** Opens what falls on a period of a line; where it is given, Enter and a click do. */
  onFigure?(line: FigureLine, index: number): void;
};

/** Curves of a series, cumulative, or what it comes to in each period as columns. */
export function SeriesChart({ series, title, mode = 'cumulative', still = false, onFigure }: Props) {
  const { t } = useTranslation();
  const { periods, period, unit } = series;
  const lines = shownLines(series);
  const sentence = useSentence(series, title);
  const last = lines.find(({ key }) => key.endsWith('fact'))?.cumulative.findLastIndex((value) => value !== null);
  return (
    <LineChart
      periods={periods}
      period={period}
      lines={lines.map(({ key, cumulative, values }) => ({
        key,
        name: t(`analytics.line_${key}`),
        style: styleOf(key),
        axis: 1,
        shown: mode === 'period' ? values : cumulative,
        values,
      }))}
      band={mode === 'period' ? null : bandOf(series)}
      title={title}
      sentence={sentence}
      nothing={t('analytics.nothing', { kind: t(`analytics.unit_${unit.kind}`) })}
      from={Math.max(0, last ?? periods.length - 1)}
      bars={mode === 'period'}
      still={still}
      onOpen={onFigure && ((line, index) => onFigure(lines[line], index))}
    />
  );
}

/** What a picture shows in words: how far what was done is from what was promised by now. */
function useSentence(series: AnalyticsSeries, title: string): string {
  const { t } = useTranslation();
  const deviation = deviationOf(series);
  if (!deviation) return t('analytics.sentence_plain', { title });
  const share = Math.round((deviation.fact / deviation.target - 1) * 100);
  const key = share === 0 ? 'on' : share > 0 ? 'ahead' : 'behind';
  return t(`analytics.sentence_${key}`, { title, share: Math.abs(share) });
}
