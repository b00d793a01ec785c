import { NO_DATE } from '@gantry/domain';
import type { Plan } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { calculate } from '../timetable/calculate.ts';
import { DEFAULT_LEVELING, levelPlan } from './level.ts';
import type { LevelingOptions } from './level.ts';
import { seededRandom } from './random.ts';
import { DAY_MINUTES, MONDAY, assignmentOf, chartOf, drawnPlan, unindent } from './testing/drawn-plan.ts';

function leveled(plan: Plan, options: Partial<LevelingOptions> = {}) {
  return levelPlan(plan, { ...DEFAULT_LEVELING, ...options });
}

function expectChart(drawing: string, chart: string, options: Partial<LevelingOptions> = {}) {
  const plan = drawnPlan(drawing);
  const result = leveled(plan, options);
  expect(chartOf(plan, result.leveled)).toBe(unindent(chart));
  return { plan, result, delays: result.delays };
}

describe('drawn charts', () => {
  test('two works that want one crew stand one after the other', () => {
    const { result, delays } = expectChart(
      `limit crew 1
       A 3d crew:1
       B 2d crew:1`,
      `A ..===
       B ==`,
      { priorities: [{ by: 'duration' }] },
    );
    const cause = { kind: 'resource', resourceId: 1, heldByItemIds: [2], until: MONDAY + 1440 + 17 * 60 };
    expect(delays).toEqual([{ itemId: 1, minutes: 2 * DAY_MINUTES, from: MONDAY + 540, to: MONDAY + 2 * 1440 + 540, cause }]);
    expect(result.overAllocationsBefore).toEqual([{ resourceId: 1, from: MONDAY + 540, to: MONDAY + 1440 + 17 * 60, used: 2, limit: 1 }]);
    expect(result.overAllocationsAfter).toEqual([]);
  });

  test('what follows a delayed work is delayed by the relation', () => {
    const { delays } = expectChart(
      `limit crew 1
       A 2d crew:1
       B 2d crew:1
       C 1d <- B`,
      `A ==
       B ..==
       C ....=`,
      { priorities: [{ by: 'row' }] },
    );
    expect(delays.map((delay) => delay.cause.kind)).toEqual(['resource', 'relation']);
    expect(delays[1].cause).toEqual({ kind: 'relation', relationId: 1, itemId: 2 });
  });

  test('two fit beside each other where the limit is two; the third waits for the first that ends', () => {
    expectChart(
      `limit crew 2
       A 4d crew:1
       B 2d crew:1
       C 2d crew:1`,
      `A ====
       B ==
       C ..==`,
      { priorities: [{ by: 'row' }] },
    );
  });

  test('a work over the week end keeps its crew', () => {
    expectChart(
      `limit crew 1
       A 4d crew:1
       B 3d crew:1
       C 2d crew:1 7d`,
      `A ====
       B ....===|==
       C .......|..==`,
      { priorities: [{ by: 'row' }] },
    );
  });

  test('a work of seven days a week fits into the week end of others that are not at work', () => {
    expectChart(
      `limit crew 1
       A 5d crew:1
       B 2d crew:1 7d`,
      `A =====
       B .....==`,
      { priorities: [{ by: 'row' }] },
    );
  });

  test.each([
    ['ss+1', 'B .==='],
    ['ff', 'B .==='],
    ['fs-1', 'B ...====|='],
    ['fs', 'B ....===|=='],
  ])('without resources the dates stay as calculated: %s', (rule, row) => {
    const plan = drawnPlan(`A 4d\nB 3d <- A ${rule}`);
    const result = leveled(plan);
    expect(chartOf(plan, result.leveled)).toBe(`A ====\n${row}`);
    expect(result.leveled.start).toEqual(result.calculated.start);
  });

  test('the successor of a moved start-to-start predecessor moves with it', () => {
    expectChart(
      `limit crew 1
       A 2d crew:1
       B 3d crew:1
       C 2d <- B ss+1`,
      `A ==
       B ..===
       C ...==`,
      { priorities: [{ by: 'row' }] },
    );
  });

  test('the priority list decides, its next keys break ties, and a larger number can go first', () => {
    const drawing = `limit crew 1
      A 1d crew:1
      B 2d crew:1
      C 3d crew:1`;
    expectChart(drawing, `A =\nB .==\nC ...====|=`, { priorities: [{ by: 'duration' }] });
    expectChart(drawing, `A .......|=\nB ...==\nC ===`, { priorities: [{ by: 'duration', descending: true }] });
    expectChart(drawing, `A ..=\nB ==\nC ...====|=`, {
      priorities: [{ by: 'custom' }, { by: 'row' }],
      customPriority: (id) => (id === 2 ? 1 : 5),
    });
  });
});

describe('within the float', () => {
  const drawing = `limit crew 1
    A 4d
    B 2d crew:1
    C 2d crew:1
    D 1d crew:1
    E 0d <- A, B, C, D`;

  test('delays stop at the total float; what does not fit stays and is reported', () => {
    const { result } = expectChart(
      drawing,
      `A ====
       B ==
       C ..==
       D =
       E ...*`,
      { withinFloat: true, priorities: [{ by: 'row' }] },
    );
    expect(result.leveledFinish).toBe(result.calculatedFinish);
    expect(result.overAllocationsAfter).toEqual([expect.objectContaining({ used: 2, limit: 1, from: MONDAY + 540 })]);
  });

  test('the highest over-allocation is used where nothing else fits', () => {
    const { result } = expectChart(
      `limit crew 10
       A 2d
       B 2d crew:8
       C 2d crew:4`,
      `A ==
       B ==
       C ==`,
      { withinFloat: true, overAllocation: 0.2, priorities: [{ by: 'row' }] },
    );
    expect(result.overAllocationsAfter).toEqual([expect.objectContaining({ used: 12, limit: 10 })]);
    expect(result.delays).toEqual([]);
  });

  test('some float is kept', () => {
    const { result } = expectChart(
      drawing,
      `A ====
       B ==
       C ==
       D ..=
       E ...*`,
      { withinFloat: true, preservedFloatMinutes: DAY_MINUTES, priorities: [{ by: 'row' }] },
    );
    expect(result.delays.map((delay) => delay.itemId)).toEqual([4]);
  });

  test('beyond the float the project ends later and nothing is over-allocated', () => {
    const { result } = expectChart(
      drawing,
      `A ====
       B ==
       C ..==
       D ....=
       E ....*`,
      { priorities: [{ by: 'row' }] },
    );
    expect(result.overAllocationsAfter).toEqual([]);
    expect(result.leveledFinish - result.calculatedFinish).toBe(1440);
  });
});

describe('what does not move', () => {
  const drawing = `limit crew 1
    A 2d crew:1
    B 3d crew:1
    C 1d crew:1`;

  test('started work keeps its place and goes before everything else', () => {
    const plan = drawnPlan(drawing);
    Object.assign(plan.items[1], { status: 'in_progress', actualStart: MONDAY - 2 * 1440 + 540 });
    const result = leveled(plan, { priorities: [{ by: 'row' }] });
    expect(result.leveled.earlyStart[1]).toBe(result.calculated.earlyStart[1]);
    expect(chartOf(plan, { start: result.leveled.earlyStart, finish: result.leveled.earlyFinish })).toBe('A ...==\nB ===\nC .......|=');
  });

  test('mandatory dates stand; the others make room', () => {
    const plan = drawnPlan(drawing);
    Object.assign(plan.items[2], { startLimitType: 'in_date', startLimitDate: MONDAY + 1440 + 540, mandatory: true });
    const result = leveled(plan, { priorities: [{ by: 'row' }] });
    expect(chartOf(plan, result.leveled)).toBe('A ..==\nB ....===|==\nC .=');
  });

  test('a demand above the limit is told and left where it is', () => {
    const plan = drawnPlan(`limit crew 1\nA 2d crew:3\nB 1d crew:1`);
    const result = leveled(plan, { priorities: [{ by: 'row' }] });
    expect(result.oversizedItemIds).toEqual([1]);
    expect(chartOf(plan, result.leveled)).toBe('A ==\nB ..=');
  });

  test('resources that are not chosen, have no limit or are material do not count', () => {
    const plan = drawnPlan(`limit crew 1\nlimit crane 1\nA 2d crew:1 crane:1\nB 1d crew:1\nC 1d crane:1`);
    expect(leveled(plan, { resourceIds: [2], priorities: [{ by: 'row' }] }).delays.map((delay) => delay.itemId)).toEqual([3]);
    plan.resources[0].limit = null;
    plan.resources[1].kind = 'material';
    expect(leveled(plan).delays).toEqual([]);
  });

  test('the calculated dates are those of the calculation', () => {
    const plan = drawnPlan(drawing);
    const result = leveled(plan);
    const alone = calculate(plan);
    expect([...result.calculated.start]).toEqual([...alone.start]);
    expect([...result.calculated.totalFloat]).toEqual([...alone.totalFloat]);
    expect(result.leveled.totalFloat.some((float) => float < 0)).toBe(true);
  });

  test('work as late as possible is not pulled back', () => {
    const plan = drawnPlan(`limit crew 1\nA 4d\nB 1d crew:1\nC 0d <- A, B`);
    plan.items[1].asLateAsPossible = true;
    const result = leveled(plan);
    expect(chartOf(plan, result.leveled)).toBe('A ====\nB ...=\nC ...*');
    expect(result.delays).toEqual([]);
  });

  test('an empty plan and a cycle of relations are answered', () => {
    const empty = drawnPlan('A 1d');
    empty.items = [];
    expect(leveled(empty).leveledFinish).toBe(NO_DATE);
    const ring = drawnPlan('limit crew 1\nA 1d crew:1 <- B\nB 1d crew:1 <- A');
    expect(leveled(ring).leveled.issues.some((issue) => issue.kind === 'ring')).toBe(true);
  });
});

describe('dates with rules of their own', () => {
  test('work in the calendar of its resource waits for the resource like any other', () => {
    const plan = drawnPlan('limit crew 1\nA 3d crew:1\nB 4d crew:1\nC 1d crew:1');
    plan.resources[0].calendarId = 2;
    plan.items[1].schedulingKind = 'resource';
    const result = leveled(plan, { priorities: [{ by: 'row' }] });
    expect(chartOf(plan, result.leveled)).toBe('A ===\nB ...====\nC .......|=');
    expect(result.overAllocationsAfter).toEqual([]);
    expect(result.delays.map((delay) => [delay.itemId, delay.cause.kind])).toEqual([
      [2, 'resource'],
      [3, 'resource'],
    ]);
  });

  test('within the float it goes back to its calculated dates where it does not fit', () => {
    const plan = drawnPlan('limit crew 1\nA 3d crew:1\nB 2d crew:1\nC 0d <- A, B');
    plan.resources[0].calendarId = 2;
    plan.items[1].schedulingKind = 'resource';
    const result = leveled(plan, { withinFloat: true, priorities: [{ by: 'row' }] });
    expect(chartOf(plan, result.leveled)).toBe('A ===\nB ==\nC ..*');
    expect(result.delays).toEqual([]);
    expect(result.overAllocationsAfter.map((stretch) => stretch.used)).toEqual([2, 2]);
  });

  test("by MS Project's rules, with a relation of a row with children", () => {
    const plan = drawnPlan('limit crew 1\nP 1d\nA 2d crew:1\nB 2d crew:1\nC 1d crew:1 <- P');
    plan.options.rules = 'msproject';
    plan.items[0].type = 'sum';
    for (const index of [1, 2]) plan.items[index].parentId = 1;
    const result = leveled(plan, { priorities: [{ by: 'row' }] });
    expect(chartOf(plan, result.leveled)).toBe('P ====\nA ==\nB ..==\nC ....=');
    expect(result.delays.map((delay) => delay.itemId)).toEqual([3, 4]);
    expect(result.overAllocationsAfter).toEqual([]);
  });
});

describe('part of the duration', () => {
  test('an assignment with a lag and its own span holds the resource only then', () => {
    const plan = drawnPlan(`limit crane 1\nA 4d\nB 2d crane:1`);
    plan.assignments.push(assignmentOf(9, 1, 1, 16, { lagMinutes: 2 * DAY_MINUTES, remainingMinutes: 2 * DAY_MINUTES }));
    const result = leveled(plan, { priorities: [{ by: 'row', descending: true }] });
    expect(result.delays).toEqual([]);
    const other = leveled(plan, { priorities: [{ by: 'row' }] });
    expect(other.overAllocationsAfter).toEqual([]);
    plan.assignments.at(-1)!.lagMinutes = DAY_MINUTES;
    const pushed = leveled(plan, { priorities: [{ by: 'row', descending: true }] });
    expect(pushed.delays).toMatchObject([{ itemId: 1, minutes: DAY_MINUTES }]);
  });

  test('two assignments of one resource one after the other need no more than the larger; overlapping ones need both', () => {
    const plan = drawnPlan('limit crew 2\nA 4d\nB 1d crew:1');
    const half = { remainingMinutes: 2 * DAY_MINUTES };
    plan.assignments.push(assignmentOf(8, 1, 1, 32, half), assignmentOf(9, 1, 1, 32, { ...half, lagMinutes: 2 * DAY_MINUTES }));
    const apart = leveled(plan, { priorities: [{ by: 'row' }] });
    expect([apart.oversizedItemIds, chartOf(plan, apart.leveled)]).toEqual([[], 'A ====\nB ....=']);
    plan.assignments[2].lagMinutes = DAY_MINUTES;
    expect(leveled(plan).oversizedItemIds).toEqual([1]);
  });

  test('two assignments of one resource on one item need both units at once', () => {
    const plan = drawnPlan(`limit crew 3\nA 2d crew:1 crew:1\nB 2d crew:2`);
    const result = leveled(plan, { priorities: [{ by: 'row' }] });
    expect(result.delays.map((delay) => delay.itemId)).toEqual([2]);
  });
});

describe('improvement', () => {
  const drawing = `limit crew 2
    A 1d crew:2
    B 4d crew:1
    C 3d crew:1 <- A
    D 1d crew:1 <- A
    E 2d crew:2 <- D
    F 3d crew:1
    G 2d crew:1 <- F`;

  test('is never worse than the list, and repeats itself with the same seed', () => {
    const plan = drawnPlan(drawing);
    const priorities: LevelingOptions['priorities'] = [{ by: 'duration', descending: true }];
    const list = leveled(plan, { priorities });
    const improve = (seed: number) =>
      leveled(plan, { priorities, improvement: { budget: { schedules: 200 }, random: seededRandom(seed) } });
    const improved = improve(7);
    expect(improved.leveledFinish).toBeLessThan(list.leveledFinish);
    expect(improved.overAllocationsAfter).toEqual([]);
    expect(improve(7).leveled.start).toEqual(improved.leveled.start);
  });

  test('stops when the clock says so', () => {
    const plan = drawnPlan(drawing);
    let now = 0;
    const clock = () => now++;
    const result = leveled(plan, { improvement: { budget: { schedules: 1e9, milliseconds: 50, clock }, random: seededRandom(1) } });
    expect(result.schedules).toBeLessThan(200);
    expect(result.schedules).toBeGreaterThan(2);
  });
});
