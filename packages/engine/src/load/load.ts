import { type Day, dayOf, MINUTES_PER_DAY, type Period } from '@gantry/domain';
import { limitsOf, valueAt } from '../facts/rates.ts';
import { nextPeriod, periodStart } from '../rollup/periods.ts';
import type { CompiledCalendar } from '../time/calendar.ts';
import { workBefore } from '../time/work.ts';
import { addDays, type Amounts, type LoadPlan, partsOf, type Reader, readerOf, SLACK } from './assignment-days.ts';

/** What to count, over which days; without them over all that anything lies on. */
export type LoadQuestion = {
  measure: 'units' | 'cost';
  from?: Day;
  to?: Day;
  /** The share of a limit above which a day is beyond it; 1 where nothing is said. */
  over?: number;
};

/**
 * Load of resources over periods: `starts` has the first days of the periods and the day after the last. `values`, `capacity` and
 * `overDays` are resource × period: what is done and left, what the limit allows (NaN without a limit), days with more than that.
 */
export type ResourceLoad = {
  resourceIds: number[];
  starts: Int32Array;
  values: Float64Array;
  capacity: Float64Array;
  overDays: Int32Array;
};

/** More days than any plan has: a date that was mistyped by centuries makes no table of gigabytes. */
const MOST_DAYS = 50 * 366;
/** Periods of one answer: three years by day. Later ones are cut. */
export const MOST_PERIODS = 1100;

/** The days on which anything lies, the last excluded. */
export function loadExtent(plan: LoadPlan): { from: Day; to: Day } {
  const reader = readerOf(plan, 'units');
  return daysOf(plan, reader, plan.assignments.map(reader.of), {});
}

/** Adds up what every resource does in every period: what was done, and what is left from the data date on. */
export function loadOf(plan: LoadPlan, period: Period, question: LoadQuestion): ResourceLoad {
  const { over = 1 } = question;
  const reader = readerOf(plan, question.measure);
  const amounts = plan.assignments.map(reader.of);
  const days = daysOf(plan, reader, amounts, question);
  const starts = startsOf(days, period);
  const count = starts.length - 1;
  const first = starts[0];
  const size = starts[count] - first;
  const load: ResourceLoad = {
    resourceIds: plan.resources.map(({ id }) => id),
    starts,
    values: new Float64Array(plan.resources.length * count),
    capacity: new Float64Array(plan.resources.length * count).fill(NaN),
    overDays: new Int32Array(plan.resources.length * count),
  };
  const byDay = new Float64Array(size);
  const minutes = new Int32Array(size);
  const works = byResource(plan, reader.indexOf);
  for (const [index, resource] of plan.resources.entries()) {
    byDay.fill(0);
    const calendars = new Set<CompiledCalendar>();
    for (let at = works.offset[index]; at < works.offset[index + 1]; at++) {
      const calendar = addDays(reader, amounts[works.list[at]], byDay, first);
      if (calendar) calendars.add(calendar);
    }
    const steps = question.measure === 'cost' || resource.kind === 'material' ? [] : limitsOf(resource);
    if (steps.length) workingMinutes(reader.calendarOfResource(resource), calendars, minutes, first);
    for (let at = 0; at < count; at++) {
      const cell = index * count + at;
      let sum = 0;
      let allowed = 0;
      for (let day = starts[at] - first; day < starts[at + 1] - first; day++) {
        sum += byDay[day];
        if (!steps.length) continue;
        const limit = steps.length === 1 ? steps[0].value : valueAt(steps, (first + day) * MINUTES_PER_DAY);
        const most = ((limit ?? 0) * minutes[day]) / 60;
        allowed += most;
        if (byDay[day] > most * over + SLACK) load.overDays[cell] += 1;
      }
      load.values[cell] = sum;
      if (steps.length) load.capacity[cell] = allowed;
    }
  }
  return load;
}

/** What the works of some resources take of them between two days, `to` excluded. */
export function loadOfItems(
  plan: LoadPlan,
  resourceIds: ReadonlySet<number>,
  { measure, from, to }: { measure: 'units' | 'cost'; from: Day; to: Day },
): { itemId: number; resourceId: number; amount: number }[] {
  const reader = readerOf(plan, measure);
  const byDay = new Float64Array(Math.max(0, to - from));
  return plan.assignments.flatMap((assignment) => {
    const { itemId, resourceId } = assignment;
    if (!resourceIds.has(resourceId)) return [];
    byDay.fill(0);
    addDays(reader, reader.of(assignment), byDay, from);
    const amount = byDay.reduce((sum, value) => sum + value, 0);
    return amount > SLACK ? [{ itemId, resourceId, amount }] : [];
  });
}

/** The days on which anything lies, or those that were asked for. */
function daysOf(
  plan: LoadPlan,
  reader: Reader,
  amounts: readonly Amounts[],
  { from, to }: Pick<LoadQuestion, 'from' | 'to'>,
): { from: Day; to: Day } {
  let least = Infinity;
  let most = -Infinity;
  if (from === undefined || to === undefined)
    for (const one of amounts) {
      if (!one) continue;
      for (const { start, finish } of partsOf(reader, one)) {
        least = Math.min(least, dayOf(start));
        most = Math.max(most, dayOf(Math.max(start, finish - 1)));
      }
      for (const day of one.days?.fact?.keys() ?? []) {
        least = Math.min(least, day);
        most = Math.max(most, day);
      }
    }
  const today = dayOf(plan.dataDate);
  const begin = from ?? (Number.isFinite(least) ? least : today);
  const end = to ?? (Number.isFinite(most) ? most + 1 : begin + 1);
  return { from: begin, to: Math.max(begin + 1, Math.min(end, begin + MOST_DAYS)) };
}

/** Whole periods: the first begins where that of the first day does. */
function startsOf({ from, to }: { from: Day; to: Day }, period: Period): Int32Array {
  const starts = [periodStart(from, period)];
  while (starts[starts.length - 1] < to && starts.length <= MOST_PERIODS) starts.push(nextPeriod(starts[starts.length - 1], period));
  return Int32Array.from(starts);
}

/** Assignments by resource, in their order. */
function byResource(plan: LoadPlan, indexOf: ReadonlyMap<number, number>): { offset: Int32Array; list: Int32Array } {
  const offset = new Int32Array(plan.resources.length + 1);
  const owner = Int32Array.from(plan.assignments, ({ resourceId }) => indexOf.get(resourceId) ?? -1);
  for (const index of owner) if (index >= 0) offset[index + 1] += 1;
  for (let index = 0; index < plan.resources.length; index++) offset[index + 1] += offset[index];
  const list = new Int32Array(offset[plan.resources.length]);
  const next = offset.slice();
  for (const [at, index] of owner.entries()) if (index >= 0) list[next[index]++] = at;
  return { offset, list };
}

/** Working minutes of a resource by days; one without a calendar of its own works when its works do. */
function workingMinutes(
  { calendar, isOwn }: { calendar: CompiledCalendar; isOwn: boolean },
  ofWorks: ReadonlySet<CompiledCalendar>,
  minutes: Int32Array,
  first: Day,
): void {
  minutes.fill(0);
  for (const one of isOwn ? [calendar] : new Set([calendar, ...ofWorks])) {
    let before = workBefore(one, first * MINUTES_PER_DAY);
    for (let day = 0; day < minutes.length; day++) {
      const after = workBefore(one, (first + day + 1) * MINUTES_PER_DAY);
      minutes[day] = Math.max(minutes[day], after - before);
      before = after;
    }
  }
}
