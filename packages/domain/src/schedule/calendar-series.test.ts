import { describe, expect, test } from 'vitest';
import {
  type CalendarSeries,
  exceptionsOfSeries,
  paintDays,
  readDay,
  seriesOfExceptions,
  unitsOfWeek,
  writeDay,
} from './calendar-series.ts';

const HALF = [{ start: 540, finish: 780 }];
const series = (from: string, more: Partial<CalendarSeries> = {}): CalendarSeries => ({
  name: '',
  from,
  to: from,
  repeat: 'none',
  every: 1,
  until: null,
  shifts: [],
  ...more,
});
const daysOf = (...list: CalendarSeries[]): string[] => exceptionsOfSeries(list).map(({ day }) => writeDay(day));

describe('series become days', () => {
  test.each([
    ['a span', series('2025-05-01', { to: '2025-05-03' }), ['2025-05-01', '2025-05-02', '2025-05-03']],
    [
      'weekly, every second',
      series('2025-01-04', { repeat: 'weekly', every: 2, until: '2025-02-01' }),
      ['2025-01-04', '2025-01-18', '2025-02-01'],
    ],
    ['monthly on the 31st', series('2025-01-31', { repeat: 'monthly', until: '2025-05-31' }), ['2025-01-31', '2025-03-31', '2025-05-31']],
    ['yearly on 29 February', series('2024-02-29', { repeat: 'yearly', until: '2032-12-31' }), ['2024-02-29', '2028-02-29', '2032-02-29']],
    [
      'yearly over the turn',
      series('2024-12-31', { to: '2025-01-01', repeat: 'yearly', until: '2025-12-31' }),
      ['2024-12-31', '2025-01-01', '2025-12-31', '2026-01-01'],
    ],
  ] as const)('%s', (_what, one, days) => expect(daysOf(one)).toEqual(days));

  test('one without an end ends with 2049', () => {
    const days = daysOf(series('2025-01-01', { repeat: 'yearly' }));
    expect([days.length, days.at(-1)]).toEqual([25, '2049-01-01']);
  });

  test('the later of two rules; one that says as the week takes the day back', () => {
    const list = [
      series('2025-05-01', { repeat: 'yearly', until: '2026-12-31' }),
      series('2025-05-01', { shifts: HALF }),
      series('2026-05-01', { shifts: null }),
    ];
    expect(exceptionsOfSeries(list)).toEqual([{ day: readDay('2025-05-01'), shifts: HALF }]);
  });
});

test('days become spans again', () => {
  const days = exceptionsOfSeries([series('2025-05-01', { to: '2025-05-04' }), series('2025-05-03', { shifts: HALF })]);
  expect(seriesOfExceptions(days).map(({ from, to, shifts }) => [from, to, shifts])).toEqual([
    ['2025-05-01', '2025-05-02', []],
    ['2025-05-03', '2025-05-03', HALF],
    ['2025-05-04', '2025-05-04', []],
  ]);
});

describe('painting', () => {
  const day = (text: string): number => readDay(text) as number;
  test('cuts what lay under it', () => {
    const painted = paintDays([series('2025-05-01', { to: '2025-05-05', name: 'May' })], day('2025-05-02'), day('2025-05-03'), HALF);
    expect(painted.map(({ name, from, to }) => [name, from, to])).toEqual([
      ['May', '2025-05-01', '2025-05-01'],
      ['May', '2025-05-04', '2025-05-05'],
      ['', '2025-05-02', '2025-05-03'],
    ]);
  });
  test('as the week leaves nothing behind, unless a repetition lies there', () => {
    expect(paintDays([series('2025-05-01')], day('2025-05-01'), day('2025-05-01'), null)).toEqual([]);
    const yearly = series('2024-05-01', { repeat: 'yearly' });
    const painted = paintDays([yearly], day('2025-05-01'), day('2025-05-01'), null);
    expect(painted).toHaveLength(2);
    expect(daysOf(...painted)).not.toContain('2025-05-01');
    expect(daysOf(...painted)).toContain('2026-05-01');
  });
});

test('the units of a week are those of its usual day', () => {
  const long = [{ start: 480, finish: 1020 }];
  expect(unitsOfWeek([long, long, long, long, HALF, [], []])).toEqual({
    minutesPerDay: 540,
    minutesPerWeek: 2400,
    minutesPerMonth: 9600,
    minutesPerYear: 115_200,
  });
  expect(unitsOfWeek([[], [], [], [], [], [], []]).minutesPerDay).toBe(480);
});

test.each(['2025-02-30', '2025-13-01', '01.05.2025', ''])('%j is no day', (text) => expect(readDay(text)).toBeNull());
