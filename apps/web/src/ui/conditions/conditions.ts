import { operatorsFor, type RowCondition, type RowFilter, valuesTakenBy, type WbsColumnType } from '@gantry/domain';
import { DATE_FORMAT, DATE_TIME_FORMAT, formatLocal, parseDateInput } from '../../lib/dates.ts';
import { formatNumber, readTyped } from '../../lib/numbers.ts';

/** A column that conditions can be about, with the values to choose from where they are a closed list. */
export type ConditionColumn = { id: string; title: string; type: WbsColumnType; options: { value: string; label: string }[] | null };

/** Working minutes of a day, in which durations are typed. */
export type ValueForm = { minutesPerDay: number };

/** Days of eight hours, where no one calendar says how long a day is. */
export const DAYS_OF_EIGHT_HOURS: ValueForm = { minutesPerDay: 480 };

/** A filter without conditions. */
export const NO_CONDITIONS: RowFilter = { join: 'and', conditions: [] };

/** A first condition about a column. */
export function newCondition(column: ConditionColumn): RowCondition {
  const [operator] = operatorsFor(column.type);
  return { column: column.id, operator: column.type === 'string' ? 'like' : operator, value: null };
}

/** A condition about another column, its operator and value kept where they still make sense. */
export function withColumn(condition: RowCondition, column: ConditionColumn, before: ConditionColumn | undefined): RowCondition {
  if (!operatorsFor(column.type).includes(condition.operator)) return newCondition(column);
  return { ...condition, column: column.id, value: before?.type === column.type && !column.options ? condition.value : null };
}

/** A condition with another operator; a value of another form goes. */
export function withOperator(condition: RowCondition, operator: RowCondition['operator']): RowCondition {
  const same = valuesTakenBy(operator) === valuesTakenBy(condition.operator);
  return { ...condition, operator, value: same ? condition.value : null };
}

/** A typed value as conditions keep it; undefined where it is not one. An empty text is null. */
export function readValue(text: string, type: WbsColumnType, { minutesPerDay }: ValueForm): string | number | null | undefined {
  if (text.trim() === '') return null;
  if (type === 'date') {
    const date = parseDateInput(text);
    if (date === null) return undefined;
    return /\d:\d\d\s*$/.test(text) ? date : date.slice(0, 10);
  }
  if (type === 'string' || type === 'list' || type === 'predecessors') return text;
  const number = readTyped(text);
  if (number === null) return undefined;
  if (type === 'duration') return Math.round(number * minutesPerDay);
  return type === 'percentage' ? number / 100 : number;
}

/** A kept value as it is typed. */
export function writeValue(value: unknown, type: WbsColumnType, { minutesPerDay }: ValueForm): string {
  if (typeof value === 'string') return type === 'date' ? formatLocal(value, value.length > 10 ? DATE_TIME_FORMAT : DATE_FORMAT) : value;
  if (typeof value !== 'number') return '';
  const shown = type === 'duration' ? value / minutesPerDay : type === 'percentage' ? value * 100 : value;
  return formatNumber(shown, { decimals: Number.isInteger(shown) ? 0 : 2, group: '' });
}

/** How many conditions a filter has, those of its groups among them. */
export function countConditions(filter: RowFilter | null): number {
  return (filter?.conditions ?? []).reduce((sum, part) => sum + ('conditions' in part ? countConditions(part) : 1), 0);
}
