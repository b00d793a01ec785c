import { DURATION_RULES, type Norm, type NormCoefficient, NORM_PARTS } from '@gantry/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRun } from '../testing/property-cases.ts';
import { amountsByNorm, amountsOfResource, coefficientOf, durationByNorm, normUnits, sumOfMoney } from './norms.ts';
import { dividedBy, type Ratio, ratioOf, rounded, roundedUp, times } from './ratio.ts';
import { readUnit, unitRatio } from './units.ts';

const plaster: Norm = { unit: '100 m2', labourHours: 65.4, machineHours: 3.1, outputPerDay: 0.8, price: 1204.05 };
const units = (volume: number, unit = 'm2') => normUnits(volume, unit, plaster.unit) as Ratio;
const crew = (size: number, minutesPerDay = 480) => ({ size, minutesPerDay });

describe('drawn cases', () => {
  test('1,250 m² of plaster by a norm of 100 m²', () => {
    expect(amountsByNorm(plaster, units(1250), [])).toEqual({ units: 12.5, labourHours: 817.5, machineHours: 38.75, cost: 15050.63 });
    expect(durationByNorm('labour', plaster, units(1250), [], crew(5))).toBe(9810);
    expect(durationByNorm('machine', plaster, units(1250), [], crew(1))).toBe(2325);
    // 12.5 / 0.8 = 15.625 days of 8 hours.
    expect(durationByNorm('output', plaster, units(1250), [], crew(1))).toBe(7500);
    expect(durationByNorm('output', plaster, units(1250), [], crew(2, 600))).toBe(4688);
    expect(durationByNorm('none', plaster, units(1250), [], crew(1))).toBeNull();
    expect(durationByNorm('output', { ...plaster, outputPerDay: null }, units(1), [], crew(1))).toBeNull();
  });

  test('coefficients multiply in their chain; each works on what it names', () => {
    const chain: NormCoefficient[] = [
      { target: 'consumption', labour: 1.15 },
      { target: 'consumption', all: 1.1, material: 1 },
      { target: 'cost', all: 1.04 },
    ];
    expect(rounded(coefficientOf(chain, 'consumption', 'labour'), 6)).toBe(1.265);
    expect(rounded(coefficientOf(chain, 'consumption', 'material'), 6)).toBe(1);
    expect(rounded(coefficientOf(chain, 'consumption', 'equipment'), 6)).toBe(1.1);
    expect(amountsOfResource({ part: 'labour', quantity: 0.1, price: 3 }, ratioOf(3), chain)).toEqual({ units: 0.3795, cost: 1.18 });
  });

  test('what doubles would lose is kept: 0.1 three times, a third, halves of a kopeck', () => {
    expect(sumOfMoney([0.1, 0.1, 0.1, -0.3])).toBe(0);
    expect(amountsOfResource({ part: 'material', quantity: 1.005, price: 1 }, ratioOf(1), []).cost).toBe(1.01);
    expect(rounded(dividedBy(ratioOf(1), ratioOf(3)), 6)).toBe(0.333333);
    expect(roundedUp(dividedBy(ratioOf(1), ratioOf(3)))).toBe(1);
  });

  test.each([
    ['100 м2', 100, 'м2'],
    ['1 000 шт', 1000, 'шт'],
    ['0,5 t', 0.5, 't'],
    ['100 x m³', 100, 'm³'],
    ['компл.', 1, 'компл.'],
    ['', 1, ''],
    ['0 m', 1, 'm'],
  ])('reads the unit %s', (text, factor, sign) => expect(readUnit(text)).toEqual({ factor, sign }));

  test.each([
    ['m2', '100 м2', 0.01],
    ['100 м²', 'm2', 100],
    ['ha', '1000 m2', 10],
    ['t', 'kg', 1000],
    ['чел.-ч', 'h', 1],
    ['шт.', '10 pcs', 0.1],
    ['beam', '10 Beam', 0.1],
  ])('%s in %s', (from, to, ratio) => expect(rounded(unitRatio(from, to) as Ratio, 6)).toBe(ratio));

  test.each([
    ['m2', 'm3'],
    ['pcs', 'set'],
    ['beam', 'pcs'],
  ])('%s is not so many %s', (from, to) => expect(unitRatio(from, to)).toBeNull());
});

const anyNumber = fc.oneof(fc.double(), fc.constantFrom(0, -0, -1, 1e-300, 1e300, Number.NaN, Infinity));
const decimal = fc.integer({ min: 0, max: 10_000_000 }).map((value) => value / 1000);
const anyNorm = (numbers: fc.Arbitrary<number>): fc.Arbitrary<Norm> =>
  fc.record({ unit: fc.constant('10 m2'), labourHours: numbers, machineHours: numbers, outputPerDay: fc.option(numbers), price: numbers });
const coefficient = (numbers: fc.Arbitrary<number>): fc.Arbitrary<NormCoefficient> =>
  fc.record(
    {
      target: fc.constantFrom('cost', 'consumption'),
      labour: fc.option(numbers),
      equipment: fc.option(numbers),
      material: fc.option(numbers),
      all: fc.option(numbers),
    },
    { requiredKeys: ['target'] },
  );
const chainOf = (numbers: fc.Arbitrary<number>) => fc.array(coefficient(numbers), { maxLength: 5 });

describe('properties', () => {
  test('any numbers give finite amounts that are not negative', () => {
    fc.assert(
      fc.property(anyNorm(anyNumber), anyNumber, chainOf(anyNumber), anyNumber, anyNumber, (norm, volume, chain, size, minutesPerDay) => {
        const wanted = normUnits(volume, 'm2', norm.unit) as Ratio;
        const amounts = amountsByNorm(norm, wanted, chain);
        for (const part of NORM_PARTS)
          Object.assign(amounts, { [part]: amountsOfResource({ part, quantity: norm.price, price: volume }, wanted, chain).cost });
        for (const value of Object.values(amounts)) expect(Number.isFinite(value) && value >= 0).toBe(true);
        for (const rule of DURATION_RULES) {
          const minutes = durationByNorm(rule, norm, wanted, chain, { size, minutesPerDay });
          if (minutes !== null) expect(Number.isSafeInteger(minutes) && minutes >= 0).toBe(true);
        }
      }),
      propertyRun('norms of any numbers'),
    );
  });

  test('more volume never takes less', () => {
    fc.assert(
      fc.property(anyNorm(decimal), decimal, decimal, chainOf(decimal), (norm, volume, more, chain) => {
        const [less, all] = [volume, volume + more].map((one) => normUnits(one, 'm2', norm.unit) as Ratio);
        const [before, after] = [amountsByNorm(norm, less, chain), amountsByNorm(norm, all, chain)];
        for (const key of ['units', 'labourHours', 'machineHours', 'cost'] as const) expect(after[key]).toBeGreaterThanOrEqual(before[key]);
        for (const rule of DURATION_RULES)
          expect(durationByNorm(rule, norm, all, chain, crew(3)) ?? 0).toBeGreaterThanOrEqual(
            durationByNorm(rule, norm, less, chain, crew(3)) ?? 0,
          );
      }),
      propertyRun('norms grow with the volume'),
    );
  });

  test('so many times the volume take so many times the amounts, to the last digit', () => {
    fc.assert(
      fc.property(anyNorm(decimal), decimal, fc.integer({ min: 1, max: 1000 }), (norm, volume, count) => {
        const one = normUnits(volume, 'm2', norm.unit) as Ratio;
        const many = times(one, ratioOf(count));
        // Compared before rounding: a digit further than any input has.
        const exact = (wanted: Ratio) => times(times(wanted, ratioOf(norm.labourHours)), ratioOf(1));
        expect(rounded(exact(many), 12)).toBe(rounded(times(exact(one), ratioOf(count)), 12));
        expect(amountsByNorm(norm, many, []).labourHours).toBe(rounded(times(exact(one), ratioOf(count)), 6));
      }),
      propertyRun('norms are linear in the volume'),
    );
  });

  test('the unit of the volume does not change what it takes, and back is where it came from', () => {
    fc.assert(
      fc.property(
        anyNorm(decimal),
        decimal,
        fc.constantFrom(['m2', '100 m2', 100], ['m2', 'ha', 10_000], ['100 м²', 'm2', 0.01]),
        (norm, volume, [from, to, each]) => {
          const here = normUnits(volume * 1, from, norm.unit) as Ratio;
          const there = times(normUnits(volume, to, norm.unit) as Ratio, dividedBy(ratioOf(1), ratioOf(each)));
          expect(amountsByNorm(norm, here, [])).toEqual(amountsByNorm(norm, there, []));
          const round = times(unitRatio(from, to) as Ratio, unitRatio(to, from) as Ratio);
          expect(round).toEqual({ over: 1n, under: 1n });
        },
      ),
      propertyRun('units convert both ways'),
    );
  });

  test('the order of coefficients does not matter to what they come to', () => {
    fc.assert(
      fc.property(anyNorm(decimal), decimal, chainOf(decimal), (norm, volume, chain) => {
        const wanted = normUnits(volume, 'm2', norm.unit) as Ratio;
        expect(amountsByNorm(norm, wanted, chain.toReversed())).toEqual(amountsByNorm(norm, wanted, chain));
      }),
      propertyRun('coefficients commute'),
    );
  });
});
