import { type AnalyticsConventions, type EarningTechnique, type PromiseRule, USUAL_PROMISE } from '@gantry/contract';
import { type AnyRow, type Minute, naturalKeys, pairRows, type WbsRow } from '@gantry/domain';
import type { Spread } from '@gantry/engine';
import { type AmountTables, type LaidAmount, type LaidMeasure, layOutAmounts } from '@gantry/plan-view';

/** How a version is counted: what tells how much of a work is done, and the version that stands for its promise. */
export type Conventions = {
  technique: EarningTechnique;
  promise: PromiseRule;
  /** Rows up to the number `shared` have the same ids in both; the others are paired by codes and names. */
  baseline: { tables: AmountTables; shared: number; budget: AnalyticsConventions['budget'] } | null;
};
export const USUAL_CONVENTIONS: Conventions = { technique: 'progress', promise: USUAL_PROMISE, baseline: null };

type Keyed = { id: number; key: string | null };
function keyed(rows: readonly AnyRow[]): Keyed[] {
  const keys = naturalKeys(rows as unknown as WbsRow[]);
  return rows.map(({ id }) => ({ id, key: keys.get(id) ?? null }));
}

/** The rows of a version with the dates of its baseline as target dates, and which row each of the baseline is there. Rows that the baseline does not have keep their own. */
export function promisedBy(wbs: readonly AnyRow[], baseline: { rows: readonly AnyRow[]; shared: number }) {
  const pairs = pairRows(keyed(baseline.rows), keyed(wbs), baseline.shared);
  const others = new Map(baseline.rows.map((row) => [row.id, row]));
  const rows = wbs.map((row) => {
    const other = others.get(pairs.get(row.id) ?? 0);
    return other ? { ...row, targetStart: other['start'], targetFinish: other['finish'] } : row;
  });
  return { rows, hereOf: new Map([...pairs].map(([here, there]) => [there, here])) };
}

/** A version with its promise, and how the amounts of the promise are laid where they are not those of its own rows. */
export function againstBaseline(tables: AmountTables, { baseline }: Pick<Conventions, 'baseline'>, dataDate: Minute) {
  if (!baseline) return { tables, targetOf: null };
  const { rows, hereOf } = promisedBy(tables.wbs, { rows: baseline.tables.wbs, shared: baseline.shared });
  const promised = { ...tables, wbs: rows };
  if (baseline.budget === 'current') return { tables: promised, targetOf: null };
  const matched = new Set(hereOf.values());
  return {
    tables: promised,
    targetOf: (measure: LaidMeasure): LaidAmount[] => [
      ...layOutAmounts(baseline.tables, { measure, series: 'plan', dataDate }).flatMap(({ itemId, spread }) => {
        const here = hereOf.get(itemId);
        return here === undefined ? [] : [{ itemId: here, resourceId: null, spread }];
      }),
      ...layOutAmounts(promised, { measure, series: 'target', dataDate }).filter(({ itemId }) => !matched.has(itemId)),
    ],
  };
}

/** A version as its conventions have it: with its promise, how the amounts of that are laid, and what tells how much is done. */
export type CountedTables = {
  tables: AmountTables;
  targetOf: ((measure: LaidMeasure) => LaidAmount[]) | null;
  done: Done;
  promise: PromiseRule;
};

export function underConventions(whole: AmountTables, dataDate: Minute, conventions: Conventions = USUAL_CONVENTIONS): CountedTables {
  const against = againstBaseline(whole, conventions, dataDate);
  return { ...against, done: doneBy(conventions.technique, against.tables, dataDate), promise: conventions.promise };
}

/** How much of a work is done, and (by a measure) the days on which it was. */
export type Done = { share(row: AnyRow): number; days(itemId: number): readonly Spread[] | undefined };

const isDone = (row: AnyRow): boolean => row['status'] === 'completed';
const hasBegun = (row: AnyRow): boolean => row['status'] === 'in_progress' || typeof row['actualStart'] === 'number';
const progressOf = (row: AnyRow): number => (typeof row['progress'] === 'number' ? row['progress'] : 0);
const NO_DAYS = (): undefined => undefined;

/** What tells how much of each work is done. Works without amounts of the measure of a technique go by their progress. */
const TECHNIQUES: Record<EarningTechnique, (tables: AmountTables, dataDate: Minute) => Done> = {
  progress: () => ({ share: progressOf, days: NO_DAYS }),
  volume: (tables, dataDate) => byMeasure(tables, 'volume', dataDate),
  labour: (tables, dataDate) => byMeasure(tables, 'labour', dataDate),
  cost: (tables, dataDate) => byMeasure(tables, 'cost', dataDate),
  '0_100': () => ({ share: (row) => (isDone(row) ? 1 : 0), days: NO_DAYS }),
  '50_50': () => ({ share: (row) => (isDone(row) ? 1 : hasBegun(row) ? 0.5 : 0), days: NO_DAYS }),
};

function byMeasure(tables: AmountTables, measure: LaidMeasure, dataDate: Minute): Done {
  const sums = (laid: readonly LaidAmount[]) => {
    const totals = new Map<number, number>();
    for (const { itemId, spread } of laid)
      totals.set(
        itemId,
        spread.units.reduce((sum, value) => sum + value, totals.get(itemId) ?? 0),
      );
    return totals;
  };
  const facts = layOutAmounts(tables, { measure, series: 'fact', dataDate });
  const planned = sums(layOutAmounts(tables, { measure, series: 'plan', dataDate }));
  const actual = sums(facts);
  const days = Map.groupBy(facts, ({ itemId }) => itemId);
  const share = (row: AnyRow): number => {
    const plan = planned.get(row.id) ?? 0;
    if (isDone(row)) return 1;
    return plan > 0 ? Math.min(1, Math.max(0, (actual.get(row.id) ?? 0) / plan)) : progressOf(row);
  };
  return { share, days: (itemId) => days.get(itemId)?.map(({ spread }) => spread) };
}

export const doneBy = (technique: EarningTechnique, tables: AmountTables, dataDate: Minute): Done =>
  TECHNIQUES[technique](tables, dataDate);
