import { fieldsOf, MINUTES_PER_DAY, NO_DATE, PLAN_TABLES } from '@gantry/domain';
import type { VersionTable } from '@gantry/domain';
import type { PlanColumns } from '@gantry/plan-view';

/** Rows and relations of the benchmark's plan, as the engine's worker takes them from the page. */
export type BenchPlan = {
  n: number;
  nl: number;
  parent: Int32Array;
  type: Uint8Array;
  start: Int32Array;
  dur: Int32Array;
  src: Int32Array;
  dst: Int32Array;
  lag: Int32Array;
};
type Table = PlanColumns['wbs'];

const NULL_BYTE = 255;
const HOURS = [
  { start: 480, finish: 720 },
  { start: 780, finish: 1020 },
];

/** An empty table: nullable fields are null, numbers and choices have their first value. */
function emptyTable(name: VersionTable, count: number): Table {
  const numbers: Table['numbers'] = new Map();
  const json: Table['json'] = new Map();
  for (const { name: field, kind, optional } of fieldsOf(name)) {
    if (kind === 'json') json.set(field, new Map());
    else if (kind === 'float') numbers.set(field, new Float64Array(count).fill(optional ? NaN : 0));
    else if (kind === 'word') numbers.set(field, new Uint8Array(count).fill(optional ? NULL_BYTE : 0));
    else if (kind === 'flag') numbers.set(field, new Uint8Array(count));
    else if (kind !== 'text') numbers.set(field, new Int32Array(count).fill(optional ? NO_DATE : 0));
  }
  return { order: Int32Array.from({ length: count }, (_, slot) => slot), numbers, json };
}

/** The plan on a five-day week with eight hours a day and a lunch break; `hub` has a constraint where the data set has one. */
export function benchPlanColumns(plan: BenchPlan, epoch: number, hub: number): PlanColumns {
  const tables = Object.fromEntries(PLAN_TABLES.map((name) => [name, emptyTable(name, 0)])) as PlanColumns;
  const wbs = emptyTable('wbs', plan.n);
  const of = (table: Table, field: string) => table.numbers.get(field) as Int32Array;
  for (let row = 0; row < plan.n; row++) {
    of(wbs, 'id')[row] = row + 1;
    of(wbs, 'parentId')[row] = plan.parent[row] < 0 ? NO_DATE : plan.parent[row] + 1;
    // Of the item types, 0 is a summary and 1 a task.
    of(wbs, 'type')[row] = plan.type[row] === 1 ? 0 : 1;
    of(wbs, 'calendarId')[row] = 1;
    of(wbs, 'durationMinutes')[row] = plan.dur[row] * 480;
    of(wbs, 'remainingMinutes')[row] = plan.dur[row] * 480;
    of(wbs, 'position')[row] = row;
  }
  of(wbs, 'startLimitType')[hub] = 0;
  of(wbs, 'startLimitDate')[hub] = epoch + plan.start[hub] * MINUTES_PER_DAY + 480;
  const relation = emptyTable('relation', plan.nl);
  for (let link = 0; link < plan.nl; link++) {
    of(relation, 'id')[link] = link + 1;
    of(relation, 'predecessorId')[link] = plan.src[link] + 1;
    of(relation, 'successorId')[link] = plan.dst[link] + 1;
    of(relation, 'lagMinutes')[link] = plan.lag[link] * 480;
  }
  const calendar = emptyTable('calendar', 1);
  for (const [field, value] of Object.entries({
    id: 1,
    minutesPerDay: 480,
    minutesPerWeek: 2400,
    minutesPerMonth: 9600,
    minutesPerYear: 115_200,
  }))
    of(calendar, field)[0] = value;
  of(calendar, 'isDefault')[0] = 1;
  calendar.json.get('week')?.set(0, JSON.stringify(Array.from({ length: 7 }, (_, day) => (day < 5 ? HOURS : []))));
  calendar.json.get('exceptions')?.set(0, '[]');
  return { ...tables, wbs, relation, calendar };
}
