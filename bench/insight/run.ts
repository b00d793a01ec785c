/**
 * Insight as its threads do it: counting, adding up, lists behind counts, health, simulation, cyclogram. Ratios are of one run.
 *   node bench/insight/run.ts
 * Exits with 1 when a gate is missed.
 */
import { WORK_COUNTS } from '@gantry/contract';
import { type AnyRow, defaultOptions, minuteOf, MINUTES_PER_DAY, type Plan, type PlanCalendar, type PlanItem } from '@gantry/domain';
import { calculate, checkHealth, seededRandom, simulateRisk } from '@gantry/engine';
import { crewClashesOf, pacesOf } from '@gantry/plan-view';
import { factsOf, LINE_KEYS, worksBehind } from '../../apps/server/src/features/insight/analytics/analytics.facts.rules.ts';
import {
  addLine,
  packLines,
  type PeriodLines,
  unpackLines,
} from '../../apps/server/src/features/insight/analytics/analytics.pack.rules.ts';
import { columnsOf } from '../../packages/engine/src/network/columns.ts';
import { compileNetwork } from '../../packages/engine/src/network/network.ts';
import { forwardPass } from '../../packages/engine/src/timetable/passes/forward.ts';
import { emptyState } from '../../packages/engine/src/timetable/passes/pass-state.ts';
import { markLongestPath } from '../../packages/engine/src/timetable/paths/paths.ts';
import { flowOfWorks } from '../../packages/plan-view/src/flow/flow.ts';
import { type GatedFigure, holdToGates } from '../gates.ts';

const [WORKS, RISKY, RUNS, VERSIONS] = [100_000, 10_000, 1000, 20_000];
const start = minuteOf(2025, 1, 6);
const shift = [{ start: 540, finish: 1020 }];
const calendar = {
  id: 1,
  name: '',
  week: [shift, shift, shift, shift, shift, [], []],
  exceptions: [],
  baseId: null,
  isDefault: true,
  minutesPerDay: 480,
  minutesPerWeek: 2400,
  minutesPerMonth: 9600,
  minutesPerYear: 115_200,
} satisfies PlanCalendar;

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
  return { options, calendars: [calendar], items, relations, resources: [], assignments: [], externalLimits: [] };
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

// Simulation against as many bare passes with their longest path.
const risky = planOf(RISKY);
const network = compileNetwork(columnsOf(risky));
const state = emptyState(network);
forwardPass(network, state);
const finish = state.earlyFinish.reduce((latest, one) => Math.max(latest, one), 0);
const passes = least(() => {
  for (let run = 0; run < RUNS; run += 1) {
    forwardPass(network, state);
    markLongestPath(network, state, finish);
  }
}, 2);
const sources = {
  seed: 1,
  durations: risky.items.map(({ id }) => ({
    itemId: id,
    unit: 'share' as const,
    distribution: { kind: 'triangular' as const, low: 0.9, likely: 1, high: 1.3 },
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
const simulated = least(() => simulateRisk(risky, { ...sources, iterations: RUNS, watchedItemIds: [] }), 2);
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
const tables = { wbs: rows, assignment, resource: [resource], calendar: [calendar as unknown as AnyRow], daySeries: [], settings: [] };
const dataDate = start + 90 * MINUTES_PER_DAY;
const facts = factsOf(tables, dataDate);
figures.push({ name: 'a version of 100,000 works counted', figure: least(() => factsOf(tables, dataDate), 2), unit: 'ms', gate: 4000 });
let wrong = 0;
const lists = least(() => {
  wrong = WORK_COUNTS.filter((figure) => worksBehind(figure, rows, dataDate).length !== facts.head[figure]).length;
});
figures.push({ name: 'works behind all ten counts of 100,000 works', figure: lists, unit: 'ms', gate: 300 });
figures.push({ name: 'counts that differ from their lists', figure: wrong, unit: '', gate: 0 });

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
figures.push({ name: '20,000 versions added up by month', figure: added, unit: 'ms', gate: 2000 });

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
  gate: 250,
});
const paced = least(() => {
  pacesOf(flow, () => false);
  crewClashesOf(flow, (id) => [id % 500]);
});
figures.push({ name: 'its pace and its crews', figure: paced, unit: 'ms', gate: 200 });

holdToGates(figures);
