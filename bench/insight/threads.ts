/**
 * Insight as its threads do it: counting, adding up, works behind figures, health, simulation, cyclogram. Ratios are of one run.
 * `--quick` takes a tenth of the works, versions and random figures, and gates in time shrink with them.
 */
import { WORK_COUNTS } from '@gantry/contract';
import { type AnyRow, dayOf, defaultOptions, minuteOf, MINUTES_PER_DAY, type Plan, type PlanItem } from '@gantry/domain';
import {
  calculate,
  checkHealth,
  compileCalendar,
  seededRandom,
  simulateRisk,
  spreadOverSpan,
  type SpreadSpan,
  unitsOf,
  workBefore,
} from '@gantry/engine';
import { crewClashesOf, flowAt, NO_CHANGE, openFlowTrial, pacesOf, recordsOfColumns } from '@gantry/plan-view';
import { axisOf } from '../../apps/server/src/features/insight/analytics/sums/analytics.axis.rules.ts';
import { totalOf } from '../../apps/server/src/features/insight/analytics/sums/analytics.sums.rules.ts';
import { worksBehind } from '../../apps/server/src/features/insight/analytics/facts/analytics.counts.rules.ts';
import { factsOf } from '../../apps/server/src/features/insight/analytics/facts/analytics.facts.rules.ts';
import { groupsOf } from '../../apps/server/src/features/insight/analytics/facts/analytics.groups.rules.ts';
import { LINE_KEYS, rulesOf } from '../../apps/server/src/features/insight/analytics/facts/analytics.lines.rules.ts';
import {
  addLine,
  packLines,
  type PeriodLines,
  unpackLines,
} from '../../apps/server/src/features/insight/analytics/facts/analytics.pack.rules.ts';
import { rowsBehind } from '../../apps/server/src/features/insight/analytics/behind/analytics.rows.rules.ts';
import { columnsOf } from '../../packages/engine/src/network/columns.ts';
import { compileNetwork } from '../../packages/engine/src/network/network.ts';
import { quantileOf } from '../../packages/engine/src/risk/distributions/index.ts';
import { forwardPass } from '../../packages/engine/src/timetable/passes/forward.ts';
import { emptyState } from '../../packages/engine/src/timetable/passes/pass-state.ts';
import { markLongestPath } from '../../packages/engine/src/timetable/paths/paths.ts';
import { flowOfWorks } from '../../packages/plan-view/src/flow/flow.ts';
import { benchPlanColumns } from '../gantt/adapters/plan-columns.ts';
import { type GatedFigure, holdToGates, share } from '../gates.ts';
import { WORK_WEEK } from '../plans/work-week.ts';

const QUICK = process.argv.includes('--quick');
const SCALE = QUICK ? 0.1 : 1;
const [WORKS, RISKY, RUNS, VERSIONS, FIGURES] = [100_000, 10_000, 1000, 20_000, 10_000].map((count) => count * SCALE);
const start = minuteOf(2025, 1, 6);
const DISTRIBUTION = { kind: 'triangular' as const, low: 0.9, likely: 1, high: 1.3 };
const LIKELY = quantileOf(DISTRIBUTION) ?? (() => 1);

/** Works in chains of ten, each chain held by the one before it here and there. */
function planOf(count: number): Plan {
  const random = seededRandom(1);
  const items = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    parentId: null,
    type: 'task',
    schedulingKind: 'task',
    code: `A${index}`,
    name: `Work ${index}`,
    calendarId: 1,
    status: 'not_started',
    durationMinutes: 480 * (1 + Math.floor(random() * 10)),
    remainingMinutes: 0,
    progress: 0,
    actualStart: null,
    actualFinish: null,
    suspendDate: null,
    resumeDate: null,
    expectedFinish: null,
    startLimitType: null,
    startLimitDate: null,
    finishLimitType: null,
    finishLimitDate: null,
    mandatory: false,
    asLateAsPossible: false,
    start: null,
    finish: null,
  })) as unknown as PlanItem[];
  for (const item of items) item.remainingMinutes = item.durationMinutes;
  const relations = items.flatMap(({ id }) => {
    const from = id % 10 === 1 ? id - 10 * (1 + Math.floor(random() * 20)) : id - 1;
    return from < 1 ? [] : [{ id, predecessorId: from, successorId: id, type: 'fs' as const, lagMinutes: 0, lagCalendar: null }];
  });
  const options = { ...defaultOptions(start), defaultCalendarId: 1 };
  return { options, calendars: [WORK_WEEK], items, relations, resources: [], assignments: [], externalLimits: [] };
}

/** The least of several runs: what the machine needs, without what else it does. */
function least(run: () => unknown, times = 3): number {
  return Math.min(
    ...Array.from({ length: times }, () => {
      const before = performance.now();
      run();
      return performance.now() - before;
    }),
  );
}
const figures: GatedFigure[] = [];
const ratio = (name: string, milliseconds: number, floor: number, gate: number): void =>
  void figures.push({ name: `${name} (${milliseconds.toFixed(0)} ms)`, figure: milliseconds / floor, unit: '×', gate });

// Simulation against as many bare passes with their longest path, over durations like those that it draws: over the same ones in each pass
// the processor learns the way of every branch, and a pass takes four fifths of what it does in any use.
const risky = planOf(RISKY);
const network = compileNetwork(columnsOf(risky));
const state = emptyState(network);
const drawn = Array.from({ length: 16 }, (_, seed) => {
  const share = seededRandom(seed + 1);
  return network.remaining.map((minutes) => Math.round(minutes * LIKELY(share())));
});
const bare = (): void => {
  for (let run = 0; run < RUNS; run += 1) {
    network.remaining = drawn[run % drawn.length];
    forwardPass(network, state);
    let finish = 0;
    for (let node = 0; node < network.count; node += 1) if (state.earlyFinish[node] > finish) finish = state.earlyFinish[node];
    markLongestPath(network, state, finish);
  }
};
const sources = {
  seed: 1,
  durations: risky.items.map(({ id }) => ({
    itemId: id,
    unit: 'share' as const,
    distribution: DISTRIBUTION,
  })),
  events: [],
  correlations: [],
  costRates: new Map(risky.items.map(({ id }) => [id, 1])),
};
// Memory first: what an earlier run has taken would not be counted again.
const before = process.memoryUsage.rss();
let most = before;
simulateRisk(risky, {
  ...sources,
  iterations: RUNS,
  watchedItemIds: [],
  isCancelled: () => {
    most = Math.max(most, process.memoryUsage.rss());
    return false;
  },
});
figures.push({ name: 'memory of the simulation', figure: (most - before) / 2 ** 20, unit: 'MB', gate: 60 });
// In turns, so that what else the machine does falls on both.
let [passes, simulated] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
for (let turn = 0; turn < 4; turn += 1) {
  passes = Math.min(passes, least(bare, 1));
  simulated = Math.min(
    simulated,
    least(() => simulateRisk(risky, { ...sources, iterations: RUNS, watchedItemIds: [] }), 1),
  );
}
ratio('1,000 runs of 10,000 works against 1,000 bare passes', simulated, passes, 1.3);

// Health against one calculation.
const large = planOf(WORKS);
const calculated = least(() => calculate(large));
const result = calculate(large);
ratio(
  'all checks of 100,000 works against one calculation',
  least(() => checkHealth(large, { result })),
  calculated,
  8,
);

// Counting a version, and the works behind each of its counts.
const rows = large.items.map((item, index): AnyRow => ({
  ...(item as unknown as AnyRow),
  start: result.start[index],
  finish: result.finish[index],
  targetStart: result.start[index],
  targetFinish: result.finish[index] - (index % 3 === 0 ? MINUTES_PER_DAY : 0),
  totalFloatMinutes: index % 7 === 0 ? -480 : 480,
  critical: index % 5 === 0,
  nearCritical: false,
}));
const resource = { id: 1, kind: 'labour', calendarId: null, pricePerUnit: 1, rates: [] } as unknown as AnyRow;
const assignment = rows.map(({ id }): AnyRow => ({
  id,
  itemId: id,
  resourceId: 1,
  plannedUnits: 80,
  actualUnits: 0,
  remainingUnits: 80,
  plannedCost: 800,
  actualCost: 0,
  remainingCost: 800,
  lagMinutes: 0,
  curve: null,
  extra: null,
  driving: true,
  remainingMinutes: null,
}));
const tables = { wbs: rows, assignment, resource: [resource], calendar: [WORK_WEEK as unknown as AnyRow], daySeries: [], settings: [] };
const dataDate = start + 90 * MINUTES_PER_DAY;
const facts = factsOf(tables, dataDate);
figures.push({
  name: 'a version of 100,000 works counted',
  figure: least(() => factsOf(tables, dataDate), 2),
  unit: 'ms',
  gate: 4000 * SCALE,
});
let wrong = 0;
const lists = least(() => {
  wrong = WORK_COUNTS.filter((figure) => worksBehind(figure, rows, dataDate).length !== facts.head[figure]).length;
});
figures.push({ name: 'works behind all ten counts of 100,000 works', figure: lists, unit: 'ms', gate: 300 * SCALE });
figures.push({ name: 'counts that differ from their lists', figure: wrong, unit: '', gate: 0 });

// The same told apart by groups, and the works behind one amount.
figures.push({
  name: 'the same by executors',
  figure: least(() => groupsOf(tables, dataDate, 'executor'), 1),
  unit: 'ms',
  gate: 5000 * SCALE,
});
const february = { kind: 'cost' as const, line: 'plan', from: '2025-02-01', to: '2025-03-01' };
figures.push({
  name: 'works behind an amount of a month',
  figure: least(() => rowsBehind(tables, dataDate, february), 2),
  unit: 'ms',
  gate: 1500 * SCALE,
});

// Laying several measures and series over spans that are walked once, against walking each span for each of them.
const compiled = compileCalendar(WORK_WEEK);
const spans = rows.map((row) => ({ start: Number(row['start']), finish: Number(row['finish']), calendar: compiled }));
const AMOUNTS = [800, 640.5, 80, 12.25, 3, 0.99];
const laidOnce = least(() => {
  for (const span of spans) for (const amount of AMOUNTS) spreadOverSpan(amount, 2, span, { shape: 'evenly' });
});
const walkedEach = least(() => {
  for (const span of spans) for (const amount of AMOUNTS) walked(amount, 2, span);
}, 2);
ratio('six amounts a span laid over a walk of it, against a walk for each', laidOnce, walkedEach, 0.75);
let differing = 0;
for (const span of spans.slice(0, 2000))
  for (const amount of AMOUNTS) {
    const [one, other] = [spreadOverSpan(amount, 2, span, { shape: 'evenly' }), walked(amount, 2, span)];
    if (one.firstDay !== other.firstDay || one.units.some((value, index) => value !== other.units[index])) differing += 1;
  }
figures.push({ name: 'amounts that the two lay differently', figure: differing, unit: '', gate: 0 });

/** The plain way: the calendar is asked for each day and each amount. */
function walked(amount: number, decimals: number, span: SpreadSpan) {
  const from = workBefore(span.calendar, span.start);
  const worked = workBefore(span.calendar, span.finish) - from;
  const total = unitsOf(amount, decimals);
  const firstDay = dayOf(span.start);
  if (worked <= 0) return { firstDay, units: Float64Array.of(total) };
  const units = new Float64Array(dayOf(span.finish - 1) - firstDay + 1);
  let [reached, laid] = [0, 0];
  for (let day = 0; day < units.length; day += 1) {
    const here = Math.min(worked, workBefore(span.calendar, (firstDay + day + 1) * MINUTES_PER_DAY) - from);
    if (here === reached) continue;
    const after = here === worked ? total : Math.round(total * (here / worked));
    units[day] = after - laid;
    laid = after;
    reached = here;
  }
  return { firstDay, units };
}

// Each random figure against its works: a small plan, whose sums are asked in all ways.
const random = seededRandom(7);
const some = { ...tables, wbs: rows.slice(0, 40), assignment: assignment.slice(0, 40) };
const small = factsOf(some, dataDate);
let unequal = 0;
for (let index = 0; index < FIGURES; index += 1) {
  const kind = (['cost', 'labour', 'count', 'by-target', 'by-dp'] as const)[Math.floor(random() * 5)];
  const { lines } = rulesOf(kind);
  const rule = lines[Math.floor(random() * lines.length)];
  const first = 2025 * 12 + Math.floor(random() * 8);
  const months = { from: monthText(first), to: monthText(first + 1 + Math.floor(random() * 4)) };
  const value = totalOf(small.month, rule, axisOf(small.month, 'month', { from: dayText(months.from), to: dayText(months.to) }));
  const behind = rowsBehind(some, dataDate, { kind, line: rule.key, ...months })?.rows ?? [];
  const isOutside = rule.level && value === 0;
  if (!isOutside && behind.reduce((sum, { units }) => sum + units, 0) !== value) unequal += 1;
}
figures.push({ name: `of ${FIGURES} random figures those that their works do not come to`, figure: unequal, unit: '', gate: 0 });

function monthText(month: number): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}
function dayText(date: string): number {
  return dayOf(minuteOf(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 1));
}

// A place adds up its versions, against reading their bytes once.
const packed = packLines(LINE_KEYS, facts.month);
const packs = Array.from({ length: VERSIONS }, () => Uint8Array.from(packed));
const added = least(() => {
  const sum: PeriodLines = {};
  for (const pack of packs) {
    const lines = unpackLines(LINE_KEYS, pack);
    for (const key of LINE_KEYS) if (lines[key]) addLine(sum, key, lines[key]);
  }
}, 2);
figures.push({ name: '20,000 versions added up by month', figure: added, unit: 'ms', gate: 2000 * SCALE });

// The cyclogram of 100,000 works: 1,000 lines over 100 places.
const works = rows.map(({ id }, index) => ({
  id,
  line: `L${index % 1000}`,
  place: `P${Math.floor(index / 1000) % 100}`,
  start: result.start[index],
  finish: result.finish[index],
}));
const collator = new Intl.Collator('en', { numeric: true });
const flow = flowOfWorks(works, [], collator);
figures.push({
  name: 'a cyclogram of 100,000 works laid out',
  figure: least(() => flowOfWorks(works, [], collator)),
  unit: 'ms',
  gate: 250 * SCALE,
});
const paced = least(() => {
  pacesOf(flow, () => false);
  crewClashesOf(flow, (id) => [id % 500]);
});
figures.push({ name: 'its pace and its crews', figure: paced, unit: 'ms', gate: 200 * SCALE });

// A hand on a work that 10,000 others follow: what the worker beside the page does in a step, with the picture that the page makes of the
// answer, against the same duration typed and the plan calculated anew.
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
