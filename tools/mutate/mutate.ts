/**
 * Do the tests notice a mistake? Puts small mistakes into files, one at a time and in memory, and counts those that turn a test red:
 *   node tools/mutate/mutate.ts packages/engine/src/timetable/*.ts -- packages/engine/src/timetable
 * Behind `--` stand pieces of the names of test files. `--sample N` takes so many of the mistakes (`--seed S` which), `--jobs N` works
 * on so many at once, `--isolate` gives each test file modules of its own, `--json FILE` keeps the outcome, `--least P` asks for so
 * many percent.
 */

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf, sampleOf, type Mutant } from './mutants.ts';
import { pinnedEnvironment, pinnedNode, root } from '../set-up.mjs';

type Candidate = { file: string; mutant: Mutant };
type Outcome = Candidate & { end: 'killed' | 'timeout' | 'survived' };

const cut = process.argv.indexOf('--', 2);
const patterns = cut < 0 ? [] : process.argv.slice(cut + 1);
const { values, positionals } = parseArgs({
  args: process.argv.slice(2, cut < 0 ? undefined : cut),
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    isolate: { type: 'boolean', default: false },
    json: { type: 'string' },
    least: { type: 'string' },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const files = positionals.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  if (files.length === 0 || patterns.length === 0) {
    console.error('Name files and, behind --, pieces of names of test files: node tools/mutate/mutate.ts FILES -- TESTS');
    return 1;
  }
  const all = files.flatMap((file) => mutantsOf(readFileSync(resolve(root, file), 'utf8'), file).map((mutant) => ({ file, mutant })));
  const begun = Date.now();
  if ((await endOf({}, 600_000)) !== 'survived') {
    console.error('The tests are red without any mistake in the sources, or there are none: see to that first.');
    return 1;
  }
  const limit = Math.max(20_000, (Date.now() - begun) * 8);
  const outcomes = await tryAll(values.sample ? sampleOf(all, Number(values.sample), Number(values.seed)) : all, limit);
  return report(outcomes, all.length);
}

async function tryAll(candidates: Candidate[], limit: number): Promise<Outcome[]> {
  const waiting = [...candidates.entries()];
  const outcomes: Outcome[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, candidate] = next;
      outcomes[at] = { ...candidate, end: await endOf(candidate, limit) };
      const { file, mutant, end } = outcomes[at];
      if (end === 'survived') console.log(`survived ${file}:${mutant.line} ${JSON.stringify(mutant.was)} → ${JSON.stringify(mutant.text)}`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  return outcomes;
}

/** Runs the tests in a process group of their own, which ends with the limit: a mistake may make a loop endless. */
function endOf(candidate: Partial<Candidate>, limit: number): Promise<Outcome['end']> {
  const isolation = values.isolate ? [] : ['--no-isolate', '--pool=threads'];
  const args = [
    'run',
    '--config',
    'tools/mutate/mutate.config.ts',
    '--bail=1',
    '--reporter=json',
    '--outputFile=/dev/null',
    ...isolation,
    ...patterns,
  ];
  const child = spawn(pinnedNode(), [resolve(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { ...pinnedEnvironment(), GANTRY_MUTANT: JSON.stringify(candidate) },
  });
  return new Promise((done) => {
    const timer = setTimeout(() => {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      done('timeout');
    }, limit);
    child.on('exit', (code) => {
      clearTimeout(timer);
      done(code === 0 ? 'survived' : 'killed');
    });
  });
}

function report(outcomes: Outcome[], total: number): number {
  if (values.json) writeFileSync(values.json, JSON.stringify(outcomes));
  const deadOf = (list: Outcome[]) => list.filter(({ end }) => end !== 'survived').length;
  const percent = (list: Outcome[]) => (100 * deadOf(list)) / Math.max(1, list.length);
  for (const [file, list] of Map.groupBy(outcomes, (outcome) => outcome.file))
    console.log(`${percent(list).toFixed(0).padStart(4)} %  ${deadOf(list)} of ${list.length}  ${file}`);
  console.log(`${deadOf(outcomes)} of ${outcomes.length} mutants die (${percent(outcomes).toFixed(1)} %), of ${total} that could be made`);
  return values.least !== undefined && percent(outcomes) < Number(values.least) ? 1 : 0;
}
