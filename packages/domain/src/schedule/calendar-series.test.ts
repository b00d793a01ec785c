import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  type CalendarSeries,
  exceptionsOfSeries,
  hasTooManyExceptions,
  MOST_EXCEPTIONS,
  paintDays,
  readDay,
  SERIES_REPEATS,
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

describe('occurrences that reach into the next one', () => {
  /** Each occurrence by itself, as it follows when the series is cut at the day before it. */
  const oneByOne = (list: readonly CalendarSeries[]) => {
    const days = new Map<number, CalendarSeries['shifts']>();
    for (const one of list) {
      const length = (readDay(one.to) as number) - (readDay(one.from) as number);
      for (const { day: start } of exceptionsOfSeries([{ ...one, to: one.from, shifts: [] }]))
        for (let day = start; day <= start + length; day += 1)
          if (one.shifts === null) days.delete(day);
          else days.set(day, one.shifts);
    }
    return [...days].sort(([a], [b]) => a - b).map(([day, shifts]) => ({ day, shifts }));
  };

  test('give the days that they give one by one', () => {
    const drawn = fc
      .record({
        first: fc.nat(40),
        length: fc.oneof(fc.nat(2), fc.nat(20), fc.nat(400)),
        repeat: fc.constantFrom(...SERIES_REPEATS),
        every: fc.integer({ min: 1, max: 3 }),
        until: fc.constantFrom('2025-03-01', '2027-02-28'),
        shifts: fc.constantFrom([], HALF, null),
      })
      .map(({ first, length, ...more }) => {
        const from = (readDay('2025-01-28') as number) + first;
        return series(writeDay(from), { ...more, to: writeDay(from + length) });
      });
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 4 }), (list) => {
        expect(exceptionsOfSeries(list)).toEqual(oneByOne(list));
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  test('name each day once', () => {
    const set = vi.spyOn(Map.prototype, 'set');
    try {
      const days = exceptionsOfSeries([series('2020-01-01', { to: '2020-12-31', repeat: 'weekly' })]);
      expect(set.mock.calls).toHaveLength(days.length);
    } finally {
      set.mockRestore();
    }
  });
});

describe('a calendar may have many exceptions, but not any number', () => {
  const years = series('1990-01-01', { to: '1990-12-31', repeat: 'weekly' });
  test.each([
    ['thousands of single days', Array.from({ length: 2000 }, () => series('2025-05-01')), false],
    ['every day of sixty years', [years], false],
    ['the same again and again', Array.from({ length: 5 }, () => years), true],
    ['every day since the year 100', [series('0100-01-01', { to: '0101-01-01', repeat: 'weekly' })], true],
    ['a step that no date follows', [series('2025-05-01', { repeat: 'monthly', every: 1e308 })], false],
  ] as const)('%s', (_what, list, tooMany) => expect(hasTooManyExceptions(list)).toBe(tooMany));

  test('the bound itself is not too many', () => {
    const whole = Math.floor(MOST_EXCEPTIONS / 366);
    const list = Array.from({ length: whole }, () => series('2024-01-01', { to: '2024-12-31' }));
    const rest = MOST_EXCEPTIONS - whole * 366;
    const last = (days: number) => series('2024-01-01', { to: writeDay((readDay('2024-01-01') as number) + days - 1) });
    expect([hasTooManyExceptions([...list, last(rest)]), hasTooManyExceptions([...list, last(rest + 1)])]).toEqual([false, true]);
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
