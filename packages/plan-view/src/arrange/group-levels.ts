import { type Minute, partsOf, type Period, type ReaderOf, type WbsColumnType } from '@gantry/domain';
import type { ColumnInfo } from '../columns/columns.ts';
import type { GroupLevel } from './group-rows.ts';

/** How groups are called. */
export type GroupingWords = {
  language: string;
  t(key: string, values?: Record<string, unknown>): string;
  date(minute: Minute): string;
  monthYear(month: number, year: number): string;
  number(value: number): string;
  person(id: number): string;
  calendar(id: number): string;
  specialty(id: number): string;
  /** Working minutes of a day of the version's calendar. */
  minutesPerDay: number;
};

/** The names of the texts of words, by the type of their column. */
const WORDS: Partial<Record<WbsColumnType, (word: string) => string>> = {
  status: (word) => `status.${word}`,
  in_scope: (word) => `in_scope.${word}`,
  progress_by: (word) => `progress_by.${word}`,
  start_limit: (word) => `limit.${word}`,
  finish_limit: (word) => `limit.${word}`,
  item_type: (word) => `item_type.${word}`,
};

/** The name of a period by its first minute. */
export function periodName(start: Minute, period: Period, words: GroupingWords): string {
  const { year, month } = partsOf(start);
  if (period === 'year') return String(year);
  if (period === 'quarter') return words.t('wbs.quarter_year', { quarter: (month + 2) / 3, year });
  if (period === 'month') return words.monthYear(month, year);
  return period === 'week' ? words.t('wbs.week_from', { date: words.date(start) }) : words.date(start);
}

/** What the value of a group is called, with its column: `Status: in progress`. */
function valueName(value: string | number, type: WbsColumnType, period: Period | null, words: GroupingWords): string {
  if (type === 'date') return periodName(value as number, period ?? 'day', words);
  if (type === 'executor' || type === 'curator') return words.person(value as number);
  if (type === 'calendar') return words.calendar(value as number);
  if (type === 'specialty') return words.specialty(value as number);
  if (type === 'colour') return words.t(`tint.${value}`);
  if (type === 'flag') return words.t(value === 'true' ? 'ui.yes' : 'ui.no');
  if (type === 'percentage') return `${words.number((value as number) * 100)} %`;
  if (type === 'duration') return words.t('wbs.days_of', { days: words.number((value as number) / words.minutesPerDay) });
  const keyOf = WORDS[type];
  if (keyOf) return words.t(keyOf(String(value)));
  return typeof value === 'number' ? words.number(value) : value;
}

/** The levels of a grouping that the version has columns for. */
export function groupLevels(
  levels: readonly { column: string; direction: 1 | -1; period: Period | null }[],
  infos: readonly ColumnInfo[],
  readerOf: ReaderOf,
  words: GroupingWords,
): GroupLevel[] {
  return levels.flatMap(({ column, direction, period }) => {
    const info = infos.find(({ id }) => id === column);
    const reader = readerOf(column);
    if (!info || !reader) return [];
    const title = (value: string | number | null): string =>
      `${info.title}: ${value === null ? words.t('wbs.group_empty') : valueName(value, info.type, period, words)}`;
    return [{ reader, direction, period, title }];
  });
}
