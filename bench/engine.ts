import { readFile } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  calculate,
  calculateColumns,
  compileNetwork,
  openTimetable,
  recalculate,
  seededRandom,
  timetableItem,
  type CalendarPool,
} from '@gantry/engine';
import { readXer, writeXer } from '@gantry/interchange';
import { syntheticColumns } from './engine-network.ts';
import { objectsOf, scheduleObjects } from './engine-objects.ts';
import { measureMpxj } from './engine-mpxj.ts';

const SIZES = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => size > 0);
/** Milliseconds for a whole calculation, floats and flags included, on a machine of two cores; and for the edit of one item. */
const FULL_LIMITS: Record<number, number> = { 10_000: 10, 100_000: 150, 1_000_000: 2000 };
const EDIT_LIMIT_P95 = 2;
const LEAST_RATIO_TO_OBJECTS = 5;
const ROUNDS = 7;

type Row = Record<string, string | number>;

const rows: Row[] = [];
const failures: string[] = [];
for (const size of SIZES.length > 0 ? SIZES : [1000, 10_000, 100_000, 1_000_000]) rows.push(measureSize(size));
console.table(rows);
await measureFiles();
await measureMpxj();
for (const failure of failures) console.log(`below the limit: ${failure}`);
if (failures.length > 0) process.exitCode = 1;

function measureSize(size: number): Row {
  const columns = syntheticColumns(size);
  const pool: CalendarPool = new Map();
  const rounds = size > 200_000 ? 5 : ROUNDS;
  const full = median(rounds, () => calculateColumns(columns, pool));
  const compile = median(rounds, () => compileNetwork(columns, pool));
  const objects = objectsOf(columns);
  const plain = median(size > 200_000 ? 1 : 3, () => scheduleObjects(objects, columns.options.dataDate));
  const edits = measureEdits(size, pool);
  const memory = Math.round(process.memoryUsage().rss / 1e6);
  if (full > (FULL_LIMITS[size] ?? Infinity))
    failures.push(`full calculation of ${size}: ${full.toFixed(1)} ms, limit ${FULL_LIMITS[size]} ms`);
  if (size === 100_000 && edits.p95 > EDIT_LIMIT_P95)
    failures.push(`p95 of an edit at ${size}: ${edits.p95.toFixed(2)} ms, limit ${EDIT_LIMIT_P95} ms`);
  if (plain / (full - compile) < LEAST_RATIO_TO_OBJECTS)
    failures.push(`ratio to plain objects at ${size}: ${(plain / (full - compile)).toFixed(1)}`);
  return {
    activities: size,
    'whole ms': round(full),
    'of it compile ms': round(compile),
    'objects ms': round(plain),
    'objects / passes': round(plain / (full - compile)),
    'edit median ms': round(edits.median),
    'edit p95 ms': round(edits.p95),
    'resident MB': memory,
  };
}

/** Edits of one duration each, the date of one item read after it: what a drag on the screen asks for. */
function measureEdits(size: number, pool: CalendarPool): { median: number; p95: number } {
  const timetable = openTimetable(syntheticColumns(size), pool);
  const random = seededRandom(7);
  const times: number[] = [];
  for (let edit = 0; edit < 220; edit++) {
    const item = Math.floor(random() * size);
    const value = (1 + Math.floor(random() * 20)) * 480;
    const start = performance.now();
    recalculate(timetable, [{ item, column: 'remaining', value }]);
    timetableItem(timetable, item);
    if (edit >= 20) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)], p95: times[Math.floor(times.length * 0.95)] };
}

async function measureFiles(): Promise<void> {
  const root = process.env.GANTRY_TEST_DATA;
  const folder = root ? [join(root, 'schedules', 'xer'), join(root, 'xer')].find((path) => existsSync(path)) : undefined;
  if (!folder) {
    console.log('GANTRY_TEST_DATA is not set: real files are not measured.');
    return;
  }
  const files: Row[] = [];
  for (const file of readdirSync(folder)) {
    const bytes = await readFile(join(folder, file));
    const start = performance.now();
    const { project } = await readXer(bytes);
    const read = performance.now();
    for (const one of project?.projects ?? []) calculate(one.plan);
    const calculated = performance.now();
    if (project) writeXer(project);
    files.push({
      file,
      'read ms': round(read - start),
      'calculate ms': round(calculated - read),
      'write ms': round(performance.now() - calculated),
    });
  }
  console.table(files);
}

function median(rounds: number, work: () => unknown): number {
  work();
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)];
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
