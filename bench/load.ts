/**
 * Load of resources: 100,000 assignments of 500 resources over three years, by day, as the thread counts them.
 *   node bench/load.ts
 * Exits with 1 when the gate is missed.
 */
import { defaultOptions, minuteOf, MINUTES_PER_DAY } from '@gantry/domain';
import { loadOf, type LoadPlan, seededRandom } from '@gantry/engine';
import { holdToGates } from './gates.ts';
import { WORK_WEEK } from './plans/work-week.ts';

const [ASSIGNMENTS, RESOURCES, DAYS] = [100_000, 500, 3 * 365];
const GATE_MILLISECONDS = 300;
const RUNS = 7;

const start = minuteOf(2025, 1, 6);
const random = seededRandom(1);
const items: LoadPlan['items'] = Array.from({ length: ASSIGNMENTS }, (_, index) => {
  const from = start + Math.floor(random() * (DAYS - 40)) * MINUTES_PER_DAY + 540;
  const dates = { start: from, finish: from + 28 * MINUTES_PER_DAY + 480, actualStart: null, actualFinish: null };
  return { id: index + 1, schedulingKind: 'task', calendarId: 1, ...dates };
});
const plan: LoadPlan = {
  dataDate: defaultOptions(start).dataDate,
  defaultCalendarId: 1,
  calendars: [WORK_WEEK],
  items,
  resources: Array.from({ length: RESOURCES }, (_, index) => ({ id: index + 1, kind: 'labour', calendarId: null, limit: 5 })),
  assignments: items.map(({ id }) => ({
    id,
    itemId: id,
    resourceId: 1 + (id % RESOURCES),
    actualUnits: 0,
    remainingUnits: 160,
    actualCost: 0,
    remainingCost: 0,
    lagMinutes: 0,
    curve: null,
  })),
  days: [],
};

/** The least of several runs: what the machine needs, without what else it does. */
function least(run: () => unknown): number {
  return Math.min(
    ...Array.from({ length: RUNS }, () => {
      const before = performance.now();
      run();
      return performance.now() - before;
    }),
  );
}

const figure = least(() => loadOf(plan, 'day', { measure: 'units' }));
const cells = new Float64Array(RESOURCES * DAYS);
const floor = least(() => {
  for (let work = 0; work < ASSIGNMENTS; work += 1)
    for (let day = 0; day < 29; day += 1) cells[((work * 7919) % RESOURCES) * DAYS + day] += 8;
});
holdToGates([{ name: '100,000 assignments by day, 3 years, 500 resources', figure, unit: 'ms', gate: GATE_MILLISECONDS, floor }]);
