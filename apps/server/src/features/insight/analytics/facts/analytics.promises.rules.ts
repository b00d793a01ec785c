import { type PromiseRule, USUAL_PROMISE } from '@gantry/contract';
import { type AnyRow, dayOf, isKept, type Minute } from '@gantry/domain';
import { periodStart } from '@gantry/engine';

/** A work that was promised in a week, by the first day of the week, or on a day; `share` is how much of it was done, at most all. */
export type JudgedPromise = { itemId: number; day: number; kept: boolean; share: number };

const MEASURES = ['volume', 'labour', 'cost'] as const;

/**
 * The promises of approved plans by weeks, or days, that are over: the work and the week make one, which is kept but for its tolerance. It is judged by the first of volume, labour and
 * cost that something was approved in; what was done is what was recorded by days.
 */
export function promisesOf(
  daySeries: readonly AnyRow[],
  dataDate: Minute,
  { by, tolerance }: PromiseRule = USUAL_PROMISE,
): JudgedPromise[] {
  const length = by === 'week' ? 7 : 1;
  const today = dayOf(dataDate);
  const weeks = new Map<number, Map<string, Map<number, { approved: number; fact: number }>>>();
  for (const { itemId, measure, mode, days } of daySeries) {
    if (mode !== 'approved_plan' && mode !== 'fact') continue;
    const ofItem = weeks.get(Number(itemId)) ?? new Map<string, Map<number, { approved: number; fact: number }>>();
    weeks.set(Number(itemId), ofItem);
    const ofMeasure = ofItem.get(String(measure)) ?? new Map<number, { approved: number; fact: number }>();
    ofItem.set(String(measure), ofMeasure);
    for (const { day, value } of days as { day: number; value: number }[]) {
      const week = by === 'week' ? periodStart(day, 'week') : day;
      const sums = ofMeasure.get(week) ?? { approved: 0, fact: 0 };
      sums[mode === 'fact' ? 'fact' : 'approved'] += value;
      ofMeasure.set(week, sums);
    }
  }
  return [...weeks].flatMap(([itemId, ofItem]) => {
    const measure = MEASURES.find((one) => [...(ofItem.get(one)?.values() ?? [])].some(({ approved }) => approved > 0));
    if (!measure) return [];
    return [...(ofItem.get(measure) ?? [])]
      .filter(([day, { approved }]) => approved > 0 && day + length <= today)
      .map(([day, { approved, fact }]) => ({
        itemId,
        day,
        kept: isKept(fact, approved * (1 - tolerance)),
        share: Math.max(0, Math.min(1, fact / approved)),
      }));
  });
}
