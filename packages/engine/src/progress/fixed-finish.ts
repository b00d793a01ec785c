import { workBetween } from '../time/work.ts';
import type { Scenario } from './scenario.ts';

/** 4. The finish is given; what is left is the working time up to it. A finish in the past stays and is late. */
export const fixedFinish: Scenario = {
  name: 'fixed_finish',
  family: 'duration',
  fallback: 1,
  forecast: (work) => {
    if (work.fixedFinish === null) return null;
    const finish = Math.max(work.fixedFinish, work.start);
    return { remainingMinutes: Math.max(0, workBetween(work.calendar, work.resume, finish)), finish };
  },
};
