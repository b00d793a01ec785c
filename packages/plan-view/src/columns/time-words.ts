import type { TimeWords } from '@gantry/scene';

const monthDate = (month: number): Date => new Date(Date.UTC(2024, month - 1, 15));
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Words of the time scale in a language, month and day names from the tables of Intl. */
export function timeWords(language: string, words: { quarter(quarter: number): string; week(week: number): string }): TimeWords {
  const names = (month: 'long' | 'short'): string[] => {
    const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) => capital(format.format(monthDate(index + 1))).replace(/\.$/, ''));
  };
  const long = names('long');
  const short = names('short');
  const weekdays = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  // 2024-01-01 was a Monday.
  const days = Array.from({ length: 7 }, (_, index) => capital(weekdays.format(new Date(Date.UTC(2024, 0, index + 1)))));
  const two = (value: number): string => (value < 10 ? `0${value}` : String(value));
  return {
    month: (month) => long[month - 1],
    monthShort: (month) => short[month - 1],
    monthYear: (month, year) => `${long[month - 1]} ${year}`,
    weekdayShort: (weekday) => days[weekday - 1],
    quarter: words.quarter,
    quarterYear: (quarter, year) => `${words.quarter(quarter)} ${year}`,
    week: words.week,
    dayMonthYear: (day, month, year) => `${two(day)}.${two(month)}.${year}`,
  };
}
