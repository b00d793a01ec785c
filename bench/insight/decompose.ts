/**
 * How well works are divided by the history of other schedules: `node bench/insight/decompose.ts FOLDER`, a folder of schedule files. One schedule
 * is left out at a time, and each of its rows with parts is asked for by its name, its path and its duration alone. Recall: the share of
 * its true parts that are among the first ten proposed. Beside it: all parts of the nearest row, the first ten of them. With `--own` the
 * other rows of the left-out schedule are known too, as they are when a plan is worked out storey by storey.
 */

import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Example, examplesOf } from '../../apps/server/src/features/operations/ai/ai.examples.rules.ts';
import { openNames, stemOfName } from '../../apps/server/src/features/operations/ai/ai.names.rules.ts';
import { fitOf, proposeParts } from '../../apps/server/src/features/operations/ai/ai.propose.rules.ts';
import { readAny } from '@gantry/interchange';
import { holdToGates, share } from '../gates.ts';

const FIRST = 10;
/** Examples by their names alone that are then looked at with their places, as the server does. */
const LOOKED_AT = 60;
const LEAST_BY_NAME = 0.3;
const folder = process.argv[2];
if (!folder) throw new Error('Say the folder of the schedules.');
const withOwn = process.argv.includes('--own');

const filesIn = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(path, entry.name)) : /\.(xer|xml)$/.test(entry.name) ? [join(path, entry.name)] : [],
  );

/** Updates of one project are one schedule: what one of them holds the other would only repeat. */
const familyOf = (file: string): string => (file.split('/').at(-1) ?? '').replace(/[-.].*$/, '');

const schedules = new Map<string, Example[]>();
for (const file of filesIn(folder).toSorted()) {
  if (statSync(file).size > 60_000_000) continue;
  const { project } = await readAny(createReadStream(file));
  for (const one of project?.projects ?? []) {
    const rows = one.plan.items.map((item, position) => ({
      ...item,
      position,
      volume: item.volume ?? null,
      volumeUnit: item.volumeUnit ?? '',
    }));
    const examples = examplesOf(rows, one.plan.relations);
    if (examples.length) schedules.set(familyOf(file), [...(schedules.get(familyOf(file)) ?? []), ...examples]);
  }
}

type Score = { asked: number; answered: number; recall: number; precision: number; nearest: number; nearestPrecision: number };
const total: Score = { asked: 0, answered: 0, recall: 0, precision: 0, nearest: 0, nearestPrecision: 0 };
for (const [left, examples] of schedules) {
  const others = [...schedules].flatMap(([name, list]) => (name === left ? [] : list));
  const score: Score = { asked: 0, answered: 0, recall: 0, precision: 0, nearest: 0, nearestPrecision: 0 };
  const known = withOwn ? [...examples, ...others] : others;
  const find = openNames(known.map(({ stem }) => stem));
  for (const asked of examples) {
    const truth = new Set(asked.children.map(({ stem, name }) => stem || name));
    const row = { stem: asked.stem, path: asked.path, minutes: 0, volume: null, unit: '' };
    const near = find(asked.stem, LOOKED_AT + 1, LEAST_BY_NAME).flatMap(({ at: place }) => (known[place] === asked ? [] : [known[place]]));
    const nearest = near.toSorted((a, b) => fitOf(row, b) - fitOf(row, a))[0];
    const proposal = proposeParts(row, near);
    const mine = (proposal?.parts ?? []).slice(0, FIRST).map(({ name }) => stemOfName(name) || name);
    const copied = (nearest?.children ?? []).slice(0, FIRST).map(({ stem, name }) => stem || name);
    const recallOf = (found: string[]): number => [...truth].filter((stem) => found.includes(stem)).length / Math.min(truth.size, FIRST);
    const precisionOf = (found: string[]): number => (found.length ? found.filter((stem) => truth.has(stem)).length / found.length : 0);
    score.asked += 1;
    if (!proposal) continue;
    score.answered += 1;
    score.recall += Math.min(1, recallOf(mine));
    score.precision += precisionOf(mine);
    score.nearest += Math.min(1, recallOf(copied));
    score.nearestPrecision += precisionOf(copied);
  }
  print(left, score);
  for (const key of Object.keys(total) as (keyof Score)[]) total[key] += score[key];
}
print('all', total);

/** As many different names, and questions to them, as the largest space has. */
const NAMES = 100_000;
const QUESTIONS = 40;
const words = [...schedules.values()].flat().map(({ stem }) => stem);
const stems = Array.from(
  { length: NAMES },
  (_none, at) => `${words[at % words.length]} ${words[(at * 7 + 3) % words.length]} ${at.toString(36)}`,
);
const all = [...schedules.values()].flat();
const times: number[] = [];
for (let at = 0; at < QUESTIONS; at += 1) {
  const asked = all[(at * 37) % all.length];
  const begin = performance.now();
  openNames(stems)(asked.stem, LOOKED_AT, LEAST_BY_NAME);
  proposeParts({ stem: asked.stem, path: asked.path, minutes: 4800, volume: null, unit: '' }, all.slice(0, LOOKED_AT));
  times.push(performance.now() - begin);
}
const points = (value: number): number => (100 * value) / Math.max(1, total.answered);
holdToGates([
  { name: 'recall@10 behind the nearest row', figure: points(total.nearest - total.recall), unit: 'points', gate: 3 },
  { name: `p95 among ${NAMES} names`, figure: share(times, 0.95), unit: 'ms', gate: 300 },
]);

function print(name: string, { asked, answered, ...sums }: Score): void {
  const percent = (value: number): string => (answered ? `${((100 * value) / answered).toFixed(0)} %` : '-').padStart(6);
  console.log(
    `${name.padEnd(24)} rows ${String(asked).padStart(5)} answered ${String(answered).padStart(5)}` +
      ` recall@10 ${percent(sums.recall)} precision ${percent(sums.precision)} | nearest ${percent(sums.nearest)} ${percent(sums.nearestPrecision)}`,
  );
}
