import { DEFAULT_LEVELING, levelPlan, seededRandom } from '@gantry/engine';
import { isFeasible, PSPLIB_START, planOfPsplib, type PsplibSet, readPsplib } from '../../packages/engine/src/leveling/testing/psplib.ts';
import type { GatedFigure } from '../gates.ts';

/** A set of PSPLIB, every n-th instance of it, what each may take, and the most percent above best. */
export type Scored = {
  folder: string;
  set: PsplibSet;
  every: number;
  schedules: number;
  milliseconds: number | null;
  seed: number;
  target: number;
};

const MOST_MILLISECONDS = 100;

/** Milliseconds of processor time that this process has used. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Asking for processor time takes as long as a schedule of 30 jobs: only every eighth call asks. */
function thriftyClock(): () => number {
  let calls = 0;
  let time = processorTime();
  return () => {
    if (calls++ % 8 === 0) time = processorTime();
    return time;
  };
}

function percent(value: number): string {
  return `${(value * 100).toFixed(2)} %`;
}

/**
 * How far above the proven optimum (j30) or the best known makespan (j60, j90, j120) the leveled plan ends on average. The whole of an
 * instance is timed: calculating the plan, leveling, explaining. Processor time is what is budgeted and judged, so that a busy machine
 * changes nothing; the slowest wall-clock time is printed beside it.
 */
export function scoreSet({ folder, set, every, schedules: most, milliseconds, seed, target }: Scored): GatedFigure[] {
  const instances = readPsplib(folder, set).filter((_, index) => index % every === 0);
  if (!instances.length) {
    console.log(`${folder} does not hold ${set} with its table of best makespans.`);
    return [];
  }
  levelPlan(planOfPsplib(instances[0]));
  let [listGap, gap, reached, infeasible, slowest, costliest, schedules] = [0, 0, 0, 0, 0, 0, 0];
  for (const instance of instances) {
    const plan = planOfPsplib(instance);
    const makespan = (finish: number) => (finish - PSPLIB_START) / 60;
    listGap += makespan(levelPlan(plan).leveledFinish) / instance.best - 1;
    const before = performance.now();
    const usedBefore = processorTime();
    const budget = milliseconds === null ? { schedules: most } : { schedules: most, milliseconds, clock: thriftyClock() };
    const result = levelPlan(plan, { ...DEFAULT_LEVELING, improvement: { budget, random: seededRandom(seed) } });
    slowest = Math.max(slowest, performance.now() - before);
    costliest = Math.max(costliest, processorTime() - usedBefore);
    schedules += result.schedules;
    const starts = [...result.leveled.start].map(makespan);
    if (!isFeasible(instance, starts) || makespan(result.leveledFinish) < instance.best) infeasible++;
    if (makespan(result.leveledFinish) === instance.best) reached++;
    gap += makespan(result.leveledFinish) / instance.best - 1;
  }
  const count = instances.length;
  console.log(
    `${set}: ${count} instances, list ${percent(listGap / count)}, improved ${percent(gap / count)} above best (target ${target} %), ` +
      `best reached ${reached}, infeasible ${infeasible}, costliest ${costliest.toFixed(0)} ms (by the clock ${slowest.toFixed(0)} ms), ${Math.round(schedules / count)} schedules an instance`,
  );
  const name = milliseconds === null ? `${set} with ${most} schedules` : `${set} in ${milliseconds} ms`;
  return [
    { name: `${name}, above best on average`, figure: (gap / count) * 100, unit: '%', gate: target, floor: null },
    ...(milliseconds === null
      ? []
      : [{ name: `${name}, costliest instance`, figure: costliest, unit: 'ms', gate: MOST_MILLISECONDS, floor: milliseconds }]),
    { name: `${name}, infeasible`, figure: infeasible, unit: 'instances', gate: 0 },
  ];
}
