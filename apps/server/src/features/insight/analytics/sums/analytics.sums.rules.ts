import { type AnalyticsSeries, type FigureLine, OTHER_GROUPS, type SeriesPeriod } from '@gantry/contract';
import { dayOf, formatMinute, type Minute } from '@gantry/domain';
import { amountOf, spreadLike } from '@gantry/engine';
import { type Axis, axisOf, dateOf, type Window } from './analytics.axis.rules.ts';
import { type FactHead, noAmounts } from '../facts/analytics.facts.rules.ts';
import { EARNED_MEASURES, keysOf, type KindRules, LINE_KEYS, type LineRule } from '../facts/analytics.lines.rules.ts';
import { addLine, openPack, type PeriodLines } from '../facts/analytics.pack.rules.ts';

/** Facts of a version, or of several of one data date, at the part of the place that they stand below. */
export type CountedFacts = { part_id: number; head: Pick<FactHead, 'data_date' | 'cost' | 'labour'>; lines: PeriodLines };
export type Part = AnalyticsSeries['parts'][number];

/** Lines of one group, or (null) of all works, by a name to show. */
export type NamedLines = { group: string | null; name: string; lines: PeriodLines };

/** Divides sorted groups into the first `top` and the rest. The group in which facts already merge small groups always belongs to the rest. */
export function largestOf<T>(sorted: readonly T[], top: number, keyOf: (one: T) => string | null): { shown: T[]; rest: T[] } {
  const apart = sorted.filter((one) => keyOf(one) !== OTHER_GROUPS);
  return { shown: apart.slice(0, top), rest: [...apart.slice(top), ...sorted.filter((one) => keyOf(one) === OTHER_GROUPS)] };
}

/** What lies over the periods of an answer: the same for every kind. */
export type Laid = {
  data_date: string | null;
  periods: string[];
  lines: FigureLine[];
  parts: Part[];
};
type Asked = { rules: Pick<KindRules, 'lines' | 'decimals' | 'spans'>; period: SeriesPeriod; window?: Window };

export const sumOf = (facts: readonly Pick<CountedFacts, 'lines'>[], keys: Iterable<string>): PeriodLines => {
  const sums: PeriodLines = {};
  const wanted = [...keys];
  for (const { lines } of facts) for (const key of wanted) if (lines[key]) addLine(sums, key, lines[key]);
  return sums;
};

/** Returns what stands below each of some parts of a place; `all` is looked through once, however many parts there are. */
export function ofEachPart<T>(all: readonly T[], partOf: (one: T) => number): (part: { id: number }) => readonly T[] {
  const byPart = Map.groupBy(all, partOf);
  return ({ id }) => byPart.get(id) ?? [];
}

/** Packed facts of versions as they are read together: those below one part of a place that have one day as their data date stand as their sum. */
export function togetherOf(kept: readonly PackedOfVersion[]): CountedFacts[] {
  const found = new Map<string, CountedFacts>();
  for (const { version, head, lines } of kept) {
    const key = `${version.part_id} ${dayOf(head.data_date)}`;
    let sums = found.get(key);
    if (!sums) {
      sums = { part_id: version.part_id, head: { data_date: head.data_date, cost: noAmounts(), labour: noAmounts() }, lines: {} };
      found.set(key, sums);
    }
    sums.head.data_date = Math.max(sums.head.data_date, head.data_date);
    for (const measure of EARNED_MEASURES) {
      const amounts = sums.head[measure];
      for (const of of Object.keys(amounts) as (keyof typeof amounts)[]) amounts[of] += head[measure][of];
    }
    if (!lines) continue;
    const pack = openPack(lines);
    for (const line of LINE_KEYS) pack.addTo(sums.lines, line);
  }
  return [...found.values()];
}
type PackedOfVersion = { version: { part_id: number }; head: CountedFacts['head']; lines: Uint8Array | null };

/** The sums of versions by periods, in all and by parts; `estimate` is the amount that is left by an estimate at completion. Sums are of whole units: they add up to the last digit whatever their order. */
export function seriesOf(facts: readonly CountedFacts[], parts: readonly Omit<Part, 'totals'>[], asked: Asked, estimate = 0): Laid {
  const keys = keysOf(asked.rules);
  const sums = sumOf(facts, keys);
  const axis = axisOf(sums, asked.period, asked.window);
  const dataDate = latestDate(facts);
  const lines = linesOf([{ group: null, name: '', lines: sums }], axis, asked.rules, dataDate);
  const ahead = estimate > 0 ? estimateOf(lines, axis, sums, asked.rules, dataDate, estimate) : null;
  const ofPart = ofEachPart(facts, ({ part_id }) => part_id);
  return {
    ...shownOn(axis, dataDate),
    lines: ahead ? [...lines, ahead] : lines,
    parts: parts.map((part) => ({ ...part, totals: totalsOf(sumOf(ofPart(part), keys), axis, asked.rules) })),
  };
}

/** The same told apart by groups, without what stands below the place. */
export function groupedSeriesOf(groups: readonly NamedLines[], dataDate: Minute | null, asked: Asked): Omit<Laid, 'parts'> {
  const axis = axisOf(sumOf(groups, keysOf(asked.rules)), asked.period, asked.window);
  return { ...shownOn(axis, dataDate), lines: linesOf(groups, axis, asked.rules, dataDate) };
}

export const latestDate = (facts: readonly Pick<CountedFacts, 'head'>[]): Minute | null =>
  facts.reduce<Minute | null>((found, { head: { data_date: date } }) => (found === null || date > found ? date : found), null);

const shownOn = (axis: Axis, dataDate: Minute | null) => ({
  data_date: dataDate === null ? null : formatMinute(dataDate),
  periods: Array.from({ length: axis.to - axis.from }, (_, index) => dateOf(axis.dayAt(axis.from + index))),
});

/** The units of a line by all periods of an axis. */
function unitsOf(lines: PeriodLines, rule: LineRule, axis: Axis): number[] {
  const units = new Array<number>(axis.count).fill(0);
  for (const [key, sign] of rule.of) for (const [index, value] of axis.unitsOf(lines[key]).entries()) units[index] += sign * value;
  return rule.level ? running(units) : units;
}

function running(units: readonly number[]): number[] {
  let sum = 0;
  return units.map((value) => (sum += value));
}

/** What a line comes to in the periods that are shown; of a level, what stands at their end. */
export function totalOf(lines: PeriodLines, rule: LineRule, axis: Axis): number {
  const shown = unitsOf(lines, rule, axis).slice(axis.from, axis.to);
  return rule.level ? (shown.at(-1) ?? 0) : shown.reduce((sum, value) => sum + value, 0);
}

const totalsOf = (lines: PeriodLines, axis: Axis, { lines: rules, decimals }: Asked['rules']): Record<string, number> =>
  Object.fromEntries(rules.map((rule) => [rule.key, amountOf(totalOf(lines, rule, axis), decimals)]));

/** The period that holds the data date; what was done ends with it, a forecast begins there. */
const todayOn = (axis: Axis, dataDate: Minute | null): number => (dataDate === null ? -1 : axis.indexOf(dayOf(dataDate - 1)));

function linesOf(
  groups: readonly NamedLines[],
  axis: Axis,
  { lines: rules, decimals }: Asked['rules'],
  dataDate: Minute | null,
): FigureLine[] {
  const today = todayOn(axis, dataDate);
  return groups.flatMap(({ group, name, lines }) =>
    rules.map((rule) => ({
      group,
      name,
      ...shown(unitsOf(lines, rule, axis), rule, axis, decimals, today),
      total: amountOf(totalOf(lines, rule, axis), decimals),
    })),
  );
}

function shown(
  units: readonly number[],
  { key, reach, level }: Pick<LineRule, 'key' | 'reach' | 'level'>,
  axis: Axis,
  decimals: number,
  today: number,
) {
  const reaches = (index: number) => reach === 'all' || (reach === 'past' ? index <= today : index >= today);
  const sums = level ? units : running(units);
  const cut = (list: readonly number[]) =>
    list.map((value, index) => (reaches(index) ? amountOf(value, decimals) : null)).slice(axis.from, axis.to);
  return { key, values: cut(units), cumulative: cut(sums) };
}

/** What was done, and what the estimate says is left, laid like what is left of the plan. */
function estimateOf(
  lines: readonly FigureLine[],
  axis: Axis,
  sums: PeriodLines,
  rules: Asked['rules'],
  dataDate: Minute | null,
  left: number,
): FigureLine | null {
  const [fact, remaining] = ['fact', 'remaining'].map((key) => rules.lines.find((rule) => rule.key === key));
  if (!fact || !remaining || !lines.length) return null;
  const done = unitsOf(sums, fact, axis);
  const pattern = Float64Array.from(unitsOf(sums, remaining, axis));
  if (!pattern.some((value) => value > 0)) return null;
  const ahead = spreadLike(left, rules.decimals, { firstDay: 0, units: pattern, decimals: rules.decimals });
  const units = done.map((value, index) => value + (ahead.units[index] ?? 0));
  const total = units.slice(axis.from, axis.to).reduce((sum, value) => sum + value, 0);
  return {
    group: null,
    name: '',
    ...shown(units, { key: 'estimate', reach: 'ahead' }, axis, rules.decimals, todayOn(axis, dataDate)),
    total: amountOf(total, rules.decimals),
  };
}
