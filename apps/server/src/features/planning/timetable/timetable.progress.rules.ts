import type { Plan, PlanAssignment, PlanItem } from '@gantry/domain';
import {
  applyScenario,
  compileCalendar,
  type CompiledCalendar,
  factsOfItem,
  type Forecast,
  type ProgressFacts,
  workBetween,
} from '@gantry/engine';

/** What a plan's items carry beside what every plan has: their own scenario, target dates, the duration before they began. */
type ScenarioItem = PlanItem & {
  progressScenario?: number | null;
  targetStart?: number | null;
  targetFinish?: number | null;
  initialDurationMinutes?: number | null;
};

/** Volume, labour and cost of an item's assignments, total and done; null where it has none of the kind. */
type Amounts = Pick<ProgressFacts, 'volume' | 'volumeFact' | 'labour' | 'labourFact' | 'cost' | 'costFact'>;

const NOTHING: Amounts = { volume: null, volumeFact: null, labour: null, labourFact: null, cost: null, costFact: null };

function amountsByItem(plan: Plan): Map<number, Amounts> {
  const kinds = new Map(plan.resources.map(({ id, kind }) => [id, kind]));
  const byItem = new Map<number, Amounts>();
  for (const assignment of plan.assignments)
    byItem.set(assignment.itemId, added(byItem.get(assignment.itemId) ?? NOTHING, assignment, kinds));
  return byItem;
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

/** What the rows of a version tell the scenarios of started work. */
function factsOf(plan: Plan): (item: PlanItem) => ProgressFacts {
  const amounts = amountsByItem(plan);
  const calendars = new Map(plan.calendars.map((calendar) => [calendar.id, calendar]));
  const compiled = new Map<number, CompiledCalendar>();
  const calendarOf = (item: PlanItem): CompiledCalendar | null => {
    const calendar = calendars.get(item.calendarId ?? plan.options.defaultCalendarId ?? 0);
    if (!calendar) return null;
    const known = compiled.get(calendar.id) ?? compileCalendar(calendar);
    compiled.set(calendar.id, known);
    return known;
  };
  return (item: ScenarioItem) => {
    const { targetStart, targetFinish, initialDurationMinutes } = item;
    const calendar = targetStart != null && targetFinish != null ? calendarOf(item) : null;
    return {
      ...factsOfItem(item),
      ...amounts.get(item.id),
      targetDurationMinutes: calendar ? workBetween(calendar, targetStart as number, targetFinish as number) : null,
      initialDurationMinutes: initialDurationMinutes ?? null,
    };
  };
}

/** Gives every started work the remaining duration of its own scenario, else of the version's. */
export function withScenarios(plan: Plan): { plan: Plan; forecasts: Map<number, Forecast> } {
  const usual = plan.options.progressScenario;
  const ownOf = (item: ScenarioItem): number | null => item.progressScenario ?? usual;
  const scenarios = new Set((plan.items as ScenarioItem[]).map(ownOf));
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

const BY_VOLUME = 6;
const BY_LABOUR = 9;
const BY_COST = 12;
const BY_PROGRESS = 1;

/** What is left of started works at the intensity so far, in working minutes: by volume where there is one, else labour, cost, progress. */
export function remainsByIntensity(plan: Plan, wanted: (id: number) => boolean): Map<number, number> {
  const amounts = amountsByItem(plan);
  const scenarioOf = ({ id }: PlanItem): number => {
    const { volume, labour, cost } = amounts.get(id) ?? NOTHING;
    return volume !== null ? BY_VOLUME : labour !== null ? BY_LABOUR : cost !== null ? BY_COST : BY_PROGRESS;
  };
  const items = plan.items.map((item) => ({ ...item, progressScenario: scenarioOf(item) }));
  const { forecasts } = withScenarios({ ...plan, items });
  return new Map([...forecasts].filter(([id]) => wanted(id)).map(([id, { remainingMinutes }]) => [id, remainingMinutes]));
}
