import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calculateColumns, type CalendarPool, type NetworkColumns } from '@gantry/engine';
import { syntheticColumns } from './network.ts';
import { timed } from './timing.ts';

const ACTIVITIES = 10_000;
const DAYS_FROM_1970_TO_1990 = 7305;

/** Milliseconds of MPXJ's P6 scheduler and of this engine on the same network. */
export type MpxjFigures = { activities: number; theirs: number; ours: number; ratio: number };

/** Measures MPXJ in the same run, where the environment variable MPXJ names its class path; null where it does not. */
export function measureMpxj(): MpxjFigures | null {
  const classPath = process.env.MPXJ;
  if (!classPath) {
    console.log('not compared with MPXJ: the environment variable MPXJ does not name its class path; plain objects are the peer.');
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'gantry-mpxj-'));
  try {
    const columns = syntheticColumns(ACTIVITIES);
    writeFileSync(join(folder, 'network.txt'), networkText(columns));
    const program = join(import.meta.dirname, '../mpxj/Bench.java');
    const run = spawnSync('java', ['-cp', classPath, program, join(folder, 'network.txt')], { encoding: 'utf8' });
    const theirs = run.error ? NaN : Number(run.stdout.trim().split('\n').pop());
    if (run.status !== 0 || !(theirs > 0)) {
      console.log(`MPXJ could not be measured: ${run.error?.message ?? run.stderr.split('\n')[0]}`);
      process.exitCode = 1;
      return null;
    }
    const pool: CalendarPool = new Map();
    const ours = timed(30, 7, () => calculateColumns(columns, pool), 10).clock;
    const ratio = theirs / ours;
    console.log(`MPXJ at ${ACTIVITIES} activities: ${theirs.toFixed(0)} ms, here ${ours.toFixed(2)} ms: ${ratio.toFixed(0)} times as fast`);
    return { activities: ACTIVITIES, theirs, ours, ratio };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The network and its calendars as lines of numbers: see ../mpxj/Bench.java. */
export function networkText(columns: NetworkColumns): string {
  const lines = [`${columns.itemCount} ${columns.relationCount} ${columns.calendars.length}`];
  for (const { week, exceptions } of columns.calendars) {
    for (const shifts of week) lines.push(shifts.map(({ start, finish }) => `${start}-${finish}`).join(' '));
    lines.push(exceptions.map(({ day }) => DAYS_FROM_1970_TO_1990 + day).join(' '));
  }
  for (let item = 0; item < columns.itemCount; item++) lines.push(`${columns.calendar[item]} ${columns.duration[item]}`);
  for (let at = 0; at < columns.relationCount; at++)
    lines.push(`${columns.predecessor[at]} ${columns.successor[at]} ${columns.relationType[at]} ${columns.lag[at]}`);
  return lines.join('\n');
}
