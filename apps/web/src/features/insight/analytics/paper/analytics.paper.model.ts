import type { AnalyticsSeries, AnalyticsStats, LitPlace, ScoreboardFigure, SeriesPeriod, WorkCount } from '@gantry/contract';
import type { BoardContent, FigureCell, FigureTable } from '@gantry/scene';
import { formatPeriod } from '../../../../lib/dates.ts';
import { formatCount, formatNumber } from '../../../../lib/numbers.ts';
import { SHAPE_OF, valueText } from '../../../../ui/text/scores.ts';
import {
  bandOfSeries,
  type ChartLine,
  type ChartMode,
  drawnChart,
  linesOfSeries,
  sentenceOfSeries,
  type Words,
} from '../analytics.charts.model.ts';

/** A sentence in the place of what is not there. */
export const noteContent = (text: string): BoardContent => ({ kind: 'text', text, muted: true });

type Lit = Pick<LitPlace['cells'][number], 'light' | 'warn' | 'error'>;
const TONES = { ok: 'ok', watch: 'warn', act: 'error', none: 'muted' } as const;
const judged = ({ warn, error }: Omit<Lit, 'light'>): boolean => warn !== null || error !== null;
/** A light as paper and tables write it. */
export const lightCell = (light: Lit['light'], { t }: Words): FigureCell => ({
  text: `${SHAPE_OF[light]} ${t(`scoreboard.light_${light}`)}`,
  tone: TONES[light],
});

const textsOf = (content: BoardContent): string[] => {
  if (content.kind === 'number') return [content.light?.text ?? '', content.below];
  return content.kind === 'table' ? content.table.rows.flat().map(({ text }) => text) : [];
};

/** What the signs of lights mean that occur in figures, the worst first. */
export function lightsOf(contents: readonly BoardContent[], words: Words): FigureCell[] {
  const texts = contents.flatMap(textsOf);
  const lights = (Object.keys(ORDER) as Lit['light'][]).filter((light) => texts.some((text) => text.startsWith(`${SHAPE_OF[light]} `)));
  return lights.map((light) => lightCell(light, words));
}

/** One figure of a place with its light. */
export function numberContent(row: LitPlace | undefined, figure: ScoreboardFigure, words: Words): BoardContent {
  const cell = row?.cells.find((one) => one.figure === figure);
  if (!cell) return noteContent('–');
  return {
    kind: 'number',
    value: valueText(figure, cell.value),
    exact: cell.value,
    light: judged(cell) ? lightCell(cell.light, words) : null,
    trend: {
      values: cell.trend.map(({ value }) => value),
      text: cell.previous === null ? '' : words.t('scoreboard.previous', { value: valueText(figure, cell.previous) }),
    },
    below: cell.hidden_red > 0 ? `■ ${words.t('scoreboard.hidden_red', { count: cell.hidden_red })}` : '',
  };
}

const ORDER = { act: 0, watch: 1, ok: 2, none: 3 };

/** The judged figures of a place, the worst first. */
export function lightsContent(row: LitPlace | undefined, words: Words): BoardContent {
  const cells = (row?.cells ?? []).filter(judged).toSorted((a, b) => ORDER[a.light] - ORDER[b.light]);
  const rows = cells.map(({ figure, value, light }): FigureCell[] => [
    { text: words.t(`scoreboard.figure_${figure}`) },
    { text: valueText(figure, value), exact: value },
    lightCell(light, words),
  ]);
  return { kind: 'table', table: { head: [], rows } };
}

/** What stands below a place, by its figures. */
export function partsContent(places: readonly LitPlace[], words: Words): BoardContent {
  if (!places.length) return noteContent(words.t('dashboard.no_parts'));
  const figures = [...new Set(places.flatMap(({ cells }) => cells.map(({ figure }) => figure)))];
  const rows = places.map(({ name, light, cells }): FigureCell[] => [
    { text: `${SHAPE_OF[light]} ${name}` },
    ...figures.map((figure): FigureCell => {
      const cell = cells.find((one) => one.figure === figure);
      if (!cell || cell.value === null) return { text: '–', tone: 'muted' };
      const tone = TONES[cell.light];
      return {
        text: valueText(figure, cell.value),
        exact: cell.value,
        ...(tone === 'error' || tone === 'warn' ? { tone, strong: tone === 'error' } : {}),
      };
    }),
  ]);
  return {
    kind: 'table',
    table: { head: [words.t('scoreboard.place'), ...figures.map((one) => words.t(`scoreboard.figure_${one}`))], rows },
  };
}

const COUNTS = ['works', 'in_progress', 'completed', 'overdue', 'critical', 'negative_float', 'late_against_target'] as const;

/** How many works there are of each kind, or of one. */
export function countsContent(stats: AnalyticsStats, figure: WorkCount | null, { t }: Words): BoardContent {
  if (figure !== null) return { kind: 'number', value: formatCount(stats[figure]), light: null, below: '' };
  const rows = COUNTS.map((count): FigureCell[] => [
    { text: t(`analytics.${count}`) },
    {
      text: formatCount(stats[count]),
      ...((count === 'overdue' || count === 'negative_float') && stats[count] > 0 ? { tone: 'error', strong: true } : {}),
    },
  ]);
  return { kind: 'table', table: { head: [], rows } };
}

type Chart = {
  periods: readonly string[];
  period: SeriesPeriod;
  lines: readonly ChartLine[];
  band?: Extract<BoardContent, { kind: 'chart' }>['chart']['band'];
  bars: boolean;
  sentence: string;
};

/** Lines with their table: what fell on each period. */
export function chartContent({ sentence, ...chart }: Chart, words: Words): BoardContent {
  const { periods, period, lines } = chart;
  const amount = (value: number | null | undefined): FigureCell => ({
    text: formatNumber(value, { decimals: 0 }) || '–',
    exact: value ?? null,
  });
  const table: FigureTable = {
    head: [words.t(`analytics.period_${period}`), ...lines.map(({ name }) => name)],
    rows: periods.map((first, index) => [
      { text: formatPeriod(first, period, words) },
      ...lines.map(({ values }) => amount(values[index])),
    ]),
  };
  return { kind: 'chart', chart: drawnChart(chart, words), names: lines.map(({ name }) => name), sentence, table };
}

/** A series as a picture with its table. */
export function seriesContent(series: AnalyticsSeries, title: string, mode: ChartMode, words: Words): BoardContent {
  const lines = linesOfSeries(series, mode, words);
  if (!lines.length) return noteContent(words.t('analytics.nothing', { kind: words.t(`analytics.unit_${series.unit.kind}`) }));
  const { periods, period } = series;
  const hidden = series.state.hidden > 0 ? `${words.t('analytics.money_hidden', { count: series.state.hidden })} ` : '';
  const sentence = hidden + sentenceOfSeries(series, title, words);
  return chartContent({ periods, period, lines, band: bandOfSeries(series, mode), bars: mode === 'period', sentence }, words);
}
