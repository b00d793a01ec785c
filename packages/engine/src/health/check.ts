import type { LimitType, Minute, RelationType } from '@gantry/domain';
import type { HealthContext } from './context.ts';

/** The command that would cure a finding, as data: the caller turns it into an edit. */
export type HealthFix =
  | { command: 'remove_relation'; relationId: number }
  | { command: 'set_lag'; relationId: number; lagMinutes: number }
  | { command: 'add_relation'; predecessorId: number; successorId: number; type: RelationType }
  | { command: 'set_limit'; itemId: number; end: 'start' | 'finish'; type: LimitType | null }
  | { command: 'set_actual'; itemId: number; end: 'start' | 'finish'; date: Minute | null }
  | { command: 'set_calendar'; itemId: number; calendarId: number }
  | { command: 'set_duration'; itemId: number; durationMinutes: number };

/** Result of a check. `value` null = not measurable here (no baseline, empty population). */
export type HealthMeasure = { value: number | null; population: number; itemIds: number[]; relationIds: number[]; fixes: HealthFix[] };

/** Threshold of a check; `bound` is the value from which one row is reported, if the check has one (working days, predecessors). */
export type HealthThreshold = { limit: number; bound?: number };

/** One check of a schedule. */
export type HealthCheck = {
  /** Whose rule it is. */
  source: 'dcma' | 'gao' | 'own';
  /** A share of the population, a plain count, or an index. */
  unit: 'share' | 'count' | 'index';
  /** Passed when the value is at most the limit, or at least. */
  passes: 'at_most' | 'at_least';
  threshold: HealthThreshold;
  measure(context: HealthContext, threshold: HealthThreshold): HealthMeasure;
};

/** The measure of a check that cannot be made. */
export const NOT_MEASURED: HealthMeasure = { value: null, population: 0, itemIds: [], relationIds: [], fixes: [] };

/** The share of the found items in the checked ones. */
export function shareOfItems(context: HealthContext, found: readonly number[], population: number, fixes: HealthFix[] = []): HealthMeasure {
  if (population === 0) return NOT_MEASURED;
  return {
    value: found.length / population,
    population,
    itemIds: found.map((item) => context.plan.items[item].id),
    relationIds: [],
    fixes,
  };
}

export function countOfItems(context: HealthContext, found: readonly number[], population: number, fixes: HealthFix[] = []): HealthMeasure {
  return { value: found.length, population, itemIds: found.map((item) => context.plan.items[item].id), relationIds: [], fixes };
}

/** The share of the found relations in the checked ones. */
export function shareOfRelations(
  context: HealthContext,
  found: readonly number[],
  population: number,
  fixes: HealthFix[] = [],
): HealthMeasure {
  if (population === 0) return NOT_MEASURED;
  const relations = found.map((relation) => context.plan.relations[relation]);
  const itemIds = [...new Set(relations.map((relation) => relation.successorId))];
  return { value: found.length / population, population, itemIds, relationIds: relations.map((relation) => relation.id), fixes };
}

/** The number of relations found. */
export function countOfRelations(
  context: HealthContext,
  found: readonly number[],
  population: number,
  fixes: HealthFix[] = [],
): HealthMeasure {
  return { ...(population ? shareOfRelations(context, found, population, fixes) : NOT_MEASURED), value: found.length, population, fixes };
}
