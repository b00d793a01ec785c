import { formatMinute, isRecord, MINUTES_PER_DAY, type VersionTable } from '@gantry/domain';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** A day as people write it. */
const dateOf = (day: number): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);
const isByDay = (value: unknown): value is ({ day: number } & Record<string, unknown>)[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isRecord(one) && typeof one['day'] === 'number');

/** A value in the parts that people compare: a week by its days, lists by day, objects by key; null where it is one whole. */
export function partsOf(table: VersionTable, field: string, value: unknown): Map<string, unknown> | null {
  if (table === 'calendar' && field === 'week' && Array.isArray(value))
    return new Map(value.map((shifts, index) => [WEEKDAYS[index] ?? String(index), shifts]));
  if (isByDay(value))
    return new Map(value.map(({ day, ...rest }) => [dateOf(day), Object.keys(rest).length === 1 ? Object.values(rest)[0] : rest]));
  if (isRecord(value)) return new Map(Object.entries(value));
  return null;
}
