import { MINUTES_PER_DAY, dayOf, minuteOf, partsOf } from '@gantry/domain';
import type { FormulaValue } from '../value.ts';
import { takes } from './define.ts';
import type { Fault, FormulaFunction } from './define.ts';

/** Years 1900 to 6000, well within the engine's minute columns. */
const FIRST_MINUTE = minuteOf(1900, 1, 1);
const LAST_MINUTE = minuteOf(6000, 1, 1);

/** A date that the engine's minute columns can hold. */
export function isDateInRange(minute: number): boolean {
  return minute >= FIRST_MINUTE && minute < LAST_MINUTE;
}

function part(pick: (date: ReturnType<typeof partsOf>) => number): FormulaFunction {
  return {
    parameters: ['date'],
    min: 1,
    max: 1,
    type: takes(['date'], 'number'),
    empties: 'null',
    apply: ([date]) => pick(partsOf(date as number)),
  };
}

function composeDate([year, month, day]: readonly FormulaValue[]): number | Fault {
  const parts = [year, month, day].map((value) => Math.trunc(value as number));
  const minute = minuteOf(parts[0], parts[1], parts[2]);
  const back = Number.isFinite(minute) && parts[0] >= 1900 ? partsOf(minute) : null;
  if (!back || back.month !== parts[1] || back.day !== parts[2]) return { fault: 'formula.bad_argument', parameters: { argument: 1 } };
  return checkedDate(minute);
}

function checkedDate(minute: number): number | Fault {
  return isDateInRange(minute) ? Math.round(minute) : { fault: 'formula.not_a_number' };
}

/** Date functions. Working days use the calendar of the formula's item. */
export const DATES = {
  date: { parameters: ['year', 'month', 'day'], min: 3, max: 3, type: takes(['numeric'], 'date'), empties: 'null', apply: composeDate },
  datadate: {
    parameters: [],
    min: 0,
    max: 0,
    type: () => 'date',
    empties: 'see',
    apply: (_values, surroundings) => surroundings.dataDate,
  },
  year: part((date) => date.year),
  quarter: part((date) => Math.ceil(date.month / 3)),
  month: part((date) => date.month),
  day: part((date) => date.day),
  weekday: part((date) => date.weekday),
  days: {
    parameters: ['from', 'to'],
    min: 2,
    max: 2,
    type: takes(['date'], 'number'),
    empties: 'null',
    apply: ([from, to]) => dayOf(to as number) - dayOf(from as number),
  },
  adddays: {
    parameters: ['date', 'days'],
    min: 2,
    max: 2,
    type: takes(['date', 'numeric'], 'date'),
    empties: 'null',
    apply: ([date, days]) => checkedDate((date as number) + (days as number) * MINUTES_PER_DAY),
  },
  workdays: {
    parameters: ['from', 'to'],
    min: 2,
    max: 2,
    type: takes(['date'], 'number'),
    empties: 'null',
    apply: ([from, to], { calendar }) =>
      calendar ? calendar.workingDaysBetween(from as number, to as number) : { fault: 'formula.no_calendar' },
  },
  addworkdays: {
    parameters: ['date', 'days'],
    min: 2,
    max: 2,
    type: takes(['date', 'numeric'], 'date'),
    empties: 'null',
    apply: ([date, days], { calendar }) => {
      if (!calendar) return { fault: 'formula.no_calendar' };
      if (Math.abs(days as number) > 1_000_000) return { fault: 'formula.not_a_number' };
      return checkedDate(calendar.addWorkingDays(date as number, days as number));
    },
  },
} satisfies Record<string, FormulaFunction>;
