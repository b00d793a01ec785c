/**
 * Leveling against PSPLIB: how far above the proven optimum (j30) or the best known makespan (j60, j90, j120) the leveled plan ends on
 * average, for each set of a folder.
 *   node bench/leveling.ts [FOLDER] [every n-th instance, default 1] [milliseconds an instance, default 70] [--schedules N]
 * The folder holds sets as archives or files, `.sm` or `.rcp`, beside the tables of best makespans; without it that of the test data. The
 * whole of an instance is timed: calculating the plan, leveling, explaining. Processor time is what is budgeted and judged, so that a busy
 * machine changes nothing; the slowest wall-clock time is printed beside it. With `--schedules` each instance looks at so many schedules
 * however long that takes, as results are published. Exits with 1 when a target is missed.
 */
import { DEFAULT_LEVELING, levelPlan, seededRandom } from '@gantry/engine';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  isFeasible,
  PSPLIB_SETS,
  PSPLIB_START,
  planOfPsplib,
  type PsplibSet,
  readPsplib,
} from '../packages/engine/src/leveling/testing/psplib.ts';
import { holdToGates, type GatedFigure } from './gates.ts';

/** Percent above best: of what 70 milliseconds find, and of what 2,000 schedules find. */
const TARGETS: Record<PsplibSet, { byTime: number; bySchedules: number }> = {
  j30: { byTime: 1, bySchedules: 0.3 },
  j60: { byTime: 2.5, bySchedules: 1.2 },
  j90: { byTime: 2.5, bySchedules: 1.2 },
  j120: { byTime: 6, bySchedules: 3 },
};
const MOST_MILLISECONDS = 100;

const { values: named, positionals } = parseArgs({ allowPositionals: true, options: { schedules: { type: 'string' } } });
const isFolder = positionals.length > 0 && Number.isNaN(Number(positionals[0]));
const dataFolder = process.env.GANTRY_TEST_DATA;
const folder = isFolder ? positionals[0] : dataFolder && join(dataFolder, 'schedules/rcpsp');
const [every = 1, milliseconds = 70] = positionals.slice(isFolder ? 1 : 0).map(Number);
const schedulesOfEach = named.schedules === undefined ? null : Number(named.schedules);

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

function run(set: PsplibSet, from: string): GatedFigure[] {
  const instances = readPsplib(from, set).filter((_, index) => index % every === 0);
  if (!instances.length) return [];
  const target = TARGETS[set][schedulesOfEach === null ? 'byTime' : 'bySchedules'];
  levelPlan(planOfPsplib(instances[0]));
  let [listGap, gap, reached, infeasible, slowest, costliest, schedules] = [0, 0, 0, 0, 0, 0, 0];
  for (const instance of instances) {
    const plan = planOfPsplib(instance);
    const makespan = (finish: number) => (finish - PSPLIB_START) / 60;
    listGap += makespan(levelPlan(plan).leveledFinish) / instance.best - 1;
    const before = performance.now();
    const usedBefore = processorTime();
    const budget = schedulesOfEach === null ? { schedules: 1e9, milliseconds, clock: thriftyClock() } : { schedules: schedulesOfEach };
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
    `${set}: ${count} instances, list ${percent(listGap / count)}, improved ${percent(gap / count)} above best (target ${target} %), ` +
      `best reached ${reached}, infeasible ${infeasible}, costliest ${costliest.toFixed(0)} ms (by the clock ${slowest.toFixed(0)} ms), ${Math.round(schedules / count)} schedules an instance`,
  );
  return [
    { name: `${set}, above best on average`, figure: (gap / count) * 100, unit: '%', gate: target, floor: null },
    ...(schedulesOfEach === null
      ? [{ name: `${set}, costliest instance`, figure: costliest, unit: 'ms', gate: MOST_MILLISECONDS, floor: milliseconds }]
      : []),
    { name: `${set}, infeasible`, figure: infeasible, unit: 'instances', gate: 0 },
  ];
}

if (!folder) console.log('There is no PSPLIB to measure: name its folder, or set GANTRY_TEST_DATA.');
const figures = folder ? PSPLIB_SETS.flatMap((set) => run(set, folder)) : [];
if (folder && !figures.length) console.log(`${folder} holds none of the sets ${PSPLIB_SETS.join(', ')} with its table of best makespans.`);
holdToGates(figures);
