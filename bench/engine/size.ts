/**
 * Measures the engine at one size in a process of its own and prints the figures as JSON: node --expose-gc bench/engine/size.ts 100000
 * Times are medians after warm-up, in milliseconds of processor time of this thread, with the time by the clock beside them: another
 * program on the machine changes the second, not the first.
 */
import { minuteOf } from '@gantry/domain';
import {
  calculate,
  calculateColumns,
  compileNetwork,
  openTimetable,
  recalculate,
  recalculateWhole,
  seededRandom,
  timetableItem,
  timetableResult,
  type CalendarPool,
} from '@gantry/engine';
import { readXer, writeXer } from '@gantry/interchange';
import { bareNetwork, scheduleBare } from './floor.ts';
import { syntheticColumns } from './network.ts';
import { objectsOf, scheduleObjects } from './objects.ts';
import { textThroughObjects } from './text.ts';
import { leastInTurn, timed, timedAsync, type Timing } from './timing.ts';
import { syntheticXer } from '../synthetic-xer.ts';

const size = Number(process.argv[2]);
/** Rows kept as objects of strings take several gigabytes at a million. */
const MOST_AS_OBJECTS = 100_000;
const EDITS = 200;
const rounds = size >= 1_000_000 ? 5 : 9;
const warmUp = Math.max(2, Math.min(60, Math.round(300_000 / size)));

const batch = Math.max(1, Math.round(200_000 / size));

const columns = syntheticColumns(size);
const pool: CalendarPool = new Map();
const whole = timed(warmUp, rounds, () => calculateColumns(columns, pool), batch);
const compile = timed(2, rounds, () => compileNetwork(columns, pool), batch);
const bare = bareNetwork(columns, pool);
const timetable = openTimetable(columns, pool);
const floor = leastInTurn(Math.max(5, Math.min(150, Math.round(3_000_000 / size))), {
  bare: () => scheduleBare(bare),
  compiled: () => {
    recalculateWhole(timetable);
    return timetableResult(timetable);
  },
});
const objects = timed(Math.min(warmUp, 5), 5, () => scheduleObjects(objectsOf(columns), columns.options.dataDate), Math.ceil(batch / 2));
const edit = measureEdits();
const round = await measureRound();
console.log(JSON.stringify({ size, whole, compile, floor, objects, edit, ...round }));

/**
 * Edits of one duration each, the date of one item read after it: what a drag on the screen asks for. The same edits are made five
 * times from the same start and the least time of each counts: what other programs take of the machine falls out.
 */
function measureEdits(): { median: number; p95: number } {
  const least = new Float64Array(EDITS).fill(Infinity);
  for (let pass = 0; pass < (size >= 1_000_000 ? 3 : 5); pass++) {
    const timetable = openTimetable(syntheticColumns(size), pool);
    const random = seededRandom(7);
    for (let number = 0; number < EDITS; number++) {
      const item = Math.floor(random() * size);
      const value = (1 + Math.floor(random() * 20)) * 480;
      const start = performance.now();
      recalculate(timetable, [{ item, column: 'remaining', value }]);
      timetableItem(timetable, item);
      least[number] = Math.min(least[number], performance.now() - start);
    }
  }
  least.sort();
  return { median: least[EDITS / 2], p95: least[Math.floor(EDITS * 0.95)] };
}

/** An XER read, calculated and written again; the same by plain objects up to the size that memory allows. */
async function measureRound(): Promise<{ round: Timing; roundByObjects: Timing | null }> {
  const text = syntheticXer(size);
  const bytes = Buffer.from(text);
  const few = size >= 1_000_000 ? 1 : 5;
  const round = await timedAsync(size >= 100_000 ? 0 : 2, few, async () => {
    const { project } = await readXer(bytes);
    if (!project) throw new Error('the synthetic file could not be read');
    for (const { plan } of project.projects) calculate(plan);
    writeXer(project);
  });
  const dataDate = minuteOf(2026, 3, 2, 8);
  const roundByObjects = size <= MOST_AS_OBJECTS ? timed(2, 5, () => Buffer.from(textThroughObjects(bytes.toString(), dataDate))) : null;
  return { round, roundByObjects };
}
