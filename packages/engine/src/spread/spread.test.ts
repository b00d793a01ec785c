import { dayOf, parseMinute } from '@gantry/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRun } from '../testing/property-cases.ts';
import { compileCalendar } from '../time/calendar.ts';
import { spreadSeries } from './assignment.ts';
import type { SpreadDates, SpreadSource } from './assignment.ts';
import { CURVE_POINTS, isCurve } from './by-curve.ts';
import { amountOf, spreadLike, spreadOfDays, spreadOverSpan, totalOf } from './spread.ts';
import type { Spread, SpreadShape } from './spread.ts';

const at = (text: string) => parseMinute(text)!;
const day = (text: string) => dayOf(at(text));

/** Mondays to Thursdays eight hours, Fridays four, Wednesday 8 January off. */
const long = [
  { start: 480, finish: 720 },
  { start: 780, finish: 1020 },
];
const calendar = compileCalendar({
  week: [long, long, long, long, [{ start: 480, finish: 720 }], [], []],
  exceptions: [{ day: day('2025-01-08'), shifts: [] }],
});
const SPAN = { start: at('2025-01-06T08:00'), finish: at('2025-01-13T17:00'), calendar };

/** Values by day, `.` for a day with nothing: `10 5 . 2.5`. */
function drawn(spread: Spread): string {
  return [...spread.units].map((units) => (units === 0 ? '.' : amountOf(units, spread.decimals))).join(' ');
}

const double = Array.from({ length: CURVE_POINTS }, (_, i) => Math.min(100, i * 10));
const lump = Array.from({ length: CURVE_POINTS }, (_, i) => (i < 20 ? 40 : 100));

describe('over a span of Monday, Tuesday, Thursday, half a Friday and Monday', () => {
  const cases: [string, number, number, SpreadShape, string][] = [
    ['evenly by working time', 90, 2, { shape: 'evenly' }, '20 20 . 20 10 . . 20'],
    ['evenly with what rounding leaves spread, not gathered', 100, 0, { shape: 'evenly' }, '22 22 . 23 11 . . 22'],
    ['evenly to the cent', 100, 2, { shape: 'evenly' }, '22.22 22.22 . 22.23 11.11 . . 22.22'],
    ['a cent', 0.01, 2, { shape: 'evenly' }, '. . . 0.01 . . . .'],
    ['all on the first day', 90, 2, { shape: 'start' }, '90 . . . . . . .'],
    ['all on the last day', 90, 2, { shape: 'end' }, '. . . . . . . 90'],
    ['twice the rate on the first half', 90, 2, { shape: 'curve', curve: double }, '40 40 . 10 . . . .'],
    ['a curve that begins above 0 and ends with the rest', 90, 2, { shape: 'curve', curve: lump }, '36 . . . . . . 54'],
    ['evenly where the points are no curve', 90, 2, { shape: 'curve', curve: [1, 2, 3] }, '20 20 . 20 10 . . 20'],
    ['a negative amount mirrors the positive one', -100, 0, { shape: 'evenly' }, '-22 -22 . -23 -11 . . -22'],
  ];
  test.each(cases)('%s', (_name, amount, decimals, how, expected) => {
    const spread = spreadOverSpan(amount, decimals, SPAN, how);
    expect(drawn(spread)).toBe(expected);
    expect(spread.firstDay).toBe(day('2025-01-06'));
  });

  test('a span inside one day, without working time, and of no length', () => {
    const span = (start: string, finish: string) => ({ start: at(start), finish: at(finish), calendar });
    expect(drawn(spreadOverSpan(5, 0, span('2025-01-06T09:00', '2025-01-06T10:00'), { shape: 'evenly' }))).toBe('5');
    expect(drawn(spreadOverSpan(5, 0, span('2025-01-11T00:00', '2025-01-12T00:00'), { shape: 'evenly' }))).toBe('5');
    expect(drawn(spreadOverSpan(5, 0, span('2025-01-06T09:00', '2025-01-06T09:00'), { shape: 'end' }))).toBe('5');
  });

  test('a finish at midnight does not touch the next day', () => {
    expect(spreadOverSpan(4, 0, { ...SPAN, finish: at('2025-01-07T00:00') }, { shape: 'evenly' }).units).toHaveLength(1);
  });
});

describe('curves', () => {
  test.each([
    [double, true],
    [Array.from({ length: 21 }, (_, i) => i * 5), true],
    [Array.from({ length: 20 }, (_, i) => i * 5), false],
    [Array.from({ length: 21 }, (_, i) => (i === 3 ? 0 : i * 5)), false],
    [Array.from({ length: 21 }, () => 50), false],
    [Array.from({ length: 21 }, (_, i) => i * 5 - 1), false],
  ])('%j', (points, expected) => expect(isCurve(points)).toBe(expected));
});

describe('like given days', () => {
  test('cost follows volume and keeps its total', () => {
    const volume = spreadOfDays(
      new Map([
        [day('2025-01-06'), 1],
        [day('2025-01-07'), 1],
        [day('2025-01-09'), 1],
      ]),
      0,
    );
    expect(drawn(spreadLike(100, 2, volume))).toBe('33.33 33.34 . 33.33');
    expect(totalOf(spreadLike(100, 2, volume))).toBe(100);
  });
});

describe('plan, fact and remaining of a measure', () => {
  const source: SpreadSource = {
    planned: 90,
    actual: 30,
    remaining: 60,
    decimals: 0,
    how: { shape: 'evenly' },
    plannedDays: null,
    actualDays: null,
  };
  const dates: SpreadDates = {
    plannedStart: SPAN.start,
    plannedFinish: SPAN.finish,
    actualStart: at('2025-01-06T08:00'),
    actualFinish: null,
    earlyStart: at('2025-01-09T08:00'),
    earlyFinish: at('2025-01-13T17:00'),
    dataDate: at('2025-01-08'),
    calendar,
  };
  const series = (change: Partial<SpreadSource> = {}, when: Partial<SpreadDates> = {}) => {
    const { plan, fact, remaining } = spreadSeries({ ...source, ...change }, { ...dates, ...when });
    return [plan, fact, remaining].map(drawn);
  };

  test('plan over the planned span, fact evenly to the data date, the rest from there on', () => {
    expect(series()).toEqual(['20 20 . 20 10 . . 20', '15 15', '24 12 . . 24']);
  });

  test('recorded days are facts, whatever the sum says', () => {
    expect(series({ actualDays: new Map([[day('2025-01-07'), 12]]) })[1]).toBe('12');
  });

  test('a daily plan gives the form of the plan and of what is left', () => {
    const plannedDays = new Map([
      [day('2025-01-06'), 1],
      [day('2025-01-09'), 1],
      [day('2025-01-10'), 3],
    ]);
    expect(series({ plannedDays })).toEqual(['18 . . 18 54', '15 15', '15 45']);
    expect(series({ plannedDays, planned: 0 })[0]).toBe('1 . . 1 3');
  });

  test('a curve belongs to the whole duration: started work goes on evenly', () => {
    expect(series({ how: { shape: 'curve', curve: double } })[2]).toBe('24 12 . . 24');
    expect(series({ how: { shape: 'curve', curve: double } }, { actualStart: null })[2]).toBe('48 12 . . .');
  });

  test('nothing where dates or amounts are missing', () => {
    expect(series({ planned: 0, actual: 0, remaining: 0 })).toEqual(['', '', '']);
    expect(series({}, { plannedStart: null, actualStart: null, earlyStart: null })).toEqual(['', '', '']);
  });

  test('completed work has its fact up to the actual finish', () => {
    expect(series({}, { actualFinish: at('2025-01-06T17:00') })[1]).toBe('30');
  });
});

const shape: fc.Arbitrary<SpreadShape> = fc.oneof(
  fc.constantFrom<SpreadShape>({ shape: 'evenly' }, { shape: 'start' }, { shape: 'end' }),
  fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 20, maxLength: 20 }).map((steps): SpreadShape => {
    const sum = Math.max(
      1,
      steps.reduce((all, step) => all + step, 0),
    );
    let reached = 0;
    const curve = [0, ...steps.map((step) => Math.min(100, ((reached += step) * 100) / sum))];
    return { shape: 'curve', curve: steps.every((step) => step === 0) ? curve.map((_, i) => i * 5) : curve };
  }),
);

test('the days add up to the amount to the last digit, none has the other sign, days off have nothing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: 0, max: 6 }),
      fc.nat(40_000),
      fc.nat(80_000),
      shape,
      (units, decimals, from, length, how) => {
        const span = { start: SPAN.start + from, finish: SPAN.start + from + length, calendar };
        const amount = amountOf(units, decimals);
        const spread = spreadOverSpan(amount, decimals, span, how);
        expect(spread.units.reduce((sum, value) => sum + value, 0)).toBe(units);
        expect(totalOf(spread)).toBe(amount);
        for (const value of spread.units) expect(Math.sign(value) === 0 || Math.sign(value) === Math.sign(units)).toBe(true);
        const like = spreadLike(amount, decimals, spreadOverSpan(90, 3, span, how));
        expect(like.units.reduce((sum, value) => sum + value, 0)).toBe(units);
      },
    ),
    propertyRun('spreads add up'),
  );
});
