/**
 * Leveling against PSPLIB: how far above the proven optimum (j30) or the best known makespan (j60) the leveled plan ends.
 *   node bench/leveling.ts [every n-th instance, default 1] [milliseconds an instance, default 70]
 * The whole of an instance is timed: calculating the plan, leveling, explaining. Processor time is what is budgeted and judged, so that
 * a busy machine changes nothing; the slowest wall-clock time is printed beside it. Exits with 1 when a target is missed.
 */
import { DEFAULT_LEVELING, levelPlan, seededRandom } from '@gantry/engine';
import { PSPLIB_START, planOfPsplib, readPsplib } from '../packages/engine/src/leveling/testing/psplib.ts';
import type { PsplibInstance } from '../packages/engine/src/leveling/testing/psplib.ts';
import { holdToGates, type GatedFigure } from './gates.ts';

const TARGETS = { j30: 1.0, j60: 2.5 } as const;
const MOST_MILLISECONDS = 100;

const dataFolder = process.env.GANTRY_TEST_DATA;
const every = Number(process.argv[2] ?? 1);
const milliseconds = Number(process.argv[3] ?? 70);

/** Whether starts keep the relations and the limits, seen from the problem alone. */
function isFeasible({ durations, successors, demands, limits }: PsplibInstance, starts: number[]): boolean {
  if (successors.some((list, job) => list.some((next) => starts[next] < starts[job] + durations[job]))) return false;
  return starts.every((time) => {
    const running = [...starts.keys()].filter((job) => starts[job] <= time && time < starts[job] + durations[job]);
    return limits.every((limit, resource) => running.reduce((sum, job) => sum + demands[job][resource], 0) <= limit);
  });
}

/** Milliseconds of processor time that this process has used. */
function processorTime(): number {
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

function run(set: 'j30' | 'j60', folder: string): GatedFigure[] {
  const instances = readPsplib(folder, set).filter((_, index) => index % every === 0);
  levelPlan(planOfPsplib(instances[0]));
  let [listGap, gap, reached, infeasible, slowest, costliest, schedules] = [0, 0, 0, 0, 0, 0, 0];
  for (const instance of instances) {
    const plan = planOfPsplib(instance);
    const makespan = (finish: number) => (finish - PSPLIB_START) / 60;
    listGap += makespan(levelPlan(plan).leveledFinish) / instance.best - 1;
    const before = performance.now();
    const usedBefore = processorTime();
    const budget = { schedules: 1e9, milliseconds, clock: thriftyClock() };
    const result = levelPlan(plan, { ...DEFAULT_LEVELING, improvement: { budget, random: seededRandom(1) } });
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
    `${set}: ${count} instances, list ${percent(listGap / count)}, improved ${percent(gap / count)} above best (target ${TARGETS[set]} %), ` +
      `best reached ${reached}, infeasible ${infeasible}, costliest ${costliest.toFixed(0)} ms (by the clock ${slowest.toFixed(0)} ms), ${Math.round(schedules / count)} schedules an instance`,
  );
  return [
    { name: `${set}, above best on average`, figure: (gap / count) * 100, unit: '%', gate: TARGETS[set], floor: null },
    { name: `${set}, costliest instance`, figure: costliest, unit: 'ms', gate: MOST_MILLISECONDS, floor: milliseconds },
    { name: `${set}, infeasible`, figure: infeasible, unit: 'instances', gate: 0 },
  ];
}

if (!dataFolder) console.log('GANTRY_TEST_DATA is not set: there is no PSPLIB to measure.');
holdToGates(dataFolder ? [...run('j30', dataFolder), ...run('j60', dataFolder)] : []);
