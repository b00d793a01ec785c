import type { Plan } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LEVELING, levelPlan } from './level.ts';
import type { LevelingOptions, LevelingResult } from './level.ts';
import { seededRandom } from './random.ts';
import { drawnPlan } from './testing/drawn-plan.ts';

function leveled(drawing: string, options: Partial<LevelingOptions>): { plan: Plan; result: LevelingResult } {
  const plan = drawnPlan(drawing);
  return { plan, result: levelPlan(plan, { ...DEFAULT_LEVELING, priorities: [{ by: 'row' }], ...options }) };
}

const search = (schedules: number, seed = 1): Pick<LevelingOptions, 'improvement'> => ({
  improvement: { budget: { schedules }, random: seededRandom(seed) },
});

const SEVEN = `
  limit crew 2
  A 1d crew:2
  B 4d crew:1
  C 3d crew:1 <- A
  D 1d crew:1 <- A
  E 2d crew:2 <- D
  F 3d crew:1
  G 2d crew:1 <- F`;

describe('the search', () => {
  test('has nothing to look for where the list ends as early as calculated, or as a resource is done with all that it is asked', () => {
    const { result } = leveled('limit crew 1\nA 5d\nB 2d crew:1\nC 2d crew:1', search(1000));
    expect([result.schedules, result.leveledFinish]).toEqual([1, result.calculatedFinish]);
    expect(leveled('limit crew 1\nA 2d crew:1\nB 3d crew:1', search(1000)).result.schedules).toBe(1);
  });

  test('looks at no more schedules than allowed, in threes', () => {
    const looked = (schedules: number) => leveled(SEVEN, search(schedules)).result.schedules;
    expect([0, 1, 2, 3, 10, 101].map(looked)).toEqual([1, 4, 4, 4, 13, 103]);
  });

  test('ends when the clock has passed the time, asked once per three', () => {
    let now = 0;
    const budget = { schedules: 1e9, milliseconds: 7, clock: () => now++ };
    expect(leveled(SEVEN, { improvement: { budget, random: seededRandom(1) } }).result.schedules).toBe(19);
  });

  test('a clock without a time, or a time without a clock, ends nothing', () => {
    const budgets = [
      { schedules: 20, clock: () => 1e9 },
      { schedules: 20, milliseconds: 0 },
    ];
    for (const budget of budgets) expect(leveled(SEVEN, { improvement: { budget, random: seededRandom(1) } }).result.schedules).toBe(22);
  });

  test('gives the same dates for the same seed', () => {
    for (const seed of [1, 2, 3]) {
      const [a, b] = [leveled(SEVEN, search(60, seed)), leveled(SEVEN, search(60, seed))];
      expect(a.result.leveled.start).toEqual(b.result.leveled.start);
    }
  });

  test('never answers worse than the list, whatever the seed', () => {
    const list = leveled(SEVEN, { priorities: [{ by: 'duration', descending: true }] }).result;
    for (let seed = 0; seed < 40; seed++) {
      const improved = leveled(SEVEN, { priorities: [{ by: 'duration', descending: true }], ...search(1 + (seed % 9), seed) }).result;
      expect(improved.leveledFinish).toBeLessThanOrEqual(list.leveledFinish);
      expect(improved.overAllocationsAfter).toEqual([]);
    }
  });

  test('keeps within the float too', () => {
    const drawing = 'limit crew 1\nA 6d\nB 2d crew:1\nC 3d crew:1\nD 1d crew:1\nE 0d <- A, B, C, D';
    const { result } = leveled(drawing, { withinFloat: true, ...search(50) });
    expect([result.leveledFinish, result.overAllocationsAfter]).toEqual([result.calculatedFinish, []]);
  });
});

describe('against every order there is', () => {
  /** Five works of 1 to 3 days that want 1 or 2 of a crew of 2, some of them in a chain. */
  function sketch(seed: number): string {
    const random = seededRandom(seed);
    const pick = (most: number) => 1 + Math.floor(random() * most);
    const rows = Array.from({ length: 5 }, (_, at) => {
      const before = at > 0 && random() < 0.3 ? ` <- ${'ABCDE'[Math.floor(random() * at)]}` : '';
      return `${'ABCDE'[at]} ${pick(3)}d crew:${pick(2)}${before}`;
    });
    return ['limit crew 2', ...rows].join('\n');
  }

  function permutations(list: number[]): number[][] {
    if (list.length < 2) return [list];
    return list.flatMap((first, at) => permutations(list.toSpliced(at, 1)).map((rest) => [first, ...rest]));
  }

  const orders = permutations([0, 1, 2, 3, 4]);

  test.each([0, 1, 2, 3, 4])('600 schedules find the best end of all 120 orders: sketch %i', (seed) => {
    const drawing = sketch(seed);
    const ends = orders.map((order) => {
      const options: Partial<LevelingOptions> = { priorities: [{ by: 'custom' }], customPriority: (id) => order[id - 1] };
      return leveled(drawing, options).result.leveledFinish;
    });
    expect(leveled(drawing, search(600, seed)).result.leveledFinish).toBe(Math.min(...ends));
  });
});
