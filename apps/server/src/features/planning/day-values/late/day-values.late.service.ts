/**
 * Facts of days that are closed. Where a schedule takes them, they count on the first open day, and the day that they are of is kept: what
 * is known of a day is what its series says, with what of it counts elsewhere and without what counts there of other days.
 */

import type { LateFact } from '@gantry/contract';
import { type Day, type DayRun, valueOnDay } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import type { Draft } from '../../edits/edits.service.ts';
import { findScheduleSettings } from '../day-values.repository.ts';
import { keyDayOf, openFrom, textOfDay } from '../day-values.rules.ts';
import { type LateRow, listLateFacts, saveLateFacts } from './day-values.late.repository.ts';
import { type FactSeries, openLateSums } from './day-values.late.rules.ts';

export { listLateFacts } from './day-values.late.repository.ts';

/** Who has entered a fact, and when. */
export type Entered = Pick<LateRow, 'reporter' | 'at'>;

export type LateFacts = {
  /** The first day whose facts may be changed; null = any. */
  from: Day | null;
  /** Whether facts of days before it count on it. */
  takes: boolean;
  /** What is known of a day; null = nothing. */
  knownOn(series: FactSeries, run: DayRun | null, day: Day): number | null;
  /** Sets what is known of days: answers values of days of the series, those of closed days on the first open one. */
  settle(
    series: FactSeries,
    run: DayRun | null,
    wanted: ReadonlyMap<Day, number | null>,
    entered: ReadonlyMap<Day, Entered>,
  ): Map<Day, number | null>;
  /** The same of one day beside values of the series that are changed already. */
  move(series: FactSeries, run: DayRun | null, changes: Map<Day, number | null>, day: Day, value: number | null, by?: Entered): void;
  /** Keeps what was counted elsewhere; answers it. */
  save(): Promise<LateFact[]>;
};

/** Quantities are kept to millionths. */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Reads late facts of works for a change of their facts. */
export async function openLateFacts(context: Context, draft: Draft, itemIds: readonly number[]): Promise<LateFacts> {
  const { tx, head, key } = draft;
  const { editing_period_days, late_facts } = await findScheduleSettings(tx, context.spaceId, head.schedule_id);
  const from = openFrom('fact', keyDayOf(head.data_date, context), editing_period_days);
  const rows = await listLateFacts(tx, key, itemIds);
  const caller: Entered = { reporter: context.userId, at: context.now() };
  const fresh: LateRow[] = [];
  const takes = late_facts === 'first_open_day';
  const sums = openLateSums();
  for (const row of rows) sums.add(row);
  const knownOn: LateFacts['knownOn'] = (series, run, day) => {
    const value = valueOnDay(run, day);
    if (!rows.length && !fresh.length) return value;
    const text = textOfDay(day);
    const [elsewhere, ofOthers] = [sums.of(series, 'of_day', text), sums.of(series, 'day', text)];
    return value === null && elsewhere === 0 && ofOthers === 0 ? null : tidy((value ?? 0) + elsewhere - ofOthers);
  };
  const move: LateFacts['move'] = (series, run, changes, day, value, by = caller) => {
    if (from === null || day >= from) throw new Error('the day is open');
    if (!takes) fail('values.period_closed', { day: textOfDay(day), from: textOfDay(from) });
    const amount = tidy((value ?? 0) - (knownOn(series, run, day) ?? 0));
    if (amount === 0) return;
    const open = changes.has(from) ? changes.get(from) : valueOnDay(run, from);
    const after = tidy((open ?? 0) + amount);
    if (after < 0) fail('values.negative');
    changes.set(from, after === 0 ? null : after);
    const { itemId: item_id, resourceId: resource_id, measure } = series;
    const row: LateRow = { item_id, resource_id, measure, of_day: textOfDay(day), day: textOfDay(from), amount, ...by };
    fresh.push(row);
    sums.add(row);
  };
  return {
    from,
    takes,
    knownOn,
    move,
    settle(series, run, wanted, entered) {
      const changes = new Map<Day, number | null>();
      const isClosed = (day: Day): boolean => from !== null && day < from;
      for (const [day, value] of wanted)
        if (!isClosed(day)) {
          const ofOthers = sums.of(series, 'day', textOfDay(day));
          changes.set(day, ofOthers === 0 ? value : tidy((value ?? 0) + ofOthers));
        }
      for (const [day, value] of wanted) if (isClosed(day)) move(series, run, changes, day, value, entered.get(day));
      return changes;
    },
    async save() {
      const kept = fresh.splice(0).map((row) => ({ ...row, name: context.userName }));
      await saveLateFacts(tx, key, kept, head.revision + 1);
      rows.push(...kept);
      return kept.map(shownLateFact);
    },
  };
}

/** A late fact as people read it. */
export const shownLateFact = ({ reporter: _reporter, at, ...row }: LateRow & { name: string | null }): LateFact => ({
  ...row,
  at: at.toISOString(),
});
