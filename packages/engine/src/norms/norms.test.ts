import { DURATION_RULES, type DurationRule, type Norm, type NormCoefficient, NORM_PARTS } from '@gantry/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRun } from '../testing/property-cases.ts';
import { coefficientOf, type NormNode, type NormWork, sumOfMoney, workByNorm } from './norms.ts';
import { dividedBy, type Ratio, ratioOf, rounded, roundedUp, times } from './ratio.ts';
import { readUnit, unitRatio } from './units.ts';

const norm = (unit: string, more: Partial<Norm> = {}): Norm => ({
  unit,
  labourHours: 0,
  machineHours: 0,
  outputPerDay: null,
  price: 0,
  ...more,
});
const node = (given: Norm, more: Partial<NormNode> = {}): NormNode => ({
  norm: given,
  part: null,
  quantity: 1,
  coefficients: [],
  children: [],
  ...more,
});
const crew = (rule: DurationRule, size = 1, minutesPerDay = 480) => ({ size, rule, minutesPerDay });
const plaster = norm('100 m2', { labourHours: 65.4, machineHours: 3.1, outputPerDay: 0.8, price: 1204.05 });
const minutes = (volume: number, rule: DurationRule, size = 1, day = 480) =>
  workByNorm(node(plaster), volume, 'm2', crew(rule, size, day))?.minutes;

describe('drawn cases', () => {
  test('1,250 m² of plaster by a norm of 100 m²', () => {
    expect(workByNorm(node(plaster), 1250, 'm2', crew('labour', 5))).toEqual({
      work: { units: 12.5, labourHours: 817.5, machineHours: 38.75, cost: 15050.63, children: [] },
      minutes: 9810,
    });
    expect(minutes(1250, 'machine')).toBe(2325);
    // 12.5 / 0.8 = 15.625 days of 8 hours.
    expect(minutes(1250, 'output')).toBe(7500);
    expect(minutes(1250, 'output', 2, 600)).toBe(4688);
    expect(minutes(1250, 'none')).toBeNull();
    expect(workByNorm(node(norm('m2')), 5, 'm2', crew('output'))?.minutes).toBeNull();
    expect(workByNorm(node(norm('m2')), 5, 'm3', crew('labour'))).toBeNull();
    expect(workByNorm(node(norm('100 m2')), 250, '', crew('labour'))?.work.units).toBe(2.5);
  });

  test('a work type brings a norm, the norm its crew, machine and material; coefficients work on all below', () => {
    const resource = (part: 'labour' | 'equipment' | 'material', unit: string, quantity: number, price: number) =>
      node(norm(unit, { price }), { part, quantity });
    const concrete = node(norm('m3'), {
      coefficients: [{ target: 'consumption', labour: 1.15 }],
      children: [
        node(norm('100 m3'), {
          quantity: 0.01,
          coefficients: [{ target: 'cost', all: 1.04 }],
          children: [
            resource('labour', 'man-h', 220, 10),
            resource('equipment', 'mach-h', 18.5, 95.5),
            resource('material', 'm3', 101.5, 120),
          ],
        }),
      ],
    });
    const done = workByNorm(concrete, 40, 'm3', crew('labour', 4));
    expect(done?.work.children[0].children).toEqual([
      { units: 101.2, labourHours: 101.2, machineHours: 0, cost: 1052.48, children: [] },
      { units: 7.4, labourHours: 0, machineHours: 7.4, cost: 734.97, children: [] },
      { units: 40.6, labourHours: 0, machineHours: 0, cost: 5066.88, children: [] },
    ]);
    expect(done?.work).toMatchObject({ units: 40, labourHours: 101.2, machineHours: 7.4, cost: 0 });
    expect(done?.minutes).toBe(1518);
    expect(workByNorm(concrete, 40, 'm3', crew('machine'))?.minutes).toBe(444);
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
  });

  test('what doubles would lose is kept: 0.1 three times, a third, halves of a kopeck', () => {
    expect(sumOfMoney([0.1, 0.1, 0.1, -0.3])).toBe(0);
    expect(workByNorm(node(norm('m', { price: 1.005 })), 1, 'm', crew('none'))?.work.cost).toBe(1.01);
    expect(workByNorm(node(norm('3 m', { labourHours: 2 })), 1, 'm', crew('labour'))?.minutes).toBe(40);
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

const anyNumber = fc.oneof(fc.double(), fc.constantFrom(0, -0, -1, 1e-300, 1e300, 1e-21, Number.NaN, Infinity));
const decimal = fc.integer({ min: 0, max: 10_000_000 }).map((value) => value / 1000);
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
/** Norms of a few layers, as relations of directories make them. */
const treeOf = (numbers: fc.Arbitrary<number>): fc.Arbitrary<NormNode> =>
  fc.letrec<{ tree: NormNode }>((tie) => ({
    tree: fc.record({
      norm: fc.record({
        unit: fc.constantFrom('10 m2', 'h', '3 pcs'),
        labourHours: numbers,
        machineHours: numbers,
        outputPerDay: fc.option(numbers),
        price: numbers,
      }),
      part: fc.option(fc.constantFrom(...NORM_PARTS)),
      quantity: numbers,
      coefficients: fc.array(coefficient(numbers), { maxLength: 3 }),
      children: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 2 })),
    }),
  })).tree;
const amountsOf = ({ children, ...own }: NormWork): number[] => [
  ...Object.values(own as Record<string, number>),
  ...children.flatMap(amountsOf),
];
const asTop = (tree: NormNode): NormNode => ({ ...tree, norm: { ...tree.norm, unit: '10 m2' } });

describe('properties', () => {
  test('any numbers give finite amounts that are not negative', () => {
    fc.assert(
      fc.property(treeOf(anyNumber), anyNumber, anyNumber, anyNumber, (tree, volume, size, minutesPerDay) => {
        for (const rule of DURATION_RULES) {
          const done = workByNorm(asTop(tree), volume, 'm2', { size, rule, minutesPerDay });
          for (const value of amountsOf(done?.work as NormWork)) expect(Number.isFinite(value) && value >= 0).toBe(true);
          if (done?.minutes != null) expect(Number.isSafeInteger(done.minutes) && done.minutes >= 0).toBe(true);
        }
      }),
      propertyRun('norms of any numbers'),
    );
  });

  test('more volume never takes less', () => {
    fc.assert(
      fc.property(treeOf(decimal), decimal, decimal, fc.constantFrom(...DURATION_RULES), (tree, volume, more, rule) => {
        const [before, after] = [volume, volume + more].map((one) => workByNorm(asTop(tree), one, 'm2', crew(rule, 3)));
        const later = amountsOf(after?.work as NormWork);
        for (const [index, value] of amountsOf(before?.work as NormWork).entries()) expect(later[index]).toBeGreaterThanOrEqual(value);
        expect(after?.minutes ?? 0).toBeGreaterThanOrEqual(before?.minutes ?? 0);
      }),
      propertyRun('norms grow with the volume'),
    );
  });

  test('so many times the volume take so many times the amounts, up to the last rounding', () => {
    fc.assert(
      fc.property(treeOf(decimal), decimal, fc.integer({ min: 1, max: 100 }), (tree, volume, count) => {
        const one = amountsOf(workByNorm(asTop(tree), volume, 'm2', crew('none'))?.work as NormWork);
        const many = amountsOf(workByNorm(asTop(tree), Number((volume * count).toFixed(3)), 'm2', crew('none'))?.work as NormWork);
        for (const [index, value] of one.entries())
          expect(Math.abs(many[index] - value * count)).toBeLessThanOrEqual(count * 0.005001 + Math.abs(many[index]) * 1e-12);
      }),
      propertyRun('norms are linear in the volume'),
    );
  });

  test('the unit of the volume does not change what it takes, and back is where it came from', () => {
    fc.assert(
      fc.property(treeOf(decimal), fc.integer({ min: 0, max: 100_000 }), (tree, volume) => {
        const [here, there] = [
          workByNorm(asTop(tree), volume * 100, 'm2', crew('labour')),
          workByNorm(asTop(tree), volume, '100 м²', crew('labour')),
        ];
        expect(here).toEqual(there);
        for (const [from, to] of [
          ['ha', 'm2'],
          ['kg', 't'],
          ['шт', '10 pcs'],
        ])
          expect(times(unitRatio(from, to) as Ratio, unitRatio(to, from) as Ratio)).toEqual({ over: 1n, under: 1n });
      }),
      propertyRun('units convert both ways'),
    );
  });

  test('the order of coefficients does not matter to what they come to', () => {
    fc.assert(
      fc.property(treeOf(decimal), decimal, (tree, volume) => {
        const turned = { ...tree, coefficients: tree.coefficients.toReversed() };
        expect(workByNorm(asTop(turned), volume, 'm2', crew('labour'))).toEqual(workByNorm(asTop(tree), volume, 'm2', crew('labour')));
      }),
      propertyRun('coefficients commute'),
    );
  });
});
