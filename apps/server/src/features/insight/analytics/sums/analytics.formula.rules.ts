import { type Figure, type FigureNarrowing, WORK_COUNTS } from '@gantry/contract';
import { dayOf, oncePer, parseMinute } from '@gantry/domain';
import { amountOf, type EstimateMethod, type Formula, type FormulaCell } from '@gantry/engine';
import { ALWAYS, axisOf } from './analytics.axis.rules.ts';
import { earnedValueOf } from './analytics.earned.rules.ts';
import { statsOf } from './analytics.stats.rules.ts';
import { sumOf, totalOf } from './analytics.sums.rules.ts';
import type { FactHead } from '../facts/analytics.facts.rules.ts';
import { type KindRules, keysOf, rulesOf, STATUS_KEYS } from '../facts/analytics.lines.rules.ts';
import type { PeriodLines } from '../facts/analytics.pack.rules.ts';

type Facts = { head: FactHead; lines: PeriodLines };
/** What formulas over some versions are calculated from; `volumes` are the lines of one item, `money` says whether the caller may see it. */
export type Basis = {
  facts: readonly Facts[];
  volumes: readonly PeriodLines[];
  money: boolean;
  estimate: EstimateMethod;
  /** An earlier status point, from which the recent cost index is derived. */
  before: readonly Facts[];
};

const LINE_BASES = {
  cost: 'cost',
  labour: 'labour',
  starts: 'count',
  finishes: 'count',
  price: 'money',
  spent: 'money',
  volume: 'volume',
} as const;
type Base = keyof typeof LINE_BASES;

/** The line of a formula's name, by the key that its kind uses; null where the name means no line. */
function lineOf(name: string) {
  const [base, line] = name.split(/_(.*)/s);
  const kind = LINE_BASES[base as Base];
  if (!kind) return null;
  const key = { count: name, money: `${base === 'spent' ? 'cost' : base}_${line}`, cost: line, labour: line, volume: line }[kind];
  const rules = rulesOf(kind);
  const rule = rules.lines.find((one) => one.key === key);
  return rule ? { kind, rule, rules } : null;
}

/** The question that opens the works behind a figure of formulas; null where it is no sum over works. */
export function questionOf(
  name: string,
  item: string | undefined,
  works: FigureNarrowing & Pick<Figure, 'to'>,
  money: boolean,
): Figure | null {
  const of = { ...works, ...(money ? { sight: 'money' as const } : {}) };
  const line = lineOf(name);
  if (!line) return WORK_COUNTS.some((count) => count === name) ? { kind: 'stats', line: name, ...of } : null;
  const { kind, rule } = line;
  if (kind !== 'volume') return { kind, line: rule.key, ...of };
  return item === undefined ? null : { kind, line: rule.key, item, ...of };
}

/** The lines of works that the figures of a formula are read from. */
export const linesRead = ({ dependencies }: Pick<Formula, 'dependencies'>): ReadonlySet<string> =>
  new Set([
    ...STATUS_KEYS,
    'promised',
    'kept',
    ...dependencies.flatMap(({ name }) => {
      const line = lineOf(name);
      return line && line.kind !== 'volume' ? line.rule.of.map(([key]) => key) : [];
    }),
  ]);

/** Whether a formula reads money. */
export const readsMoney = ({ dependencies }: Pick<Formula, 'dependencies'>): boolean =>
  dependencies.some(({ name }) => /^(cost|price|spent)_|^cpi$/.test(name));
/** Whether a formula needs the volumes of an item. */
export const readsVolume = ({ dependencies }: Pick<Formula, 'dependencies'>): boolean =>
  dependencies.some(({ name }) => name.startsWith('volume_'));

/** A period up to whose end sums go, before the day `end`; `side` says whether it lies before, holds or lies after the data date. */
export type Until = { end: number; side: -1 | 0 | 1 };

/** The periods that the lines of a formula touch; none where it names a figure that has no line, which is known of today alone. */
export function periodsOf(
  { dependencies }: Pick<Formula, 'dependencies'>,
  { facts, volumes }: Pick<Basis, 'facts' | 'volumes'>,
  period: 'month' | 'quarter' | 'year',
  dataDate: number,
) {
  const lines = dependencies.map(({ name }) => lineOf(name));
  const laid = [...facts.map((one) => one.lines), ...volumes].map((all) => ({ lines: all }));
  if (!lines.length || lines.some((line) => line === null)) return [];
  const axis = axisOf(sumOf(laid, new Set(lines.flatMap((line) => (line ? line.rule.of.map(([key]) => key) : [])))), period);
  const today = axis.indexOf(dayOf(dataDate - 1));
  return Array.from({ length: axis.count }, (_, index) => ({
    first: axis.dayAt(index),
    until: { end: axis.dayAt(index + 1), side: Math.sign(index - today) } as Until,
  }));
}

/** The figures of some versions together as formulas name them: always of sums, in all or until the end of a period. Of no version there is no figure. */
export const figureReader = (basis: Basis, until: Until | null = null): ((name: string) => FormulaCell) => figureReaders(basis)(until);

/** The same for any number of periods: versions are added up once for all of them. */
export function figureReaders({ facts, volumes, money, estimate, before }: Basis): (until: Until | null) => (name: string) => FormulaCell {
  if (!facts.length) return () => () => null;
  let ofAll: ReturnType<typeof statsOf> | null = null;
  const statsOfAll = () =>
    (ofAll ??= statsOf(
      facts.map(({ head }) => head),
      money,
    ));
  // A formula names several figures of one sum.
  const known = new Map<'cost' | 'labour', ReturnType<typeof earnedValueOf>>();
  const earned = (kind: 'cost' | 'labour') => {
    if (kind === 'cost' && !money) return null;
    if (!known.has(kind)) known.set(kind, earnedValueOf(facts, kind, 'month', estimate, before));
    return known.get(kind) ?? null;
  };
  const sumsOf = oncePer((rules: KindRules) => sumOf(facts, keysOf(rules)));
  const volumesOf = oncePer((rules: KindRules) =>
    sumOf(
      volumes.map((lines) => ({ lines })),
      keysOf(rules),
    ),
  );
  return (until) => (name) => {
    const line = lineOf(name);
    if (line) {
      const { kind, rule, rules } = line;
      if (kind === 'volume' && !volumes.length) return null;
      const sums = kind === 'volume' ? volumesOf(rules) : sumsOf(rules);
      // What was done ends with the data date, a forecast begins there.
      if (until && ((rule.reach === 'past' && until.side > 0) || (rule.reach === 'ahead' && until.side < 0))) return null;
      const window = until ? { from: null, to: until.end } : ALWAYS;
      return amountOf(totalOf(sums, rule, axisOf(sums, 'month', window)), rules.decimals);
    }
    if (until) return null;
    const [base, end] = name.split('_');
    if ((base === 'cost' || base === 'labour') && (end === 'pv' || end === 'eac')) return earned(base)?.[end] ?? null;
    if (name === 'cpi') return earned('cost')?.cpi ?? null;
    if (name === 'spi' || name === 'spit') return (earned('labour') ?? earned('cost'))?.[name] ?? null;
    if (name === 'promised' || name === 'kept') return (sumOf(facts, [name])[name]?.units ?? []).reduce((sum, value) => sum + value, 0);
    const stats = statsOfAll();
    if (name === 'start' || name === 'finish' || name === 'target_finish' || name === 'data_date')
      return stats[name] === null ? null : parseMinute(stats[name]);
    const counted = [...WORK_COUNTS, 'milestones', 'progress', 'progress_planned', 'deviation_days'] as const;
    const found = counted.find((one) => one === name);
    return found ? stats[found] : null;
  };
}
