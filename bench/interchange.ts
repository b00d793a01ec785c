/**
 * Measures processor time and memory for reading and writing schedule files: node bench/interchange.ts [files] Each file is read from a
 * stream in its own process. Default: a synthetic XER of 100,000 activities and 200,000 relations, and cfpp-1895.xer if GANTRY_TEST_DATA
 * names its folder. Floor in the same process: splitting the same bytes into cells. Writes bench/results/interchange.json.
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FORMATS, readAny } from '@gantry/interchange';
import { syntheticXer } from './interchange-xer.ts';
import { holdToGates, type GatedFigure } from './gates.ts';

const ACTIVITIES = 100_000;
/** Longest time to read a file, as a multiple of splitting its cells. */
const MOST_TIMES_THE_FLOOR = 25;
const MOST_MEGABYTES_OF_SYNTHETIC = 900;

type Figures = {
  file: string;
  megabytes: number;
  activities: number;
  relations: number;
  floorMs: number;
  readMs: number;
  readPeakMegabytes: number;
  writeMs: number;
  peakMegabytes: number;
};

if (process.argv[2] === '--measure') console.log(JSON.stringify(await measure(process.argv[3])));
else await measureAll(process.argv.slice(2));

async function measure(path: string): Promise<Figures> {
  const floorStart = processorMs();
  let cells = 0;
  let rest = '';
  for await (const chunk of createReadStream(path)) {
    const lines = (rest + (chunk as Buffer).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) cells += line.split('\t').length;
  }
  const floorMs = processorMs() - floorStart;
  if (cells === 0) throw new Error(`${path} has no lines`);
  const start = processorMs();
  const { project, format, findings } = await readAny(createReadStream(path));
  const readMs = processorMs() - start;
  // In kilobytes, whatever the platform.
  const readPeakMegabytes = process.resourceUsage().maxRSS / 1024;
  if (!project || !format) throw new Error(`${path}: ${findings[0]?.code}`);
  const writeStart = processorMs();
  await FORMATS[format].write(project);
  const writeMs = processorMs() - writeStart;
  const { projects } = project;
  const count = (pick: (plan: (typeof projects)[number]['plan']) => number): number =>
    projects.reduce((sum, { plan }) => sum + pick(plan), 0);
  return {
    file: basename(path),
    megabytes: statSync(path).size / 2 ** 20,
    activities: count(({ items }) => items.filter(({ type }) => type !== 'sum').length),
    relations: count(({ relations }) => relations.length),
    floorMs,
    readMs,
    readPeakMegabytes,
    writeMs,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
}

/** Processor time in milliseconds, independent of other work on the machine. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function measureAll(named: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-interchange-'));
  const failures: string[] = [];
  try {
    const synthetic = join(folder, `synthetic-${ACTIVITIES}.xer`);
    await pipeline(Readable.from(syntheticXer(ACTIVITIES)), createWriteStream(synthetic));
    const known = join(process.env['GANTRY_TEST_DATA'] ?? '', 'schedules/xer/cfpp-1895.xer');
    if (!existsSync(known)) console.log('GANTRY_TEST_DATA is not set: the synthetic file alone is measured.');
    const files = named.length > 0 ? named : [...(existsSync(known) ? [known] : []), synthetic];
    const results: Figures[] = [];
    const gated: GatedFigure[] = [];
    for (const file of files) {
      const run = spawnSync(process.execPath, [import.meta.filename, '--measure', file], { encoding: 'utf8', timeout: 300_000 });
      if (run.status !== 0) {
        failures.push(`${file}: ${run.stderr.split('\n').find((line) => line.includes('Error')) ?? 'no answer'}`);
        continue;
      }
      const figures = JSON.parse(run.stdout) as Figures;
      results.push(figures);
      console.log(
        `${figures.file}: ${figures.megabytes.toFixed(1)} MB, ${figures.activities} activities, ${figures.relations} relations; ` +
          `read ${figures.readMs.toFixed(0)} ms (${(figures.readMs / figures.floorMs).toFixed(1)} × splitting its cells), peak ${figures.readPeakMegabytes.toFixed(0)} MB; ` +
          `written ${figures.writeMs.toFixed(0)} ms, peak ${figures.peakMegabytes.toFixed(0)} MB`,
      );
      const { file: name, readMs, floorMs, readPeakMegabytes } = figures;
      gated.push({ name: `${name}, read`, figure: readMs, unit: 'ms', gate: Math.ceil(MOST_TIMES_THE_FLOOR * floorMs), floor: floorMs });
      if (file === synthetic)
        gated.push({ name: `${name}, peak`, figure: readPeakMegabytes, unit: 'MB', gate: MOST_MEGABYTES_OF_SYNTHETIC });
    }
    mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
    const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
    writeFileSync(join(import.meta.dirname, 'results/interchange.json'), `${JSON.stringify({ machine, results }, null, 2)}\n`);
    holdToGates(gated);
  } finally {
    rmSync(folder, { recursive: true });
  }
  for (const failure of failures) console.log(`FAIL ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}
