/**
 * Cyclograms and time-location diagrams of 100,000 works as threads and pages lay them out, and a hand on a work that 10,000 others
 * follow. `--quick` takes a tenth of the works, and gates in time shrink with them.
 */
import { minuteOf } from '@gantry/domain';
import { crewClashesOf, flowAt, NO_CHANGE, openFlowTrial, pacesOf, recordsOfColumns } from '@gantry/plan-view';
import { flowOfWorks } from '../../packages/plan-view/src/flow/flow.ts';
import { benchPlanColumns } from '../gantt/adapters/plan-columns.ts';
import { type GatedFigure, holdToGates, least, share } from '../gates.ts';
import { cyclogramOf, timeLocationOf, worksOfLines, worksOfRoad } from './flow-works.ts';

const SCALE = process.argv.includes('--quick') ? 0.1 : 1;
const WORKS = 100_000 * SCALE;
const figures: GatedFigure[] = [];
const start = minuteOf(2025, 1, 6);
const collator = new Intl.Collator('en', { numeric: true });

const works = worksOfLines(WORKS);
const flow = cyclogramOf(works);
const equal = least(() => cyclogramOf(works));
figures.push({ name: 'a cyclogram of 100,000 works laid out', figure: equal, unit: 'ms', gate: 250 * SCALE });
const paced = least(() => {
  pacesOf(flow, () => false);
  crewClashesOf(flow, (id) => [id % 500]);
});
figures.push({ name: 'its pace and its crews', figure: paced, unit: 'ms', gate: 200 * SCALE });

// The same over real distance, where each stretch is a place and lines may meet anywhere.
const road = worksOfRoad(WORKS);
const distance = least(() => timeLocationOf(road));
figures.push({
  name: `a time-location diagram of 100,000 works with its clashes (${distance.toFixed(0)} ms), against the cyclogram of them`,
  figure: distance / equal,
  unit: '×',
  gate: 4,
  floor: 1,
});

// Drags a work that has 10,000 successors. A step is a calculation in the worker and a new picture on the page. The dates must equal those of
// a full calculation with the same duration.
const SUCCESSORS = 10_000 * SCALE;
const follow = (of: (index: number) => number): Int32Array => Int32Array.from({ length: SUCCESSORS }, (_, index) => of(index));
const held = benchPlanColumns(
  {
    n: SUCCESSORS + 1,
    nl: SUCCESSORS,
    parent: new Int32Array(SUCCESSORS + 1).fill(-1),
    type: new Uint8Array(SUCCESSORS + 1),
    start: new Int32Array(SUCCESSORS + 1),
    dur: new Int32Array(SUCCESSORS + 1).fill(5),
    src: follow(() => 0),
    dst: follow((index) => index + 1),
    lag: follow((index) => index % 7),
  },
  start,
  0,
);
const records = recordsOfColumns(held);
const ask = openFlowTrial(records, start, []);
const ids = records.wbs.map(({ id }) => Number(id));
// Answers stand until the next question.
const { start: startBefore, finish: finishBefore } = ask(NO_CHANGE);
const answered = { start: startBefore.slice(), finish: finishBefore.slice() };
const drawn100 = flowOfWorks(
  ids.map((id, row) => ({
    id,
    line: `L${row % 100}`,
    place: `P${Math.floor(row / 100)}`,
    start: answered.start[row],
    finish: answered.finish[row],
  })),
  [],
  collator,
);
const rowOf = new Map(ids.map((id, row) => [id, row]));
const stepsTaken: number[] = [];
let [unlike, moved] = [0, 0];
for (let step = 1; step <= 60; step += 1) {
  const change = { ...NO_CHANGE, works: [{ id: ids[0], durationMinutes: 480 * (5 + step) }] };
  const begun = performance.now();
  const dates = ask(change);
  flowAt(drawn100, (id) => {
    const row = rowOf.get(id);
    return row === undefined ? null : { start: dates.start[row], finish: dates.finish[row] };
  });
  stepsTaken.push(performance.now() - begun);
  if (step % 20) continue;
  const [wbs] = [
    records.wbs.map((row, index) => (index ? row : { ...row, durationMinutes: 480 * (5 + step), remainingMinutes: 480 * (5 + step) })),
  ];
  const typed = openFlowTrial({ ...records, wbs }, start, [])(NO_CHANGE);
  unlike += typed.start.filter((value, row) => value !== dates.start[row] || typed.finish[row] !== dates.finish[row]).length;
  moved += dates.start.filter((value, row) => value !== answered.start[row]).length;
}
if (moved < SUCCESSORS) throw new Error(`Only ${moved} works follow the hand.`);
figures.push(
  {
    name: `a step of a hand on a work with ${SUCCESSORS} successors, p95`,
    figure: share(stepsTaken, 0.95),
    unit: 'ms',
    gate: 33,
    floor: 1000 / 60,
  },
  { name: 'works whose dates are not those of the typed duration', figure: unlike, unit: '', gate: 0 },
);

holdToGates(figures);
