import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRun } from '../testing/property-cases.ts';
import { WORK_CALENDARS, drawnWork, workCalendar } from '../testing/started-work-chart.ts';
import { workBetween } from '../time/work.ts';
import { forecastStartedWork } from './forecast.ts';

test('on every calendar the forecast counts in its working time and moves the rest only forward', () => {
  const names = Object.keys(WORK_CALENDARS);
  const any = fc.record({
    calendar: fc.constantFrom(...names),
    D: fc.integer({ min: 0, max: 40 }),
    p: fc.integer({ min: 0, max: 20 }).map((part) => part / 20),
    startHour: fc.integer({ min: 0, max: 23 }),
    dataHour: fc.integer({ min: 0, max: 23 }),
  });
  fc.assert(
    fc.property(any, fc.nat(6), fc.nat(6), (drawn, startDay, dataDay) => {
      const dates = startDay === dataDay ? ' '.repeat(startDay) + 'B' : mark(startDay, dataDay);
      const work = drawnWork(drawn, `dates ${dates}`);
      const forecast = forecastStartedWork(work, 1);
      const calendar = workCalendar(drawn.calendar);
      const left = Math.round(drawn.D * 480 * (1 - drawn.p));
      expect(forecast.remainingMinutes).toBe(left);
      expect(forecast.resume).toBeGreaterThanOrEqual(Math.max(work.start, work.dataDate));
      expect(workBetween(calendar, forecast.resume, forecast.resume + 1)).toBe(1);
      if (left > 0) expect(workBetween(calendar, forecast.resume, forecast.finish)).toBe(left);
      else expect(workBetween(calendar, forecast.finish, forecast.resume)).toBe(0);
    }),
    propertyRun('progress on calendars'),
  );
});

function mark(start: number, data: number): string {
  const cells = Array(7).fill(' ');
  cells[start] = 'S';
  cells[data] = 'D';
  return cells.join('');
}
