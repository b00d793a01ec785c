/**
 * Leveling against PSPLIB, and of a large plan.
 *   node bench/leveling/run.ts [FOLDER] [--part NAME]… [--every N] [--milliseconds N] [--schedules N] [--seed N]
 * Parts: `time` (what 70 milliseconds an instance find), `schedules` (2,000 schedules an instance, as results are published), `more` (j120
 * with 5,000), `large` (10,000 works with 100 resources); all of them where none is named. `--part j120` and its like keep one set of the
 * first two. The folder holds sets as archives or files, `.sm` or `.rcp`, beside the tables of best makespans; without it that of the test
 * data. Exits with 1 when a target is missed.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PSPLIB_SETS } from '../../packages/engine/src/leveling/testing/psplib.ts';
import { holdToGates, type GatedFigure } from '../gates.ts';
import { levelLargePlan } from './large.ts';
import { scoreSet, type Scored } from './score.ts';

const PARTS = ['time', 'schedules', 'more', 'large'] as const;
type Part = (typeof PARTS)[number];

/** Seconds of processor time that a part takes here with every instance. */
const USUAL_SECONDS: Record<Part, number> = { time: 90, schedules: 130, more: 200, large: 20 };
/** Percent above best, on average over all instances of a set. */
const TARGETS = {
  j30: { time: 1, schedules: 0.3 },
  j60: { time: 2.5, schedules: 1.2 },
  j90: { time: 2.5, schedules: 1.2 },
  j120: { time: 6, schedules: 3, more: 2.5 },
};

const text = { type: 'string' } as const;
const { values: named, positionals } = parseArgs({
  allowPositionals: true,
  options: { part: { type: 'string', multiple: true }, every: text, milliseconds: text, schedules: text, seed: text },
});
const dataFolder = process.env.GANTRY_TEST_DATA;
const folder = positionals[0] ?? (dataFolder && join(dataFolder, 'schedules/rcpsp'));
const every = Number(named.every ?? 1);
const chosen = named.part ?? [];
const unknown = chosen.filter((name) => ![...PARTS, ...PSPLIB_SETS].some((known) => known === name));
const parts = PARTS.filter((part) => chosen.includes(part) || !PARTS.some((one) => chosen.includes(one)));
const sets = PSPLIB_SETS.filter((set) => chosen.includes(set) || !PSPLIB_SETS.some((one) => chosen.includes(one)));

function measured(part: Part): GatedFigure[] {
  if (part === 'large') return levelLargePlan(Number(named.seed ?? 1));
  if (!folder) return [{ name: `${part}, without PSPLIB`, figure: Number.NaN, unit: '%', gate: 0 }];
  const how: Omit<Scored, 'set' | 'target'> = {
    folder,
    every,
    seed: Number(named.seed ?? 1),
    milliseconds: part === 'time' ? Number(named.milliseconds ?? 70) : null,
    schedules: part === 'time' ? 1e9 : part === 'more' ? 5000 : Number(named.schedules ?? 2000),
  };
  if (part === 'more') return scoreSet({ ...how, set: 'j120', target: TARGETS.j120.more });
  return sets.flatMap((set) => scoreSet({ ...how, set, target: TARGETS[set][part] }));
}

if (unknown.length) console.log(`There is no part ${unknown.join(', ')}; there are ${[...PARTS, ...PSPLIB_SETS].join(', ')}.`);
if (!folder && parts.some((part) => part !== 'large'))
  console.log('There is no PSPLIB to measure: name its folder, or set GANTRY_TEST_DATA.');
const figures: GatedFigure[] = [];
for (const part of unknown.length ? [] : parts) {
  const usual = part === 'large' ? USUAL_SECONDS.large : Math.ceil(USUAL_SECONDS[part] / every);
  console.log(`${part}: about ${usual} s on a free core`);
  const before = performance.now();
  figures.push(...measured(part));
  console.log(`${part}: took ${((performance.now() - before) / 1000).toFixed(0)} s`);
}
holdToGates(figures);
