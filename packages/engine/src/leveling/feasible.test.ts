import { NO_DATE } from '@gantry/domain';
import type { Plan, RelationType } from '@gantry/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRun } from '../testing/property-cases.ts';
import { compileCalendar } from '../time/calendar.ts';
import { addWork, workBefore } from '../time/work.ts';
import { DEFAULT_LEVELING, levelPlan } from './level.ts';
import type { LevelingResult } from './level.ts';
import { seededRandom } from './random.ts';
import { CALENDARS, DAY_MINUTES, MONDAY, assignmentOf, drawnPlan, itemOf } from './testing/drawn-plan.ts';

const numRuns = Number(process.env.PROPERTY_CASES ?? 100);
const compiled = new Map(CALENDARS.map((calendar) => [calendar.id, compileCalendar(calendar)]));

type Sketch = {
  items: { days: number; calendarId: number; needs: number[]; isByResource: boolean }[];
  rules: 'p6' | 'msproject';
  relations: { from: number; to: number; type: RelationType; lag: number }[];
  limits: number[];
};

const sketch: fc.Arbitrary<Sketch> = fc.record({
  items: fc.array(
    fc.record({
      days: fc.constantFrom(0, 0.25, 0.5, 1, 2, 3, 7),
      calendarId: fc.constantFrom(1, 1, 2, 3),
      needs: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 2 }),
      isByResource: fc.nat(4).map((chance) => chance === 0),
    }),
    { minLength: 1, maxLength: 14 },
  ),
  rules: fc.constantFrom('p6', 'p6', 'msproject'),
  relations: fc.array(
    fc.record({
      from: fc.nat(13),
      to: fc.nat(13),
      type: fc.constantFrom<RelationType>('fs', 'fs', 'fs', 'ss', 'ff', 'sf'),
      lag: fc.constantFrom(0, 0, 0.5, 1, -1),
    }),
    { maxLength: 14 },
  ),
  limits: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 2 }),
});

function planOf({ items, relations, limits, rules }: Sketch): Plan {
  const plan = drawnPlan(`limit crew ${limits[0]}\nlimit crane ${limits[1]}`);
  plan.options.rules = rules;
  plan.resources[0].calendarId = 2;
  plan.items = items.map((item, index) =>
    itemOf(index + 1, {
      calendarId: item.calendarId,
      durationMinutes: item.days * DAY_MINUTES,
      remainingMinutes: item.days * DAY_MINUTES,
      schedulingKind: item.isByResource ? 'resource' : 'task',
    }),
  );
  plan.relations = relations
    .filter(({ from, to }) => from < to && to < items.length)
    .map(({ from, to, type, lag }, index) => ({
      id: index + 1,
      predecessorId: from + 1,
      successorId: to + 1,
      type,
      lagMinutes: lag * DAY_MINUTES,
      lagCalendar: null,
    }));
  plan.assignments = items.flatMap((item, index) =>
    item.needs.flatMap((need, resource) =>
      need > 0 ? [assignmentOf(index * 2 + resource, index + 1, resource + 1, need * item.days * 8)] : [],
    ),
  );
  return plan;
}

/** Whether the item works in the calendars of its resources: all of its span counts then. */
function followsResource(drawn: Sketch, index: number): boolean {
  return drawn.rules === 'msproject' || drawn.items[index].isByResource;
}

/** Counted hour by hour from the dates alone: an independent way to see what leveling claims. */
function highestUses(plan: Plan, drawn: Sketch, result: LevelingResult): number[] {
  const { start, finish } = result.leveled;
  const last = Math.max(...finish);
  const highest = drawn.limits.map(() => 0);
  for (let hour = MONDAY; hour < last; hour += 60) {
    for (const resource of drawn.limits.keys()) {
      let used = 0;
      for (const [index, item] of plan.items.entries()) {
        const need = drawn.items[index].needs[resource];
        const calendar = compiled.get(item.calendarId!)!;
        const works = workBefore(calendar, Math.min(hour + 60, finish[index])) > workBefore(calendar, Math.max(hour, start[index]));
        const isThere = works || followsResource(drawn, index);
        if (isThere && start[index] < hour + 60 && finish[index] > hour && need <= drawn.limits[resource]) used += need;
      }
      highest[resource] = Math.max(highest[resource], used);
    }
  }
  return highest;
}

function expectRelationsHold(plan: Plan, drawn: Sketch, result: LevelingResult): void {
  const { start, finish } = result.leveled;
  for (const relation of plan.relations) {
    const from = plan.items.findIndex((item) => item.id === relation.predecessorId);
    const to = plan.items.findIndex((item) => item.id === relation.successorId);
    if (followsResource(drawn, from) || followsResource(drawn, to)) {
      if (relation.type === 'fs' && relation.lagMinutes === 0) expect(start[to]).toBeGreaterThanOrEqual(finish[from]);
      continue;
    }
    const calendar = compiled.get(plan.items[from].calendarId!)!;
    const own = compiled.get(plan.items[to].calendarId!)!;
    const base = relation.type === 'fs' || relation.type === 'ff' ? finish[from] : start[from];
    const moment = addWork(calendar, base, relation.lagMinutes);
    const bound = relation.type === 'fs' || relation.type === 'ss' ? start[to] : finish[to];
    expect(workBefore(own, bound)).toBeGreaterThanOrEqual(workBefore(own, Math.max(moment, MONDAY)));
  }
}

test(
  'leveled dates never exceed a limit, keep every relation and are never earlier than calculated',
  () => {
    fc.assert(
      fc.property(sketch, fc.nat(), fc.boolean(), (drawn, seed, isImproved) => {
        const plan = planOf(drawn);
        const isOversized = drawn.items.map((item) => item.days > 0 && item.needs.some((need, resource) => need > drawn.limits[resource]));
        const improvement = isImproved ? { budget: { schedules: 150 }, random: seededRandom(seed) } : null;
        const result = levelPlan(plan, { ...DEFAULT_LEVELING, improvement });
        expect(result.oversizedItemIds).toEqual(plan.items.filter((_, index) => isOversized[index]).map((item) => item.id));
        if (!isOversized.includes(true)) {
          for (const [resource, used] of highestUses(plan, drawn, result).entries())
            expect(used).toBeLessThanOrEqual(drawn.limits[resource]);
          expect(result.overAllocationsAfter).toEqual([]);
        }
        expectRelationsHold(plan, drawn, result);
        for (const index of plan.items.keys()) {
          expect(result.leveled.start[index]).not.toBe(NO_DATE);
          expect(result.leveled.start[index]).toBeGreaterThanOrEqual(result.calculated.start[index]);
        }
        if (drawn.items.some((_, index) => followsResource(drawn, index))) return;
        const delayed = plan.items.filter((_, index) => {
          const calendar = compiled.get(plan.items[index].calendarId!)!;
          return workBefore(calendar, result.leveled.start[index]) > workBefore(calendar, result.calculated.start[index]);
        });
        expect(result.delays.map((delay) => delay.itemId).toSorted((a, b) => a - b)).toEqual(delayed.map((item) => item.id));
      }),
      propertyRun('leveling is feasible', numRuns),
    );
  },
  60_000 + numRuns * 50,
);

test(
  'within the float no item and no project ends later than the calculation allows',
  () => {
    fc.assert(
      fc.property(sketch, (drawn) => {
        const plan = planOf(drawn);
        const result = levelPlan(plan, { ...DEFAULT_LEVELING, withinFloat: true, overAllocation: 0.5 });
        for (const [index, item] of plan.items.entries()) {
          const calendar = compiled.get(item.calendarId!)!;
          const latest = Math.max(result.calculated.lateFinish[index], result.calculated.finish[index]);
          expect(workBefore(calendar, result.leveled.finish[index])).toBeLessThanOrEqual(workBefore(calendar, latest));
        }
      }),
      propertyRun('leveling within float', numRuns),
    );
  },
  60_000 + numRuns * 50,
);
