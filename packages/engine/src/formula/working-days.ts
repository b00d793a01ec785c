import type { CompiledCalendar } from '../time/calendar.ts';
import { addWork, workBetween } from '../time/work.ts';
import type { FormulaCalendar } from './functions/define.ts';

/** A working-time calendar as formulas see it: in days of so many working minutes. */
export function formulaCalendar(calendar: CompiledCalendar, minutesPerDay: number): FormulaCalendar {
  const day = minutesPerDay > 0 ? minutesPerDay : 1440;
  return {
    workingDaysBetween: (from, to) => workBetween(calendar, from, to) / day,
    addWorkingDays: (from, days) => addWork(calendar, from, Math.round(days * day)),
  };
}
