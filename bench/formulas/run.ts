/**
 * Calculated attributes and indicators of an open version, as the page calculates them: node bench/formulas/run.ts [rows, default 100,000]
 * Twenty formulas of every kind and ten indicators of three rules, calculated in full and after one typed value. The floor of the same
 * run is the same arithmetic written by hand over plain arrays. Limits hold for processor time of the thread, which a busy machine
 * hardly changes; wall-clock time is printed beside it. Writes bench/results/formulas.json; exits with 1 when a limit is broken.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from '@gantry/domain';
import { applyDiff, attachIndicators, attributeFinder, formulaResults, metRule, type ScheduleDocument } from '@gantry/plan-view';
import { timed } from '../engine/timing.ts';
import { byHand, CALCULATED, formulaPlan, INDICATORS, plainRow } from './plan.ts';
import { holdToGates } from '../gates.ts';

const rows = Number(process.argv[2] ?? 100_000);
const LIMITS = { full: 1000, edit: 20, indicators: 1000 };

const valueIn = (document: ScheduleDocument) => (attributeId: number) => {
  const find = attributeFinder(document, attributeId);
  return (item: number): JsonValue => find(item)?.value ?? null;
};

const plain = Array.from({ length: rows }, (_, index) => plainRow(index));
const floor = timed(2, 5, () => byHand(plain));

const document = formulaPlan(rows);
const calculate = () => formulaResults(document, valueIn(document));
const anew = () => {
  document.unread.everything = true;
  document.revision += 1;
  return calculate();
};
const full = timed(2, 5, anew);

// What was calculated is what the hand computes.
const hand = byHand(plain);
const results = anew();
for (const [name, expected] of hand.numbers)
  for (let index = 0; index < rows; index++) {
    const own = results.get(name)!.get(index + 1) as number;
    if (Math.abs(own - expected[index]) > 1e-9 * Math.abs(own))
      throw new Error(`${name} of row ${index} is ${own}, by hand ${expected[index]}.`);
  }
if (hand.late.some((late, index) => results.get('is_late')!.get(index + 1) !== (late === 1)))
  throw new Error('Other rows are late by hand.');

let edits = 0;
const edit = timed(
  20,
  200,
  () => {
    const index = Math.floor(((edits * 7919) % rows) / 10) * 10 + 1 + (edits % 9);
    const volume = ++edits;
    applyDiff(document, {
      attributeValue: { added: [], removed: [], updated: [{ id: index * 4 + 1, before: {}, after: { value: volume } }] },
    });
    document.revision += 1;
    if (
      calculate()
        .get('labour')!
        .get(index + 1) !==
      volume * (plain[index].norm ?? 0)
    )
      throw new Error(`Row ${index} kept its old labour.`);
  },
  10,
);

const judged = formulaPlan(rows);
applyDiff(judged, { attribute: { added: [], updated: [], removed: CALCULATED.map((_, at) => ({ id: at + 5 })) } } as never);
attachIndicators(judged, INDICATORS);
const indicators = timed(2, 5, () => {
  judged.unread.everything = true;
  judged.revision += 1;
  const find = valueIn(judged);
  let met = 0;
  for (const { id } of INDICATORS) for (let item = 1; item <= rows; item++) if (metRule(judged, id, item, find)) met += 1;
  if (met === 0) throw new Error('No rule holds anywhere.');
});

const figures = [
  { name: `${CALCULATED.length} calculated attributes, all rows`, ...full, limit: LIMITS.full },
  { name: 'after one typed value', ...edit, limit: LIMITS.edit },
  { name: `${INDICATORS.length} indicators of three rules, all rows`, ...indicators, limit: LIMITS.indicators },
];
console.log(`${rows.toLocaleString('en')} rows; the same twenty columns by hand (floor): ${floor.processor.toFixed(0)} ms`);
for (const { name, clock } of figures) console.log(`${name}: ${clock.toFixed(1)} ms by the clock`);
const folder = join(import.meta.dirname, '../results');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'formulas.json'), `${JSON.stringify({ rows, floor, processors: cpus().length, figures }, null, 2)}\n`);
holdToGates(figures.map(({ name, processor, limit }) => ({ name, figure: processor, unit: 'ms', gate: limit, floor: floor.processor })));
