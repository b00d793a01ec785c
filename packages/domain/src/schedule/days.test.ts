import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeDays, daysChanged, type DayRun, differingDays, packDays, rowOfDays, runOfDays, unpackDays } from './days.ts';

const value = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((units) => units / 10 ** (Math.abs(units) % 7)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
  fc.constantFrom(1e12, -1e12, 0.1 + 0.2, 1 / 3, 1e-7, 5e-324),
);
const run = fc
  .record({
    firstDay: fc.integer({ min: -5000, max: 40_000 }),
    values: fc.array(fc.option(value, { freq: 2 }), { minLength: 1, maxLength: 60 }),
  })
  .map(({ firstDay, values }) =>
    changeDays(
      null,
      values.map((one, at) => [firstDay + at, one] as const),
    ),
  );
const changes = fc.uniqueArray(fc.tuple(fc.integer({ min: -10, max: 30 }), fc.option(value)), { selector: ([day]) => day, maxLength: 12 });
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\n');

describe('packed days', () => {
  test('are read again as they were, from bytes and from base64', () => {
    fc.assert(
      fc.property(run, (days) => {
        if (!days) return;
        const bytes = packDays(days);
        expect(unpackDays(bytes)).toEqual(days);
        expect(runOfDays(base64(bytes))).toEqual(days);
      }),
      { numRuns: 500 },
    );
  });

  test('of a site take about two bytes a day, a run of empty days one', () => {
    const values = Array.from({ length: 200 }, (_, at) => (at % 7 > 4 ? null : Math.round((40 + 12 * Math.sin(at * 7.3)) * 10) / 10));
    expect(packDays({ firstDay: 12_850, values: values.slice(0, 199) }).length).toBeLessThan(430);
    expect(packDays({ firstDay: 12_850, values: [1, ...Array.from({ length: 60 }, () => null), 1] })).toHaveLength(8);
  });

  test('of many digits are kept to the last bit', () => {
    for (const odd of [0.1 + 0.2, 1 / 3, 1e-7, 2 ** 53, -1e300])
      expect(unpackDays(packDays({ firstDay: 1, values: [1, null, odd] })).values[2]).toBe(odd);
  });

  test('of an unknown form are refused', () => expect(() => unpackDays(Uint8Array.of(9, 0, 0))).toThrow('unknown form'));
});

describe('changed days', () => {
  test.each([
    [null, { 5: 1 }, { firstDay: 5, values: [1] }],
    [{ firstDay: 5, values: [1] }, { 8: 2 }, { firstDay: 5, values: [1, null, null, 2] }],
    [{ firstDay: 5, values: [1, null, 2] }, { 5: null }, { firstDay: 7, values: [2] }],
    [{ firstDay: 5, values: [1] }, { 5: null }, null],
    [{ firstDay: 5, values: [1] }, { 5: 0 }, { firstDay: 5, values: [0] }],
    [
      { firstDay: 5, values: [1] },
      { 900: null, '-900': null },
      { firstDay: 5, values: [1] },
    ],
    [null, { 5: null }, null],
  ] as [DayRun | null, Record<string, number | null>, DayRun | null][])('%j by %j are %j', (before, by, after) =>
    expect(changeDays(before, daysChanged(by))).toEqual(after),
  );

  test('and what they change back are inverse, whatever they are', () => {
    fc.assert(
      fc.property(changes, changes, (first, second) => {
        const [before, after] = [changeDays(null, first), changeDays(changeDays(null, first), second)];
        const changed = differingDays(before, after);
        expect(changeDays(before, daysChanged(changed.after))).toEqual(after);
        expect(changeDays(after, daysChanged(changed.before))).toEqual(before);
      }),
    );
  });

  test('stand in a row with what is known of them in short', () =>
    expect(rowOfDays({ firstDay: 5, values: [1, null, 2, 0] })).toMatchObject({ firstDay: 5, lastDay: 8, lastAmountDay: 7, total: 3 }));
});
