import type { Plan, PlanAssignment, ProgressItem } from '@gantry/domain';
import { compileCalendar } from '../time/calendar.ts';
import type { CompiledCalendar } from '../time/calendar.ts';
import { workBetween } from '../time/work.ts';
import { applyScenario, factsOfItem } from './forecast.ts';
import type { Forecast } from './forecast.ts';
import type { DailySeries, ProgressFacts } from './started-work.ts';

/** Volume, labour and cost of an item's assignments, total and done; null where it has none of the kind. */
export type Amounts = Pick<ProgressFacts, 'volume' | 'volumeFact' | 'labour' | 'labourFact' | 'cost' | 'costFact'>;

/** The amounts of an item without assignments. */
export const NO_AMOUNTS: Amounts = { volume: null, volumeFact: null, labour: null, labourFact: null, cost: null, costFact: null };

/** Amounts of every item that has an assignment. */
export function amountsByItem(plan: Plan): Map<number, Amounts> {
  const kinds = new Map(plan.resources.map(({ id, kind }) => [id, kind]));
  const ownVolume = new Set(plan.assignments.filter(({ carriesVolume }) => carriesVolume).map(({ itemId }) => itemId));
  const mixed = itemsOfMixedUnits(plan);
  const byItem = new Map<number, Amounts>();
  for (const assignment of plan.assignments) {
    const { itemId, carriesVolume, resourceId } = assignment;
    const isMaterial = kinds.get(resourceId) === 'material';
    const isBeside = isMaterial && (ownVolume.has(itemId) ? !carriesVolume : mixed.has(itemId));
    // Bricks do not add to the volume of the wall that they are laid in; what they cost does count.
    const counted = isBeside ? { ...assignment, plannedUnits: 0 } : assignment;
    byItem.set(itemId, added(byItem.get(itemId) ?? NO_AMOUNTS, counted, kinds));
  }
  return byItem;
}

/** Items whose materials are counted in several units: tonnes do not add to cubic metres. */
function itemsOfMixedUnits({ resources, assignments }: Plan): Set<number> {
  const units = new Map(resources.flatMap(({ id, kind, unit }) => (kind === 'material' ? [[id, unit.trim().toLowerCase()] as const] : [])));
  const unitOf = new Map<number, string>();
  const mixed = new Set<number>();
  for (const { itemId, resourceId, plannedUnits } of assignments) {
    const unit = units.get(resourceId);
    if (unit === undefined || plannedUnits <= 0) continue;
    if ((unitOf.get(itemId) ?? unit) !== unit) mixed.add(itemId);
    unitOf.set(itemId, unit);
  }
  return mixed;
}

function added(amounts: Amounts, one: PlanAssignment, kinds: Map<number, string>): Amounts {
  const [total, fact] =
    kinds.get(one.resourceId) === 'material' ? (['volume', 'volumeFact'] as const) : (['labour', 'labourFact'] as const);
  const sum = { ...amounts };
  if (one.plannedUnits > 0) {
    sum[total] = (sum[total] ?? 0) + one.plannedUnits;
    sum[fact] = (sum[fact] ?? 0) + one.actualUnits;
  }
  if (one.plannedCost > 0) {
    sum.cost = (sum.cost ?? 0) + one.plannedCost;
    sum.costFact = (sum.costFact ?? 0) + one.actualCost;
  }
  return sum;
}

/** Facts of a version's rows for scenarios of started work. */
function factsOf(plan: Plan): (item: ProgressItem) => ProgressFacts {
  const amounts = amountsByItem(plan);
  const calendars = new Map(plan.calendars.map((calendar) => [calendar.id, calendar]));
  const compiled = new Map<number, CompiledCalendar>();
  const calendarOf = (item: ProgressItem): CompiledCalendar | null => {
    const calendar = calendars.get(item.calendarId ?? plan.options.defaultCalendarId ?? 0);
    if (!calendar) return null;
    const known = compiled.get(calendar.id) ?? compileCalendar(calendar);
    compiled.set(calendar.id, known);
    return known;
  };
  return (item: ProgressItem) => {
    const assigned = amounts.get(item.id) ?? NO_AMOUNTS;
    const { targetStart, targetFinish, initialDurationMinutes, baseIntensityPerDay, dailyPlan, dailyFact } = item;
    const calendar = targetStart != null && targetFinish != null ? calendarOf(item) : null;
    const totals = amountsOf(withOwn(assigned, item), assigned.volume !== null, dailyPlan, dailyFact);
    return {
      ...factsOfItem(item),
      ...totals,
      targetDurationMinutes: calendar ? workBetween(calendar, targetStart as number, targetFinish as number) : null,
      // The duration of started work in a file is its initial duration.
      initialDurationMinutes: initialDurationMinutes ?? item.durationMinutes,
      baseIntensityPerDay: baseIntensityPerDay ?? null,
      dailyPlan: dailyPlan ?? null,
      dailyFact: withOpening(dailyFact, totals.volumeFact),
    };
  };
}

/** Amounts with those of the item itself: its volume and labour go before those of assignments, its cost beside theirs. Done is what those report, else what the progress leaves. */
function withOwn(amounts: Amounts, { volume, labourHours, cost, progress }: ProgressItem): Amounts {
  const own = (total: number | null | undefined, known: number | null, fact: number | null) =>
    total ? { total, fact: known === null ? total * progress : fact } : { total: known, fact };
  const [ofVolume, ofLabour] = [own(volume, amounts.volume, amounts.volumeFact), own(labourHours, amounts.labour, amounts.labourFact)];
  return {
    volume: ofVolume.total,
    volumeFact: ofVolume.fact,
    labour: ofLabour.total,
    labourFact: ofLabour.fact,
    cost: cost ? (amounts.cost ?? 0) + cost : amounts.cost,
    costFact: cost ? (amounts.costFact ?? 0) + cost * progress : amounts.costFact,
  };
}

/** Volume that no assignment has is done as the days report it; without any total it is the sum of the planned days. */
function amountsOf(amounts: Amounts, isOfAssignments: boolean, dailyPlan?: DailySeries | null, dailyFact?: DailySeries | null): Amounts {
  const sum = (series?: DailySeries | null): number | null =>
    series?.size ? [...series.values()].reduce((all, value) => all + value, 0) : null;
  const done = sum(dailyFact);
  if (amounts.volume !== null) return isOfAssignments || done === null ? amounts : { ...amounts, volumeFact: done };
  return dailyPlan?.size ? { ...amounts, volume: sum(dailyPlan), volumeFact: done ?? 0 } : amounts;
}

/** Facts by days, before the first of them what is known as done beyond them: a sum that came with a file. */
function withOpening(dailyFact: DailySeries | null | undefined, done: number | null): DailySeries | null {
  if (!dailyFact?.size || !done) return dailyFact ?? null;
  const opening = done - [...dailyFact.values()].reduce((all, value) => all + value, 0);
  // What is left by adding decimals is no amount.
  if (opening <= done * 1e-12) return dailyFact;
  return new Map([[Math.min(...dailyFact.keys()) - 1, opening], ...dailyFact]);
}

/** Sets the remaining duration of every started work by its own scenario, else the version's. */
export function withScenarios(plan: Plan): { plan: Plan; forecasts: Map<number, Forecast> } {
  const usual = plan.options.progressScenario;
  const ownOf = (item: ProgressItem): number | null => item.progressScenario ?? usual;
  const scenarios = new Set((plan.items as ProgressItem[]).map(ownOf));
  scenarios.delete(null);
  const facts = factsOf(plan);
  const forecasts = new Map<number, Forecast>();
  let items = plan.items;
  for (const scenario of scenarios) {
    const applied = applyScenario({ ...plan, options: { ...plan.options, progressScenario: scenario } }, facts);
    const before = items;
    items = applied.plan.items.map((item, index) => (ownOf(plan.items[index]) === scenario ? item : before[index]));
    for (const item of plan.items) {
      const forecast = applied.forecasts.get(item.id);
      if (forecast && ownOf(item) === scenario) forecasts.set(item.id, forecast);
    }
  }
  return { plan: scenarios.size ? { ...plan, items } : plan, forecasts };
}
