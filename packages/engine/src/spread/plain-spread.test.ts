import { dayOf, MINUTES_PER_DAY } from '@gantry/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRun } from '../testing/property-cases.ts';
import { FIRST_DAY, WORK_CALENDARS } from '../testing/started-work-chart.ts';
import { compileCalendar } from '../time/calendar.ts';
import { workBefore } from '../time/work.ts';
import { SHAPES } from './index.ts';
import { ownRoom, sharedRoom } from './room.ts';
import { amountOf, spreadOverSpan, unitsOf } from './spread.ts';
import type { Spread, SpreadShape, SpreadSpan } from './spread.ts';

/** The days of an amount, each asked of the calendar and rounded by itself. */
function plainly(amount: number, decimals: number, { start, finish, calendar }: SpreadSpan, how: SpreadShape): Spread {
  const total = unitsOf(amount, decimals);
  const before = workBefore(calendar, start);
  const worked = workBefore(calendar, finish) - before;
  const firstDay = dayOf(start);
  if (worked <= 0) return { firstDay, units: Float64Array.of(total), decimals };
  const units = new Float64Array(dayOf(finish - 1) - firstDay + 1);
  let [done, laid] = [0, 0];
  for (let day = 0; day < units.length; day++) {
    const here = Math.min(worked, workBefore(calendar, (firstDay + day + 1) * MINUTES_PER_DAY) - before);
    if (here === done) continue;
    const share = SHAPES[how.shape].cumulative(here / worked, how.shape === 'curve' ? how.curve : []);
    const after = here === worked ? total : Math.sign(total) * Math.round(Math.abs(total) * share);
    units[day] = after - laid;
    [done, laid] = [here, after];
  }
  return { firstDay, units, decimals };
}

const whole = ({ units, ...rest }: Spread) => ({ ...rest, units: Array.from(units, (value) => value + 0) });

const calendars = Object.values(WORK_CALENDARS).map((calendar) => compileCalendar(calendar));
const curve = fc
  .array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 20, maxLength: 20 })
  .map((points): SpreadShape => ({ shape: 'curve', curve: [...points.toSorted((one, other) => one - other), 100] }));
const how = fc.oneof(fc.constantFrom<SpreadShape>({ shape: 'evenly' }, { shape: 'start' }, { shape: 'end' }), curve);
/** Of a project, before and after the days that a calendar is compiled for, and where it can reach no more. */
const start = fc
  .oneof(fc.nat(30_000), fc.constantFrom(-20_000_000, 40_000_000, 1_439_998_000))
  .map((at) => FIRST_DAY * MINUTES_PER_DAY + at);
const days = fc.oneof({ weight: 9, arbitrary: fc.nat(90) }, fc.integer({ min: 500, max: 1200 }));

test('every day has what it has when it is counted by itself, in memory of its own and over the days of another', () => {
  const room = sharedRoom();
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -9, max: 9 })),
      fc.nat(4),
      start,
      days,
      fc.nat(1440),
      fc.constantFrom(...calendars),
      how,
      (units, decimals, from, length, minutes, calendar, shape) => {
        const span = { start: from, finish: from + length * MINUTES_PER_DAY + minutes, calendar };
        const amount = amountOf(units, decimals);
        const plain = whole(plainly(amount, decimals, span, shape));
        expect(whole(spreadOverSpan(amount, decimals, span, shape, room))).toEqual(plain);
        expect(whole(spreadOverSpan(amount / 3, 6, span, shape, ownRoom))).toEqual(whole(plainly(amount / 3, 6, span, shape)));
        expect(whole(spreadOverSpan(amount, decimals, span, shape))).toEqual(plain);
      },
    ),
    propertyRun('spreads by plain counting'),
  );
});

test('a share of an amount is rounded as by the language, however near to a half it is', () => {
  // Of two days of the same work the first has the share of the middle of the curve.
  const calendar = compileCalendar(WORK_CALENDARS['around']);
  const span = { start: FIRST_DAY * MINUTES_PER_DAY, finish: (FIRST_DAY + 2) * MINUTES_PER_DAY, calendar };
  const total = fc.oneof(
    fc.integer({ min: -99, max: 99 }),
    fc.maxSafeInteger(),
    fc.constantFrom(1, -1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 52 + 1),
  );
  const near = fc.tuple(fc.nat(98), fc.constantFrom(0, 1, -1, 2)).map(([at, steps]) => (at + 0.5 + steps * 2 ** -47) / 99);
  const share = fc.oneof(near, fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 0.5 - 2 ** -54, 0.5 + 2 ** -53, 1));
  fc.assert(
    fc.property(total, share, (units, middle) => {
      const curve = Array.from({ length: 21 }, (_, at) => (at < 10 ? 0 : at === 10 ? 100 * middle : 100));
      const how: SpreadShape = { shape: 'curve', curve };
      expect(whole(spreadOverSpan(units, 0, span, how))).toEqual(whole(plainly(units, 0, span, how)));
    }),
    propertyRun('rounding of shares', 2000),
  );
});

test('memory is shared by spreads of any length, and a long one has its own', () => {
  const room = sharedRoom();
  expect(room(3).buffer).toBe(room(40).buffer);
  expect(room(100_000)).toHaveLength(100_000);
});
