import type { PlanCalendar, Shift } from '@gantry/domain';
import type { XmlWriter } from '../../xml/write-elements.ts';
import { xmlClock, xmlDate } from './units.ts';

/** Writes a calendar with all that it inherits. */
export function writeCalendar(calendar: PlanCalendar, uid: number, xml: XmlWriter): void {
  const times = (shifts: readonly Shift[]): void => {
    xml.put('DayWorking', shifts.length > 0);
    if (shifts.length === 0) return;
    xml.open('WorkingTimes');
    for (const shift of shifts) {
      xml.open('WorkingTime');
      xml.put('FromTime', xmlClock(shift.start));
      xml.put('ToTime', xmlClock(shift.finish));
      xml.close();
    }
    xml.close();
  };
  xml.open('Calendar');
  xml.put('UID', uid);
  xml.put('Name', calendar.name);
  xml.put('IsBaseCalendar', true);
  xml.put('BaseCalendarUID', -1);
  xml.open('WeekDays');
  [6, 0, 1, 2, 3, 4, 5].forEach((weekday, i) => {
    xml.open('WeekDay');
    xml.put('DayType', i + 1);
    times(calendar.week[weekday]);
    xml.close();
  });
  xml.close();
  xml.open('Exceptions');
  for (const { day, shifts } of calendar.exceptions) {
    xml.open('Exception');
    xml.put('EnteredByOccurrences', false);
    xml.open('TimePeriod');
    xml.put('FromDate', xmlDate(day * 1440));
    xml.put('ToDate', xmlDate(day * 1440 + 1439));
    xml.close();
    xml.put('Occurrences', 1);
    xml.put('Type', 1);
    times(shifts);
    xml.close();
  }
  xml.close();
  xml.close();
}
