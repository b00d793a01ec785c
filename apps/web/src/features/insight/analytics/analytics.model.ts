import { type AnalyticsSeries, type Figure, FIGURE_KINDS, type SeriesKind, type SeriesPeriod } from '@gantry/contract';
import { dayOf, formatMinute, MINUTES_PER_DAY, parseMinute } from '@gantry/domain';
import { nextPeriod } from '@gantry/engine';
import type { LineStyle } from '@gantry/scene';
import type { TFunction } from 'i18next';
import { formatMoney, formatNumber, moneyTitle } from '../../../lib/numbers.ts';

/** Everywhere the same: target a grey step, plan thin, fact thick, earned dotted, forecast dashed. */
const STYLES: Record<string, LineStyle> = {
  target: { colour: 'target', width: 1.5, step: true },
  plan: { colour: 'plan', width: 1.5 },
  fact: { colour: 'fact', width: 3 },
  earned: { colour: 'approved', width: 2, dash: 'dotted' },
  forecast: { colour: 'forecast', width: 1.5, dash: 'dashed' },
};

/** The style of a line by the end of its key: `finishes_plan` is a plan. */
export const styleOf = (key: string): LineStyle => STYLES[key.slice(key.indexOf('_') + 1)] ?? STYLES['plan'];

type Line = AnalyticsSeries['lines'][number];

/** Lines that are told in tables and by other charts: a chart of all would be read by nobody. */
const BESIDE: ReadonlySet<string> = new Set(['remaining', 'early', 'late', 'estimate']);

/** The lines that a chart shows: of works their finishes, of money and hours all but what is left by itself; none that is always zero. */
export function shownLines({ unit, lines }: Pick<AnalyticsSeries, 'unit' | 'lines'>): Line[] {
  return lines.filter(({ key, cumulative }) => {
    if (BESIDE.has(key) || (unit.kind === 'count' && !key.startsWith('finishes_'))) return false;
    return cumulative.some((value) => value !== null && value !== 0);
  });
}

/** Between the earliest and the latest dates that the plan allows; null where one of them is not told or both are the same. */
export function bandOf({ lines }: Pick<AnalyticsSeries, 'lines'>): { upper: (number | null)[]; lower: (number | null)[] } | null {
  const [early, late] = ['early', 'late'].map((key) => lines.find((line) => line.key === key)?.cumulative ?? []);
  const apart = early.some((value, index) => value !== null && value !== late[index]);
  return apart && late.length === early.length ? { upper: early, lower: late } : null;
}

/** What one sentence says of a curve: the line that tells what was done, and how far it is from the promise where both reach. */
export function deviationOf({ lines }: Pick<AnalyticsSeries, 'lines'>): { fact: number; target: number } | null {
  const by = (key: string) => lines.find((line) => line.key === key || line.key === `finishes_${key}`)?.cumulative ?? [];
  const [done, target] = [by('earned').length ? by('earned') : by('fact'), by('target')];
  const last = done.findLastIndex((value) => value !== null);
  const promised = target[last];
  const reached = done[last];
  return last < 0 || promised === undefined || promised === null || reached === null || reached === undefined || promised === 0
    ? null
    : { fact: reached, target: promised };
}

/** The question whose answer is what falls on a period of a line; null where the line has no such question. */
export function figureAt(
  { kind, period, periods }: Pick<AnalyticsSeries, 'kind' | 'period' | 'periods'>,
  { key, group }: Line,
  index: number,
): Figure | null {
  const asked = FIGURE_KINDS.find((one) => one === kind);
  const from = periods[index];
  if (!asked || from === undefined || key === 'estimate' || group !== null) return null;
  return { kind: asked, line: key, ...daysOf(from, period) };
}

/** The days of the period that begins on a day, as figures ask for them. */
export function daysOf(from: string, period: SeriesPeriod): { from: string; to: string } {
  const first = dayOf(parseMinute(`${from}T00:00`) ?? 0);
  return { from, to: formatMinute(nextPeriod(first, period) * MINUTES_PER_DAY).slice(0, 10) };
}

/** How far a line is at each period. */
type Reach = { cumulative: readonly (number | null)[] };

/** The line that passes nearest to a height of a chart at a period. */
export function nearestLine(lines: readonly Reach[], index: number, value: number): number {
  const distance = (line: Reach) => Math.abs((line.cumulative[index] ?? Number.POSITIVE_INFINITY) - value);
  return lines.reduce((best, line, at) => (distance(line) < distance(lines[best]) ? at : best), 0);
}

/** What a measure is called; that of money with its currency. */
export const measureTitle = (measure: SeriesKind, t: (key: string) => string): string =>
  measure === 'cost' ? moneyTitle(t('analytics.kind_cost')) : t(`analytics.kind_${measure}`);

/** An amount of a figure; money with its currency. */
export function amountOfFigure({ kind, measure }: Pick<Figure, 'kind' | 'measure'>, amount: number): string {
  const isMoney = kind === 'cost' || kind === 'money' || measure === 'cost';
  return (isMoney ? formatMoney : formatNumber)(amount, { decimals: Number.isInteger(amount) ? 0 : 2 });
}

/** How many works make an amount of a figure. */
export const worksText = (figure: Figure, count: number, amount: number, t: TFunction): string =>
  t('analytics.rows_make', { count, amount: amountOfFigure(figure, amount) });
