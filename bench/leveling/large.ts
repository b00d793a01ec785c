import { calculate, DEFAULT_LEVELING, levelPlan, seededRandom } from '@gantry/engine';
import type { Plan } from '@gantry/domain';
import { schedulesOf } from '../../apps/server/src/features/planning/timetable/timetable.leveling.rules.ts';
import { assignmentOf, DAY_MINUTES, drawnPlan, itemOf } from '../../packages/engine/src/leveling/testing/drawn-plan.ts';
import type { GatedFigure } from '../gates.ts';
import { processorTime } from './score.ts';

const WORKS = 10_000;
const RESOURCES = 100;
const MOST_LIST_MS = 1000;
const MOST_IMPROVED_MS = 10_000;

/** Works of 1 to 20 days in two calendars after one to three others, each with one or two of the resources. */
function largePlan(seed: number): Plan {
  const random = seededRandom(seed);
  const whole = (below: number) => Math.floor(random() * below);
  const limits = Array.from({ length: RESOURCES }, (_, at) => `limit R${at + 1} ${2 + (at % 3)}`);
  const plan = drawnPlan(limits.join('\n'));
  const width = WORKS / 250;
  for (let id = 1; id <= WORKS; id++) {
    const minutes = (1 + whole(20)) * DAY_MINUTES;
    plan.items.push(itemOf(id, { calendarId: 1 + (whole(4) === 0 ? 1 : 0), durationMinutes: minutes, remainingMinutes: minutes }));
    for (let links = id > width ? 1 + whole(3) : 0; links > 0; links--) {
      const relation = { type: 'fs' as const, lagMinutes: 0, lagCalendar: null };
      plan.relations.push({
        id: plan.relations.length + 1,
        predecessorId: Math.max(1, id - width - whole(width)),
        successorId: id,
        ...relation,
      });
    }
    const first = whole(RESOURCES);
    for (const resource of random() < 0.5 ? [first] : [first, (first + 1 + whole(RESOURCES - 1)) % RESOURCES])
      plan.assignments.push(assignmentOf(plan.assignments.length + 1, id, resource + 1, ((1 + whole(2)) * minutes) / 60));
  }
  return plan;
}

/** Levels a large plan by the list, and with the most thorough search that a planner can ask for; the floor is its calculation. */
export function levelLargePlan(seed: number): GatedFigure[] {
  const plan = largePlan(seed);
  const timed = <Result>(work: () => Result): { used: number; result: Result } => {
    const before = processorTime();
    const result = work();
    return { used: processorTime() - before, result };
  };
  levelPlan(plan);
  const floor = timed(() => calculate(plan)).used;
  const list = timed(() => levelPlan(plan));
  const schedules = schedulesOf('thorough', WORKS);
  const improvement = { budget: { schedules }, random: seededRandom(seed) };
  const improved = timed(() => levelPlan(plan, { ...DEFAULT_LEVELING, improvement }));
  const days = (finish: number) => ((finish - list.result.calculatedFinish) / 1440).toFixed(0);
  console.log(
    `${WORKS} works, ${RESOURCES} resources: ${list.result.delays.length} moved, list ${days(list.result.leveledFinish)} days behind the calculation, ` +
      `improved ${days(improved.result.leveledFinish)}, ${improved.result.schedules} schedules`,
  );
  const over = list.result.overAllocationsAfter.length + improved.result.overAllocationsAfter.length;
  return [
    { name: 'large plan, list', figure: list.used, unit: 'ms', gate: MOST_LIST_MS, floor },
    { name: 'large plan, improved', figure: improved.used, unit: 'ms', gate: MOST_IMPROVED_MS, floor },
    { name: 'large plan, over limits', figure: over, unit: 'times', gate: 0 },
  ];
}
