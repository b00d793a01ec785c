import type { RiskSettings } from '@gantry/contract';
import type { AnyRow, Plan } from '@gantry/domain';
import type { DurationRisk, RiskEvent } from '@gantry/engine';

type Spread = { low: number; likely: number; high: number };
const triangular = ({ low, likely, high }: Spread) => ({ kind: 'triangular' as const, low, likely, high });

/** What is uncertain in a plan as the engine asks for it. */
export function sourcesOf(plan: Plan, { seed, usual, correlation, works, events }: RiskSettings) {
  const own = new Map(works.map((work) => [work.item_id, work]));
  const open = plan.items.filter(
    ({ type, status, schedulingKind }) =>
      (type === 'task' || type === 'work') &&
      status !== 'completed' &&
      schedulingKind !== 'level_of_effort' &&
      schedulingKind !== 'wbs_summary',
  );
  const durations = open.map(({ id }): DurationRisk => ({
    itemId: id,
    unit: 'share',
    distribution: triangular(own.get(id) ?? usual),
  }));
  return {
    seed,
    durations: durations.filter(({ distribution }) => distribution.kind !== 'triangular' || distribution.low < distribution.high),
    events: events.map((event, id): RiskEvent => ({
      id,
      probability: event.probability,
      itemIds: event.item_ids,
      unit: 'share',
      impact: triangular(event),
    })),
    correlations: correlation > 0 ? [{ itemIds: open.map(({ id }) => id), coefficient: correlation }] : [],
  };
}

/** More numbers than this are not drawn, so that nobody waits for minutes: runs are fewer where there are more works. */
const MOST_DRAWS = 100_000_000;
export const runsOf = (iterations: number, uncertain: number): number =>
  Math.max(100, Math.min(iterations, Math.floor(MOST_DRAWS / Math.max(1, uncertain))));

type MoneyTables = { assignment: readonly AnyRow[]; resource: readonly AnyRow[]; daySeries: readonly AnyRow[] };
const amount = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/**
 * What a plan costs: what is certain, and what goes with time, money a remaining minute of a row. Work and machines of rows that are not
 * finished go with time; materials, what was spent and what is planned by days are certain.
 */
export function moneyOf(plan: Plan, { assignment, resource, daySeries }: MoneyTables): { fixed: number; rates: Map<number, number> } {
  const items = new Map(plan.items.map((item) => [item.id, item]));
  const materials = new Set(resource.filter((row) => row['kind'] === 'material').map(({ id }) => id));
  const byDays = new Map<unknown, number>();
  for (const row of daySeries)
    if (row['measure'] === 'cost' && row['mode'] === 'plan' && (row['resourceId'] ?? null) === null)
      byDays.set(row['itemId'], (byDays.get(row['itemId']) ?? 0) + amount(row['total']));
  let fixed = [...byDays.values()].reduce((sum, value) => sum + value, 0);
  const rates = new Map<number, number>();
  for (const row of assignment) {
    const item = items.get(row['itemId'] as number);
    if (!item || byDays.has(row['itemId'])) continue;
    fixed += amount(row['actualCost']);
    const remaining = amount(row['remainingCost']);
    if (materials.has(row['resourceId'] as number) || item.status === 'completed' || item.remainingMinutes <= 0) fixed += remaining;
    else rates.set(item.id, (rates.get(item.id) ?? 0) + remaining / item.remainingMinutes);
  }
  return { fixed, rates };
}
