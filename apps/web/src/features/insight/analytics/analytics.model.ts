import { type AnalyticsSeries, type Figure, FIGURE_KINDS } from '@gantry/contract';
import { dayOf, formatMinute, MINUTES_PER_DAY, parseMinute } from '@gantry/domain';
import { nextPeriod } from '@gantry/engine';

/** How a line of a chart is drawn: its colour in the tokens, its width, whether it is dashed, stepped. */
export type LineStyle = { colour: string; width: number; dash?: string; step?: boolean };

/** Everywhere the same: target a grey step, plan thin, fact thick, earned dotted, forecast dashed. */
const STYLES: Record<string, LineStyle> = {
  target: { colour: '--gantry-baseline', width: 1.5, step: true },
  plan: { colour: '--gantry-plan', width: 1.5 },
  fact: { colour: '--gantry-fact', width: 3 },
  earned: { colour: '--gantry-approved', width: 2, dash: '2 3' },
  forecast: { colour: '--gantry-forecast', width: 1.5, dash: '6 4' },
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

/** A round number at or above a value, as the top of an axis whose half is round too; 1 for nothing. */
export function topOf(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find((known) => Number((known * power).toPrecision(3)) >= value) ?? 10;
  return Number((step * power).toPrecision(3));
}

/** Where the points of a line lie in a box of the given size: `points[i]` at the end of period i; null where it does not reach. */
export function layOutPoints(cumulative: readonly (number | null)[], top: number, { width, height }: { width: number; height: number }) {
  const step = width / Math.max(1, cumulative.length);
  return cumulative.map((value, index) =>
    value === null ? null : { x: Math.round((index + 1) * step * 10) / 10, y: Math.round((height - (value / top) * height) * 10) / 10 },
  );
}

/** The path of a line through its points; a gap ends a stroke. A line that reaches the first period begins at nothing. */
export function pathOf(points: readonly ({ x: number; y: number } | null)[], height: number, stepped = false): string {
  let path = '';
  let open = false;
  for (const [index, point] of points.entries()) {
    if (!point) {
      open = false;
      continue;
    }
    if (!open) path += index === 0 ? `M0 ${height}` : `M${point.x} ${point.y}`;
    if (open || index === 0) path += stepped ? `H${point.x}V${point.y}` : `L${point.x} ${point.y}`;
    open = true;
  }
  return path;
}

/** Labels of periods that fit beside each other, at most one in so many. */
export const everyNth = (count: number, most: number): number => Math.max(1, Math.ceil(count / Math.max(1, most)));

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
  const start = from === undefined ? null : parseMinute(`${from}T00:00`);
  if (!asked || start === null || key === 'estimate' || group !== null) return null;
  return { kind: asked, line: key, from, to: formatMinute(nextPeriod(dayOf(start), period) * MINUTES_PER_DAY).slice(0, 10) };
}

/** How far a line is at each period. */
type Reach = { cumulative: readonly (number | null)[] };

/** The line that passes nearest to a height of a chart at a period. */
export function nearestLine(lines: readonly Reach[], index: number, value: number): number {
  const distance = (line: Reach) => Math.abs((line.cumulative[index] ?? Number.POSITIVE_INFINITY) - value);
  return lines.reduce((best, line, at) => (distance(line) < distance(lines[best]) ? at : best), 0);
}
