/**
 * How fast the engine is, and what it holds in memory: node bench/engine/run.ts [sizes, default 1000 10000 100000 1000000]
 * Each size runs in a process of its own beside plain objects with references, the way most schedulers are written, beside the bare
 * passes over typed arrays, which nothing can be faster than, and beside MPXJ where the environment variable MPXJ names its class path. Writes bench/results/engine.json; exits with 1 when a limit is broken.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdToGates, type GatedFigure } from '../gates.ts';
import { measureFiles } from './files.ts';
import { measureMpxj } from './mpxj.ts';
import type { Timing } from './timing.ts';

/** Milliseconds of processor time for a whole calculation, floats and flags included, on a machine of two cores. */
const WHOLE_LIMITS: Record<number, number> = { 10_000: 10, 100_000: 150, 1_000_000: 2000 };
/** At 100,000 activities: milliseconds for an edit of one item, by the clock; megabytes that the process is resident in. */
const EDIT_LIMIT_P95 = 2;
const MEMORY_LIMIT = 150;
/** Plain objects calculate less: no free floats, driving relations, flags or paths. */
const LEAST_RATIO_TO_OBJECTS = 1.2;
/** Milliseconds mean little on a slow or busy machine: a limit is broken only if plain objects are not slow as well. */
const RATIO_THAT_EXCUSES = 1.5;
/**
 * A calculation of a compiled network with floats, drivers, longest path, progress, limits and log, against the bare passes. Decision 22
 * lists what each pass costs.
 */
const MOST_OF_FLOOR: Record<number, number> = { 10_000: 1.5, 100_000: 1.5 };
const MOST_OF_FLOOR_ELSEWHERE = 3;
const LEAST_RATIO_OF_EDITS = 100;
/** With the same shifts and holidays on both sides: 20 to 35 times were measured. */
const LEAST_RATIO_TO_MPXJ = 15;

type Figures = {
  size: number;
  whole: Timing;
  compile: Timing;
  /** Least milliseconds in turn: the bare passes, the calculation of a compiled network, both in memory that is kept. */
  floor: { bare: number; compiled: number };
  objects: Timing;
  edit: { median: number; p95: number };
  round: Timing;
  roundByObjects: Timing | null;
  residentMegabytes: number;
};

const here = import.meta.dirname;
const results = join(here, '../results');
const named = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => size > 0);
const failures: string[] = [];
const figures = (named.length > 0 ? named : [1000, 10_000, 100_000, 1_000_000]).map(measureSize);
console.table(figures.map(rowOf));
for (const one of figures) failures.push(...brokenBy(one));
const files = await measureFiles();
const mpxj = measureMpxj();
if (mpxj && mpxj.ratio < LEAST_RATIO_TO_MPXJ) failures.push(`only ${mpxj.ratio.toFixed(0)} times as fast as MPXJ`);
mkdirSync(results, { recursive: true });
const machine = { processor: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version };
writeFileSync(join(results, 'engine.json'), `${JSON.stringify({ machine, figures, files, mpxj, failures }, null, 2)}\n`);
for (const failure of failures) console.log(`limit broken: ${failure}`);
if (failures.length > 0) process.exitCode = 1;
holdToGates(figures.map(againstFloor));

function measureSize(size: number): Figures {
  const figures = JSON.parse(nodeOutput(['--expose-gc', '--max-old-space-size=12000', join(here, 'size.ts'), String(size)])) as Figures;
  return { ...figures, residentMegabytes: measureMemory(size) };
}

/** Memory as it ships: bundled, since reading TypeScript takes 40 megabytes of its own. */
function measureMemory(size: number): number {
  const source = join(here, 'memory.ts');
  const bundler = join(here, '../../node_modules/.bin/rolldown');
  const folder = mkdtempSync(join(tmpdir(), 'gantry-memory-'));
  const bundle = join(folder, 'memory.mjs');
  try {
    const isBundled = existsSync(bundler) && spawnSync(bundler, [source, '--platform', 'node', '-o', bundle]).status === 0;
    return Number(nodeOutput(['--expose-gc', isBundled ? bundle : source, String(size)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function nodeOutput(parameters: string[]): string {
  const run = spawnSync(process.execPath, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (run.status !== 0) throw new Error(`${parameters.join(' ')} ended with ${run.status ?? run.signal}`);
  return run.stdout;
}

function rowOf({ size, whole, compile, floor, objects, edit, round, roundByObjects, residentMegabytes }: Figures) {
  const ratio = (theirs: number, ours: number) => Number((theirs / ours).toFixed(1));
  return {
    activities: size,
    'whole ms': whole.processor,
    'by the clock': whole.clock,
    'of it compile': compile.processor,
    'floor ms': Number(floor.bare.toFixed(2)),
    'compiled / floor': Number((floor.compiled / floor.bare).toFixed(2)),
    'objects ms': objects.processor,
    'objects / whole': ratio(objects.processor, whole.processor),
    'edit median ms': Number(edit.median.toFixed(3)),
    'edit p95 ms': Number(edit.p95.toFixed(3)),
    'objects / edit': ratio(objects.processor, edit.median),
    'read, calculate, write ms': round.processor,
    'objects / that': roundByObjects ? ratio(roundByObjects.processor, round.processor) : null,
    'resident MB': residentMegabytes,
  };
}

function againstFloor({ size, floor: { bare, compiled } }: Figures): GatedFigure {
  return {
    name: `${size} activities, compiled`,
    figure: compiled,
    unit: 'ms',
    gate: Number(((MOST_OF_FLOOR[size] ?? MOST_OF_FLOOR_ELSEWHERE) * bare).toFixed(2)),
    floor: bare,
  };
}

function brokenBy({ size, whole, objects, edit, residentMegabytes }: Figures): string[] {
  const broken: string[] = [];
  const limit = WHOLE_LIMITS[size];
  const ratio = objects.processor / whole.processor;
  if (limit !== undefined && whole.processor > limit && ratio < RATIO_THAT_EXCUSES)
    broken.push(`whole calculation of ${size}: ${whole.processor} ms, limit ${limit} ms`);
  if (ratio < LEAST_RATIO_TO_OBJECTS) broken.push(`ratio to plain objects at ${size}`);
  if (size < 100_000) return broken;
  if (objects.processor / edit.median < LEAST_RATIO_OF_EDITS) broken.push(`ratio of an edit to plain objects at ${size}`);
  if (size > 100_000) return broken;
  if (edit.p95 > EDIT_LIMIT_P95) broken.push(`p95 of an edit: ${edit.p95.toFixed(2)} ms, limit ${EDIT_LIMIT_P95} ms`);
  if (residentMegabytes > MEMORY_LIMIT) broken.push(`resident memory: ${residentMegabytes} MB, limit ${MEMORY_LIMIT} MB`);
  return broken;
}
