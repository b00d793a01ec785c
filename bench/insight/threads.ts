/**
 * Insight as its threads do it: counting, adding up, works behind figures, health, simulation, cyclogram. Ratios are of one run.
 * `--quick` takes a tenth of the works, versions and random figures, and gates in time shrink with them.
 */
import { WORK_COUNTS } from '@gantry/contract';
import { type AnyRow, dayOf, defaultOptions, minuteOf, MINUTES_PER_DAY, type Plan, type PlanItem } from '@gantry/domain';
import { calculate, checkHealth, seededRandom, simulateRisk } from '@gantry/engine';
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
import { type GatedFigure, holdToGates, least } from '../gates.ts';
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

holdToGates(figures);
