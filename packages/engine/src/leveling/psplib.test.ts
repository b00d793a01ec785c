import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFeasible, PSPLIB_START, planOfPsplib, readPsplib, readRcp } from './testing/psplib.ts';
import { DEFAULT_LEVELING, levelPlan } from './level.ts';
import { seededRandom } from './random.ts';

const dataFolder = process.env.GANTRY_TEST_DATA;

test('a problem in numbers alone is read: limits, and of each job its duration, demands and successors', () => {
  expect(readRcp('3 2\n4 5\n0 0 0 2 2 3\n7 1 2\n 1 3\n0 0 0 0\n')).toEqual({
    limits: [4, 5],
    durations: [0, 7, 0],
    demands: [0, 1, 0].map((units) => [units, 2 * units]),
    successors: [[1, 2], [2], []],
  });
});

/** Samples share no factor with the six instances of each parameter cell, so that they spread over easy and hard ones. */
describe.skipIf(!dataFolder)('PSPLIB (GANTRY_TEST_DATA)', () => {
  test.each([
    ['j30', 288, 1.01, 13, 1000],
    ['j60', 288, 1.025, 13, 1000],
    ['j90', 288, 1.05, 37, 300],
    ['j120', 360, 1.09, 67, 100],
  ] as const)(
    '%s has %d instances: feasible, never below the best known, on average at most %d of it',
    (set, all, most, sample, schedules) => {
      const found = readPsplib(join(dataFolder ?? '', 'schedules/rcpsp'), set);
      expect(found).toHaveLength(all);
      const instances = found.filter((_, index) => index % sample === 0);
      let ratios = 0;
      for (const instance of instances) {
        const improvement = { budget: { schedules }, random: seededRandom(1) };
        const result = levelPlan(planOfPsplib(instance), { ...DEFAULT_LEVELING, improvement });
        const starts = [...result.leveled.start].map((start) => (start - PSPLIB_START) / 60);
        expect(isFeasible(instance, starts), instance.name).toBe(true);
        const makespan = (result.leveledFinish - PSPLIB_START) / 60;
        expect(makespan).toBeGreaterThanOrEqual(instance.best);
        ratios += makespan / instance.best;
      }
      expect(ratios / instances.length).toBeLessThanOrEqual(most);
    },
  );
});
