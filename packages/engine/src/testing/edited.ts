import type { CalculationOptions } from '@gantry/domain';
import { columnsOf, type NetworkColumns } from '../network/columns.ts';
import { calculateColumns } from '../timetable/calculate.ts';
import { EDITABLE_COLUMNS, type ValueEdit } from '../timetable/edits.ts';
import { openTimetable, recalculate, timetableResult } from '../timetable/incremental.ts';
import type { CalculationResult } from '../timetable/result.ts';
import { chartPlan } from './chart.ts';
import { draw } from './drawing.ts';

const POOL = new Map();

const COMPARED = [
  'earlyStart',
  'earlyFinish',
  'lateStart',
  'lateFinish',
  'start',
  'finish',
  'totalFloat',
  'freeFloat',
  'critical',
  'driver',
] as const;

/**
 * Calculates the first chart, changes values to those of the second, recalculates incrementally, and draws both with the moved items.
 * Reports any difference from a full calculation of the second chart.
 */
export function edited(before: string, after: string, options: Partial<CalculationOptions> = {}): string {
  const plan = chartPlan(before, options);
  const next = chartPlan(after, options);
  const timetable = openTimetable(columnsOf(plan), POOL);
  const chart = draw(plan, timetableResult(timetable));
  const { items } = recalculate(timetable, editsBetween(timetable.network.columns, columnsOf(next)));
  const result = timetableResult(timetable);
  const different = differences(result, calculateColumns(columnsOf(next), POOL));
  const moved = items.sort((a, b) => a - b).map((item) => ` ${next.items[item].code}`);
  return [
    chart + draw(next, result),
    `moved${moved.join('') || ' nothing'}\n`,
    ...different.map((name) => `not as a whole calculation: ${name}\n`),
  ].join('');
}

/** The edits that turn the values of one plan into those of another with the same items and relations. */
export function editsBetween(from: NetworkColumns, to: NetworkColumns): ValueEdit[] {
  const edits: ValueEdit[] = [];
  for (let item = 0; item < to.itemCount; item++)
    for (const column of EDITABLE_COLUMNS)
      if (from[column][item] !== to[column][item]) edits.push({ item, column, value: to[column][item] });
  for (let relation = 0; relation < to.relationCount; relation++)
    if (from.lag[relation] !== to.lag[relation]) edits.push({ relation, lag: to.lag[relation] });
  return edits;
}

/** Names of the columns in which two results differ. */
export function differences(one: CalculationResult, other: CalculationResult): string[] {
  return COMPARED.filter((name) => one[name].some((value, at) => value !== other[name][at]));
}
