import { describe, expect, test } from 'vitest';
import { PSPLIB_START, planOfPsplib, readPsplib } from './testing/psplib.ts';
import type { PsplibInstance } from './testing/psplib.ts';
import { DEFAULT_LEVELING, levelPlan } from './level.ts';
import { seededRandom } from './random.ts';

const dataFolder = process.env.GANTRY_TEST_DATA;
/** 13 shares no factor with the six instances of each parameter cell, so the sample of 23 spreads over easy and hard ones. */
const SAMPLE = 13;

/** Checked from the problem alone: relations, then every resource in every unit of time. */
function expectFeasible(instance: PsplibInstance, starts: number[]): void {
  const { durations, successors, demands, limits } = instance;
  for (const [job, list] of successors.entries())
    for (const next of list) expect(starts[next]).toBeGreaterThanOrEqual(starts[job] + durations[job]);
  const end = Math.max(...starts.map((start, job) => start + durations[job]));
  for (let time = 0; time < end; time++) {
    const running = [...starts.keys()].filter((job) => starts[job] <= time && time < starts[job] + durations[job]);
    for (const [resource, limit] of limits.entries()) {
      expect(running.reduce((sum, job) => sum + demands[job][resource], 0)).toBeLessThanOrEqual(limit);
    }
  }
}

describe.skipIf(!dataFolder)('PSPLIB (GANTRY_TEST_DATA)', () => {
  test.each([
    ['j30', 1.01],
    ['j60', 1.025],
  ] as const)('%s: feasible, never below the best known, on average at most %d of it', (set, most) => {
    const instances = readPsplib(dataFolder ?? '', set).filter((_, index) => index % SAMPLE === 0);
    expect(instances).toHaveLength(23);
    let ratios = 0;
    for (const instance of instances) {
      const improvement = { budget: { schedules: 1000 }, random: seededRandom(1) };
      const result = levelPlan(planOfPsplib(instance), { ...DEFAULT_LEVELING, improvement });
      const starts = [...result.leveled.start].map((start) => (start - PSPLIB_START) / 60);
      expectFeasible(instance, starts);
      const makespan = (result.leveledFinish - PSPLIB_START) / 60;
      expect(makespan).toBeGreaterThanOrEqual(instance.best);
      ratios += makespan / instance.best;
    }
    expect(ratios / instances.length).toBeLessThanOrEqual(most);
  });
});
