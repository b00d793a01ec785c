import { NO_DATE, type ExternalLimit, type Plan, type RelationType } from '@gantry/domain';
import { compileCalendar, ELAPSED, type CalendarPool } from '../time/calendar.ts';
import { addWork } from '../time/work.ts';
import { calculate } from './calculate.ts';
import type { CalculationResult } from './result.ts';

/** A relation between items of two different plans; ids are unique over all of them. */
export type PlanToPlanRelation = { predecessorId: number; successorId: number; type: RelationType; lagMinutes: number };

/** Limits settle in as many rounds as a chain crosses between plans, twice; a cycle through several plans never does. */
const MOST_ROUNDS = 100;

/**
 * Calculates several plans that wait for each other, each with its own options. Relations between them become limits; the plans are
 * calculated again until the limits stand still.
 */
export function calculateTogether(plans: Plan[], relations: PlanToPlanRelation[], pool: CalendarPool = new Map()): CalculationResult[] {
  const places = placesOf(plans);
  const known = relations.filter((relation) => places.has(relation.predecessorId) && places.has(relation.successorId));
  let limits: ExternalLimit[][] = plans.map(() => []);
  let results = plans.map((plan) => calculate(plan, pool));
  for (let round = 0; known.length > 0 && round < Math.min(MOST_ROUNDS, 2 * known.length + 2); round++) {
    const next = limitsOf(plans, known, places, results, pool);
    if (JSON.stringify(next) === JSON.stringify(limits)) break;
    limits = next;
    results = plans.map((plan, at) => calculate({ ...plan, externalLimits: [...plan.externalLimits, ...limits[at]] }, pool));
  }
  return results;
}

type Place = { plan: number; item: number };

function placesOf(plans: Plan[]): Map<number, Place> {
  const places = new Map<number, Place>();
  plans.forEach((plan, at) => plan.items.forEach((item, index) => places.set(item.id, { plan: at, item: index })));
  return places;
}

function limitsOf(
  plans: Plan[],
  relations: PlanToPlanRelation[],
  places: Map<number, Place>,
  results: CalculationResult[],
  pool: CalendarPool,
): ExternalLimit[][] {
  const limits: ExternalLimit[][] = plans.map(() => []);
  for (const relation of relations) {
    const from = places.get(relation.predecessorId);
    const to = places.get(relation.successorId);
    if (!from || !to) continue;
    const calendar = plans[from.plan].calendars.find((candidate) => candidate.id === plans[from.plan].items[from.item].calendarId);
    const compiled = compileCalendar(calendar ?? ELAPSED, pool);
    const leavesFinish = relation.type === 'fs' || relation.type === 'ff';
    const arrivesAtStart = relation.type === 'fs' || relation.type === 'ss';
    const early = results[from.plan][leavesFinish ? 'earlyFinish' : 'earlyStart'][from.item];
    if (early !== NO_DATE) {
      const date = addWork(compiled, early, relation.lagMinutes);
      limits[to.plan].push({ itemId: relation.successorId, kind: arrivesAtStart ? 'start_not_earlier' : 'finish_not_earlier', date });
    }
    const late = results[to.plan][arrivesAtStart ? 'lateStart' : 'lateFinish'][to.item];
    if (late !== NO_DATE) {
      const date = addWork(compiled, late, -relation.lagMinutes);
      limits[from.plan].push({ itemId: relation.predecessorId, kind: leavesFinish ? 'finish_not_later' : 'start_not_later', date });
    }
  }
  return limits;
}
