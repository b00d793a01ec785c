import { columnsOf, type LevelingAsked } from '@gantry/contract';
import { formatMinute, type ItemExtra, type Leveling, type Plan, sameValue } from '@gantry/domain';
import { DEFAULT_LEVELING, levelingFloors, type LevelingOptions, type LevelingResult, levelPlan, seededRandom } from '@gantry/engine';
import type { InputRows } from './timetable.plan.rules.ts';

type FloorUpdate = { id: number; before: { extra: ItemExtra | null }; after: { extra: ItemExtra | null } };

/** What a leveling of a version came to; `changed` counts rows whose floor is another than before. */
export type Leveled = Pick<LevelingResult, 'delays' | 'overAllocationsBefore' | 'overAllocationsAfter' | 'schedules'> & {
  finishBefore: string;
  oversized: number[];
  changed: number;
};

/** Schedules that a search may look at, and works times schedules: a large plan is searched no longer than a small one. */
const SEARCH = { none: 0, quick: 500, thorough: 5_000 } as const;
const MOST_PLACED = 8_000_000;

/** How many schedules a search of a plan looks at. */
export function schedulesOf(search: LevelingAsked['search'], works: number): number {
  return Math.min(SEARCH[search], Math.floor(MOST_PLACED / Math.max(1, works)));
}

function optionsOf({ resource_ids, priority, keep_order, within_float, search }: LevelingAsked, plan: Plan): LevelingOptions {
  const starts = new Map(plan.items.map(({ id, start }) => [id, start ?? 0]));
  const schedules = schedulesOf(search, plan.items.length);
  return {
    ...DEFAULT_LEVELING,
    resourceIds: resource_ids,
    priorities: [{ by: 'custom' }, { by: priority }, { by: 'late_finish' }, { by: 'total_float' }, { by: 'row' }],
    customPriority: keep_order ? (id) => starts.get(id) ?? 0 : () => 0,
    withinFloat: within_float,
    improvement: schedules && !keep_order ? { budget: { schedules }, random: seededRandom(1) } : null,
  };
}

/** Levels a plan, or (null) ends its leveling: the rows with their new floors, and what has moved and why. */
export function levelRows(rows: InputRows, plan: Plan, asked: LevelingAsked | null): ReturnType<typeof withFloors> & { leveled: Leveled } {
  const done = asked && levelPlan(plan, optionsOf(asked, plan));
  const floored = withFloors(rows, done ? levelingFloors(done.delays) : new Map());
  const leveled = {
    finishBefore: done ? formatMinute(done.calculatedFinish) : '',
    delays: done?.delays ?? [],
    overAllocationsBefore: done?.overAllocationsBefore ?? [],
    overAllocationsAfter: done?.overAllocationsAfter ?? [],
    oversized: done?.oversizedItemIds ?? [],
    schedules: done?.schedules ?? 0,
    changed: floored.floors.length,
  };
  return { ...floored, leveled };
}

function withFloors(rows: InputRows, floors: ReadonlyMap<number, Leveling>): { rows: InputRows; floors: FloorUpdate[] } {
  const names = columnsOf('wbs').map(({ name }) => name);
  const [idAt, extraAt] = [names.indexOf('id'), names.indexOf('extra')];
  const updates: FloorUpdate[] = [];
  const wbs = rows.wbs.map((values) => {
    const id = Number(values[idAt]);
    const before: ItemExtra | null = values[extraAt] ?? null;
    const floor = floors.get(id) ?? null;
    if (sameValue(before?.leveling ?? null, floor)) return values;
    const { leveling: _, ...others } = before ?? {};
    const extra = floor ? { ...others, leveling: floor } : others;
    const after = Object.keys(extra).length ? extra : null;
    updates.push({ id, before: { extra: before }, after: { extra: after } });
    return values.with(extraAt, after);
  });
  return { rows: { ...rows, wbs }, floors: updates };
}
