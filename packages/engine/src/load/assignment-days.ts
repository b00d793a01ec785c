import {
  type Day,
  dayOf,
  type Distributions,
  type Minute,
  MINUTES_PER_DAY,
  type PlanAssignment,
  type PlanCalendar,
  type PlanItem,
  type PlanResource,
} from '@gantry/domain';
import { spreadSeries } from '../spread/assignment.ts';
import { amountOf, shapeOfDistribution } from '../spread/spread.ts';
import { compileCalendar, type CompiledCalendar, ELAPSED } from '../time/calendar.ts';
import { addWork, workBefore } from '../time/work.ts';

/** What load is counted from: the rows of a plan with the dates that they stand at, days that were recorded of single resources. */
export type LoadPlan = {
  dataDate: Minute;
  defaultCalendarId: number | null;
  /** How measures lie over the dates of works that have no curve of their own; without it evenly. */
  distributions?: Distributions;
  calendars: readonly PlanCalendar[];
  items: readonly (Pick<PlanItem, 'id' | 'schedulingKind' | 'calendarId' | 'start' | 'finish' | 'actualStart' | 'actualFinish'> & {
    type?: string;
    earlyStart?: Minute | null;
    earlyFinish?: Minute | null;
  })[];
  resources: readonly Pick<PlanResource, 'id' | 'kind' | 'calendarId' | 'limit' | 'rates'>[];
  assignments: readonly Pick<
    PlanAssignment,
    'id' | 'itemId' | 'resourceId' | 'actualUnits' | 'remainingUnits' | 'actualCost' | 'remainingCost' | 'lagMinutes' | 'curve'
  >[];
  /** Recorded units of a resource on an item by days. */
  days: readonly { itemId: number; resourceId: number; mode: 'plan' | 'fact'; values: ReadonlyMap<Day, number> }[];
};

/** Hours that rounding makes are no load. */
export const SLACK = 1e-6;
const HOURS_DECIMALS = 6;

type Part = { amount: number; start: Minute; finish: Minute; calendar: CompiledCalendar };
type Assignment = LoadPlan['assignments'][number];

export type Reader = ReturnType<typeof readerOf>;

/** Reads what an assignment comes to: stretches that are laid evenly, or days where a curve or recorded days say more. */
export function readerOf(plan: LoadPlan, measure: 'units' | 'cost') {
  const items = new Map(plan.items.map((item) => [item.id, item]));
  const resources = new Map(plan.resources.map((resource) => [resource.id, resource]));
  const indexOf = new Map(plan.resources.map(({ id }, index) => [id, index]));
  const recorded = new Map<string, { plan: ReadonlyMap<Day, number> | null; fact: ReadonlyMap<Day, number> | null }>();
  for (const { itemId, resourceId, mode, values } of measure === 'units' ? plan.days : []) {
    const name = `${itemId} ${resourceId}`;
    recorded.set(name, { ...(recorded.get(name) ?? { plan: null, fact: null }), [mode]: values });
  }
  const shapeOf = (kind: PlanResource['kind']) =>
    shapeOfDistribution(plan.distributions?.[measure === 'cost' ? 'cost' : kind === 'material' ? 'volume' : 'labour']);
  const compiled = new Map<number, CompiledCalendar>();
  const known = new Map(plan.calendars.map((calendar) => [calendar.id, calendar]));
  const compiledOf = (id: number | null): CompiledCalendar | null => {
    const calendar = id === null ? undefined : known.get(id);
    if (!calendar) return null;
    const ready = compiled.get(calendar.id) ?? compileCalendar(calendar);
    compiled.set(calendar.id, ready);
    return ready;
  };
  let usual: CompiledCalendar | null = null;
  // A plan without any calendar is calculated around the clock, and is loaded as it was calculated.
  const usualCalendar = (): CompiledCalendar =>
    (usual ??=
      compiledOf(plan.defaultCalendarId) ??
      compiledOf((plan.calendars.find((one) => one.isDefault) ?? plan.calendars.at(0))?.id ?? null) ??
      compileCalendar(ELAPSED));
  const calendarOf = (id: number | null, other: number | null = null): CompiledCalendar =>
    compiledOf(id) ?? compiledOf(other) ?? usualCalendar();
  return {
    indexOf,
    dataDate: plan.dataDate,
    calendarOfResource: (resource: LoadPlan['resources'][number]) => ({
      calendar: calendarOf(resource.calendarId),
      isOwn: resource.calendarId !== null && known.has(resource.calendarId),
    }),
    of(assignment: Assignment) {
      const item = items.get(assignment.itemId);
      const resource = resources.get(assignment.resourceId);
      if (!item || !resource || item.type === 'draft') return null;
      const calendar = calendarOf(item.schedulingKind === 'resource' ? resource.calendarId : null, item.calendarId);
      const late = (start: Minute | null): Minute | null =>
        start === null || !assignment.lagMinutes ? start : addWork(calendar, start, assignment.lagMinutes);
      return {
        calendar,
        actual: measure === 'cost' ? assignment.actualCost : assignment.actualUnits,
        remaining: measure === 'cost' ? assignment.remainingCost : assignment.remainingUnits,
        actualStart: item.actualStart,
        actualFinish: item.actualFinish,
        earlyStart: late(item.earlyStart ?? item.start),
        earlyFinish: item.earlyFinish ?? item.finish,
        days: recorded.get(`${item.id} ${resource.id}`) ?? null,
        shape: assignment.curve ? { shape: 'curve' as const, curve: assignment.curve } : shapeOf(resource.kind),
      };
    },
  };
}

/** The even stretches of an assignment, like those of `spreadSeries`. */
export function partsOf(reader: Reader, one: NonNullable<ReturnType<Reader['of']>>): Part[] {
  const { calendar, actual, remaining, actualStart, actualFinish, earlyStart, earlyFinish } = one;
  const parts: Part[] = [];
  if (actual !== 0 && actualStart !== null)
    parts.push({ amount: actual, start: actualStart, finish: actualFinish ?? Math.max(actualStart, reader.dataDate), calendar });
  if (remaining !== 0 && earlyStart !== null && earlyFinish !== null)
    parts.push({ amount: remaining, start: Math.max(earlyStart, reader.dataDate), finish: earlyFinish, calendar });
  return parts;
}

/** What an assignment comes to, as a reader of its plan answers it; null = nothing. */
export type Amounts = ReturnType<Reader['of']>;

/** Adds what an assignment comes to, to the days of its resource; answers the calendar that it is worked in. */
export function addDays(reader: Reader, one: Amounts, byDay: Float64Array, first: Day): CompiledCalendar | null {
  if (!one) return null;
  if (one.days || one.shape.shape !== 'evenly') {
    const { fact, remaining } = spreadSeries(
      {
        planned: 0,
        actual: one.actual,
        remaining: one.remaining,
        decimals: HOURS_DECIMALS,
        how: one.shape,
        plannedDays: one.days?.plan ?? null,
        actualDays: one.days?.fact ?? null,
      },
      { ...one, plannedStart: null, plannedFinish: null, dataDate: reader.dataDate },
    );
    for (const { firstDay, units } of [fact, remaining])
      for (let at = Math.max(0, first - firstDay); at < units.length && firstDay + at < first + byDay.length; at++)
        byDay[firstDay + at - first] += amountOf(units[at], HOURS_DECIMALS);
  } else for (const part of partsOf(reader, one)) addPart(part, byDay, first);
  return one.calendar;
}

function addPart({ amount, start, finish, calendar }: Part, byDay: Float64Array, first: Day): void {
  const before = workBefore(calendar, start);
  const worked = workBefore(calendar, finish) - before;
  if (worked <= 0) {
    const at = dayOf(start) - first;
    if (at >= 0 && at < byDay.length) byDay[at] += amount;
    return;
  }
  const perMinute = amount / worked;
  const from = Math.max(first, dayOf(start));
  const last = Math.min(first + byDay.length - 1, dayOf(finish - 1));
  let done = Math.max(before, workBefore(calendar, from * MINUTES_PER_DAY));
  for (let day = from; day <= last; day++) {
    const here = Math.min(before + worked, workBefore(calendar, (day + 1) * MINUTES_PER_DAY));
    byDay[day - first] += (here - done) * perMinute;
    done = here;
  }
}
