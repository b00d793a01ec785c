import { MINUTES_PER_DAY } from '@gantry/domain';
import type { Minute, Plan, PlanCalendar, PlanItem } from '@gantry/domain';
import { compileCalendar } from '../time/calendar.ts';
import type { CompiledCalendar } from '../time/calendar.ts';
import type { CalculationResult } from '../timetable/result.ts';

/** What a version is compared with, by item identifier. */
export type HealthBaseline = ReadonlyMap<number, { start: Minute; finish: Minute }>;

/** Totals of an item; null = not entered. */
export type HealthAmounts = ReadonlyMap<number, { volume: number | null; labour: number | null; cost: number | null }>;

/** What the checks look at. Items and relations are indexes into the plan. */
export type HealthContext = {
  plan: Plan;
  result: CalculationResult;
  baseline: HealthBaseline | null;
  amounts: HealthAmounts | null;
  /** Scheduled rows that are not completed, milestones included; no drafts, parents, levels of effort, WBS summaries. */
  incomplete: number[];
  /** Those of them that have a duration. */
  works: number[];
  isScheduled: Uint8Array;
  isParent: Uint8Array;
  /** Relations by successor and by predecessor, between known items that are no drafts. */
  incoming: number[][];
  outgoing: number[][];
  /** Indexes of the two ends, −1 = unknown. */
  from: Int32Array;
  to: Int32Array;
  /** Relations into scheduled rows that are not completed. */
  liveRelations: number[];
  calendarOf(item: number): CompiledCalendar;
  /** Identifier of the calendar that an item works by. */
  calendarIdOf(item: number): number;
  minutesPerDay(item: number): number;
};

/** Prepares a calculated plan for the checks. */
export function healthContext(
  plan: Plan,
  result: CalculationResult,
  baseline: HealthBaseline | null,
  amounts: HealthAmounts | null,
): HealthContext {
  const { items, relations } = plan;
  const indexOf = new Map(items.map((item, index) => [item.id, index]));
  const isParent = new Uint8Array(items.length);
  for (const item of items) if (item.parentId !== null && item.type !== 'draft') isParent[indexOf.get(item.parentId) ?? items.length] = 1;
  const isScheduled = Uint8Array.from(items, (item, index) => (isScheduledRow(item) && !isParent[index] ? 1 : 0));
  const from = Int32Array.from(relations, (relation) => indexOf.get(relation.predecessorId) ?? -1);
  const to = Int32Array.from(relations, (relation) => indexOf.get(relation.successorId) ?? -1);
  const incoming: number[][] = items.map(() => []);
  const outgoing: number[][] = items.map(() => []);
  for (const relation of relations.keys()) {
    if (from[relation] < 0 || to[relation] < 0 || items[from[relation]].type === 'draft' || items[to[relation]].type === 'draft') continue;
    incoming[to[relation]].push(relation);
    outgoing[from[relation]].push(relation);
  }
  const incomplete = [...items.keys()].filter((item) => isScheduled[item] && items[item].status !== 'completed');
  return {
    plan,
    result,
    baseline,
    amounts,
    incomplete,
    works: incomplete.filter((item) => !isMilestone(items[item])),
    isScheduled,
    isParent,
    incoming,
    outgoing,
    from,
    to,
    liveRelations: incomplete.flatMap((item) => incoming[item]),
    ...calendarsOf(plan),
  };
}

function calendarsOf(plan: Plan): Pick<HealthContext, 'calendarOf' | 'calendarIdOf' | 'minutesPerDay'> {
  const byId = new Map<number, PlanCalendar>(plan.calendars.map((calendar) => [calendar.id, calendar]));
  const fallback =
    byId.get(plan.options.defaultCalendarId ?? Number.NaN) ?? plan.calendars.find((calendar) => calendar.isDefault) ?? plan.calendars[0];
  const compiled = new Map<PlanCalendar | undefined, CompiledCalendar>();
  const find = (item: number): PlanCalendar | undefined => byId.get(plan.items[item].calendarId ?? Number.NaN) ?? fallback;
  return {
    calendarIdOf: (item) => find(item)?.id ?? -1,
    minutesPerDay: (item) => find(item)?.minutesPerDay || MINUTES_PER_DAY,
    calendarOf: (item) => {
      const calendar = find(item);
      const known = compiled.get(calendar);
      if (known) return known;
      const made = compileCalendar(calendar ?? { week: [], exceptions: [] });
      compiled.set(calendar, made);
      return made;
    },
  };
}

/** Start and finish milestones. */
export function isMilestone(item: PlanItem): boolean {
  return item.type === 'milestone_start' || item.type === 'milestone_finish';
}

function isScheduledRow(item: PlanItem): boolean {
  return item.type !== 'draft' && item.type !== 'sum' && item.schedulingKind !== 'level_of_effort' && item.schedulingKind !== 'wbs_summary';
}

/** The milestone that ends the plan: the latest finish milestone without a successor; −1 = none. */
export function finishMilestone(context: HealthContext): number {
  const { items } = context.plan;
  const ends = context.incomplete.filter((item) => items[item].type === 'milestone_finish' && context.outgoing[item].length === 0);
  return ends.reduce((best, item) => (best < 0 || context.result.earlyFinish[item] > context.result.earlyFinish[best] ? item : best), -1);
}

/** The milestone that begins the plan: the earliest start milestone without a predecessor; −1 = none. */
export function startMilestone(context: HealthContext): number {
  const { items } = context.plan;
  const starts = [...items.keys()].filter(
    (item) => context.isScheduled[item] && items[item].type === 'milestone_start' && context.incoming[item].length === 0,
  );
  return starts.reduce((best, item) => (best < 0 || context.result.start[item] < context.result.start[best] ? item : best), -1);
}
