/**
 * Laying the amounts of a version over days and adding them up: the walk of figures, all measures and series at once, against `spreadSeries` as it
 * stood, for each amount, in time a series. `--quick` takes a tenth.
 */
import { type AnyRow, dayOf, type Minute, minuteOf, MINUTES_PER_DAY } from '@gantry/domain';
import { addWork, compileCalendar, seededRandom, type Spread, spreadOfDays, totalOf, workBefore } from '@gantry/engine';
import { underConventions, USUAL_CONVENTIONS } from '../../apps/server/src/features/insight/analytics/facts/analytics.conventions.rules.ts';
import { openLines } from '../../apps/server/src/features/insight/analytics/facts/analytics.facts.rules.ts';
import { layOutWorks } from '../../apps/server/src/features/insight/analytics/facts/analytics.walk.rules.ts';
import { holdToGates } from '../gates.ts';
import { WORK_WEEK } from '../plans/work-week.ts';

const WORKS = process.argv.includes('--quick') ? 10_000 : 100_000;
const start = minuteOf(2025, 1, 6);
const calendar = compileCalendar(WORK_WEEK);
const DAY = 480;
const AMOUNTS = [
  ['cost', 800.13, 2],
  ['labour', 80, 3],
] as const;
const SERIES = ['target', 'plan', 'early', 'late'] as const;
const DATES = {
  target: ['targetStart', 'targetFinish'],
  plan: ['start', 'finish'],
  early: ['earlyStart', 'earlyFinish'],
  late: ['lateStart', 'lateFinish'],
} as const;
/** Each share of an amount was asked of the shape by its name. */
const SHAPES = { evenly: (passed: number): number => passed, curve: (passed: number): number => passed ** 2 };
const keys = AMOUNTS.flatMap(([measure]) => SERIES.map((series) => `${measure}_${series}`));

// Works of up to 60 days over two years, each with dates of its own.
const random = seededRandom(1);
const wbs = Array.from({ length: WORKS }, (_, index): AnyRow => {
  const [from, days] = [Math.floor(random() * 500), 1 + Math.floor(random() * 60)];
  const dates = (late: number): [Minute, Minute] => {
    const begin = addWork(calendar, start, DAY * (from + late) + 1);
    return [begin, addWork(calendar, begin, DAY * days)];
  };
  const [[begin, end], [targetStart, targetFinish], [lateStart, lateFinish]] = [dates(5), dates(index % 5), dates(5 + (index % 9))];
  return {
    id: index + 1,
    parentId: null,
    type: 'task',
    schedulingKind: 'task',
    status: 'not_started',
    calendarId: 1,
    progress: 0,
    actualStart: null,
    actualFinish: null,
    start: begin,
    finish: end,
    targetStart,
    targetFinish,
    earlyStart: begin,
    earlyFinish: end,
    lateStart,
    lateFinish,
  };
});
const [[, cost], [, hours]] = AMOUNTS;
const assignment = wbs.map(({ id }): AnyRow => ({
  id,
  itemId: id,
  resourceId: 1,
  plannedUnits: hours,
  actualUnits: 0,
  remainingUnits: hours,
  plannedCost: cost,
  actualCost: 0,
  remainingCost: cost,
  lagMinutes: 0,
  curve: null,
  driving: true,
}));
const resource = { id: 1, kind: 'labour', calendarId: null } as unknown as AnyRow;
const tables = { wbs, assignment, resource: [resource], calendar: [WORK_WEEK as unknown as AnyRow], daySeries: [], settings: [] };
const counted = underConventions(tables, start, USUAL_CONVENTIONS);

// In turns, so that what else the machine does falls on both.
let [together, apart] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
let differing = 0;
for (let turn = 0; turn < 4; turn += 1) {
  const [ours, plain] = [openLines(), openLines()];
  const begun = performance.now();
  layOutWorks(counted, wbs, start, (key) => {
    if (!keys.includes(key)) return null;
    const add = ours.to(key);
    return (_, spread) => add(spread);
  });
  const between = performance.now();
  for (const row of wbs)
    for (const [measure, amount, decimals] of AMOUNTS)
      for (const series of SERIES) {
        const [from, to] = DATES[series];
        plain.add(`${measure}_${series}`, planned(amount, decimals, new Map(), Number(row[from]), Number(row[to])));
      }
  together = Math.min(together, between - begun);
  apart = Math.min(apart, performance.now() - between);
  const [mine, theirs] = [ours.by(Number), plain.by(Number)];
  differing = keys.filter((key) => JSON.stringify(mine[key]) !== JSON.stringify(theirs[key])).length;
}
holdToGates([
  {
    name: `a series of ${WORKS} works laid by the walk of figures (${(together / keys.length).toFixed(0)} ms), against each amount by itself`,
    figure: together / apart,
    unit: '×',
    gate: 0.125,
  },
  { name: 'series whose days differ in any unit', figure: differing, unit: '', gate: 0 },
]);

/**
 * What is planned, as `spreadSeries` laid it when the gate was drawn (2026-11-25): the calendar is asked for each day of each amount, the shape
 * for each share, and the amount is read from its digits.
 */
function planned(amount: number, decimals: number, plannedDays: ReadonlyMap<number, number>, from: Minute, to: Minute): Spread {
  const days = spreadOfDays(plannedDays, decimals);
  if (totalOf(days) !== 0) return days;
  const before = workBefore(calendar, from);
  const worked = workBefore(calendar, to) - before;
  const [mantissa, exponent = '0'] = String(Math.abs(amount)).split('e');
  const total = Math.round(Number(`${mantissa}e${Number(exponent) + decimals}`));
  const firstDay = dayOf(from);
  const units = new Float64Array(dayOf(to - 1) - firstDay + 1);
  let [reached, laid] = [0, 0];
  for (let day = 0; day < units.length; day += 1) {
    const here = Math.min(worked, workBefore(calendar, (firstDay + day + 1) * MINUTES_PER_DAY) - before);
    if (here === reached) continue;
    const share = SHAPES.evenly(here / worked);
    const after = here === worked ? total : Math.sign(total) * Math.round(Math.abs(total) * share);
    units[day] = after - laid;
    laid = after;
    reached = here;
  }
  return { firstDay, units, decimals };
}
