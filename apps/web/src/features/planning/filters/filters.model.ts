import { formatMinute, type Minute, MINUTES_PER_DAY, type RowCondition, type RowFilter } from '@gantry/domain';

/** Views that everybody has: rows that a planner asks for day by day. */
export const QUICK_VIEWS = [
  'critical',
  'negative_float',
  'in_progress',
  'look_ahead',
  'milestones',
  'no_predecessor',
  'not_calculated',
] as const;
export type QuickView = (typeof QUICK_VIEWS)[number];

/** Weeks that the look-ahead reaches over. */
export const LOOK_AHEAD_WEEKS = [1, 2, 3, 4, 6, 8, 12] as const;

const is = (column: string, operator: RowCondition['operator'], value: RowCondition['value'] = null): RowCondition => ({
  column,
  operator,
  value,
});
const all = (...conditions: RowCondition[]): RowFilter => ({ join: 'and', conditions });
const NO_SUMMARY = is('type', 'ne', 'sum');

/** The filter of a view; `weeks` from the data date on for the look-ahead, which has none without a data date. */
export function quickFilter(view: QuickView, dataDate: Minute | null, weeks: number): RowFilter | null {
  if (view === 'critical') return all(is('critical', 'eq', 'true'), NO_SUMMARY);
  if (view === 'negative_float') return all(is('totalFloatMinutes', 'lt', 0), NO_SUMMARY);
  if (view === 'in_progress') return all(is('status', 'eq', 'in_progress'), NO_SUMMARY);
  if (view === 'milestones') return all(is('type', 'filter_by_list', ['milestone_start', 'milestone_finish']));
  if (view === 'no_predecessor') return all(is('predecessors', 'not_exists'), NO_SUMMARY);
  if (view === 'not_calculated') return all(is('earlyStart', 'not_exists'), NO_SUMMARY);
  if (dataDate === null) return null;
  return all(
    is('start', 'lt', formatMinute(dataDate + weeks * 7 * MINUTES_PER_DAY)),
    is('finish', 'gte', formatMinute(dataDate)),
    is('status', 'ne', 'completed'),
    NO_SUMMARY,
  );
}
