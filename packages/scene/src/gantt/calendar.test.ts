import type { PlanCalendar, Shift } from '@gantry/domain';
import { dayOf, minuteOf } from '@gantry/domain';
import { expect, it } from 'vitest';
import { calendarDays, isDayOff } from './calendar.ts';

const SHIFT: Shift[] = [{ start: 480, finish: 1020 }];

it('days off: the week, with exceptions both ways', () => {
  const plan: PlanCalendar = {
    id: 1,
    name: 'Five days',
    week: [SHIFT, SHIFT, SHIFT, SHIFT, SHIFT, [], []],
    baseId: null,
    minutesPerDay: 480,
    minutesPerWeek: 2400,
    minutesPerMonth: 9600,
    minutesPerYear: 115_200,
    isDefault: true,
    exceptions: [
      { day: dayOf(minuteOf(2026, 6, 12)), shifts: [] },
      { day: dayOf(minuteOf(2026, 6, 13)), shifts: SHIFT },
      { day: dayOf(minuteOf(2026, 6, 14)), shifts: [] },
      { day: dayOf(minuteOf(2026, 6, 11)), shifts: [{ start: 480, finish: 960 }] },
    ],
  };
  const calendar = calendarDays(plan);
  const off = Array.from({ length: 14 }, (_, index) => index + 8).filter((day) => isDayOff(calendar, dayOf(minuteOf(2026, 6, day))));
  expect(off).toEqual([12, 14, 20, 21]);
});
