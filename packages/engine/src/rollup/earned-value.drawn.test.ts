import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { table } from '../testing/picture.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { earnedValue, sumEarnedValue } from './earned-value.ts';
import type { EarnedValueInput, EstimateMethod } from './earned-value.ts';

const text = (value: number | null) => (value === null ? '-' : String((Math.round(value * 100) + 0) / 100));

/**
 * Worked examples as rows: budget, planned, earned, actual — and behind the bar what follows from them. The first four cells are
 * read, all of the row is written again.
 */
function expectTable(drawing: string, method?: EstimateMethod, remaining: number | null = null) {
  const rows = table(drawing).split('\n');
  const written = rows.slice(1).map((row) => {
    const [budget, planned, earned, actual] = row.split(' ').map(Number);
    const value = earnedValue({ budget, planned, earned, actual, remaining }, method);
    const results = [value.sv, value.cv, value.spi, value.cpi, value.etc, value.eac, value.vac, value.tcpiBudget, value.tcpiEstimate];
    return [budget, planned, earned, actual, '|', ...results.map(text)].join(' ');
  });
  expect([rows[0], ...written].join('\n')).toBe(table(drawing));
}

describe('the rest costs as what is done did: ETC = (BAC − EV) / CPI', () => {
  test('behind and ahead, under and over', () =>
    expectTable(`
       BAC   PV   EV   AC |   SV   CV  SPI  CPI   ETC   EAC   VAC TCPI(B) TCPI(E)
      1000  500  400  450 | -100  -50  0.8 0.89   675  1125  -125    1.09    0.89
      1000  400  500  400 |  100  100 1.25 1.25   400   800   200    0.83    1.25
      1000  400  500  625 |  100 -125 1.25  0.8   625  1250  -250    1.33     0.8
      1000  500  400  320 | -100   80  0.8 1.25   480   800   200    0.88    1.25
      1000  500  500  500 |    0    0    1    1   500  1000     0       1       1
    `));

  test('at the beginning: an index without a divisor is empty', () =>
    expectTable(`
       BAC   PV   EV   AC |   SV   CV  SPI  CPI   ETC   EAC   VAC TCPI(B) TCPI(E)
      1000    0    0    0 |    0    0    -    -     -     -     -       1       -
      1000  200    0    0 | -200    0    0    -     -     -     -       1       -
      1000  200    0  100 | -200 -100    0    0     -     -     -    1.11       -
      1000    0  100   80 |  100   20    - 1.25   720   800   200    0.98    1.25
      1000    0  100    0 |  100  100    -    -     -     -     -     0.9       -
    `));

  test('at the end: nothing is left, so nothing is divided', () =>
    expectTable(`
       BAC   PV   EV   AC |   SV   CV  SPI  CPI   ETC   EAC   VAC TCPI(B) TCPI(E)
      1000 1000 1000 1000 |    0    0    1    1     0  1000     0       -       -
      1000 1000 1000  800 |    0  200    1 1.25     0   800   200       0       -
      1000 1000 1000 1250 |    0 -250    1  0.8     0  1250  -250       0       -
      1000  900 1000    0 |  100 1000 1.11    -     0     0  1000       0       -
    `));

  test('with the budget spent: no efficiency would bring it back', () =>
    expectTable(`
       BAC   PV   EV   AC |   SV   CV  SPI  CPI   ETC   EAC   VAC TCPI(B) TCPI(E)
      1000  600  500 1000 | -100 -500 0.83  0.5  1000  2000 -1000       -     0.5
      1000  600  500 1200 | -100 -700 0.83 0.42  1200  2400 -1400    -2.5    0.42
    `));

  test('without a budget', () =>
    expectTable(`
       BAC   PV   EV   AC |   SV   CV  SPI  CPI   ETC   EAC   VAC TCPI(B) TCPI(E)
         0    0    0    0 |    0    0    -    -     0     0     0       -       -
         0    0    0   50 |    0  -50    -    0     0    50   -50       0       -
    `));

  test('in cents and in millions of millions', () =>
    expectTable(
      `
                BAC           PV           EV           AC |          SV           CV SPI  CPI          ETC           EAC           VAC TCPI(B) TCPI(E)
               0.08         0.04         0.02         0.04 |       -0.02        -0.02 0.5  0.5         0.12          0.16         -0.08     1.5     0.5
      1000000000000 500000000000 400000000000 500000000000 |-100000000000 -100000000000 0.8 0.8 750000000000 1250000000000 -250000000000     1.2     0.8
    `.replaceAll('|-', '| -'),
    ));
});

describe('other ways to go on, from BAC 1000, PV 500, EV 400, AC 450', () => {
  test('as planned: ETC = BAC − EV', () =>
    expectTable(
      `
       BAC   PV   EV   AC |   SV   CV  SPI  CPI   ETC   EAC   VAC TCPI(B) TCPI(E)
      1000  500  400  450 | -100  -50  0.8 0.89   600  1050   -50    1.09       1
      1000    0    0    0 |    0    0    -    -  1000  1000     0       1       1
      1000 1000 1000  900 |    0  100    1 1.11     0   900   100       0       -
      `,
      'as_planned',
    ));

  test('by cost and pace: ETC = (BAC − EV) / (CPI · SPI)', () =>
    expectTable(
      `
       BAC   PV   EV   AC |   SV   CV  SPI  CPI    ETC     EAC     VAC TCPI(B) TCPI(E)
      1000  500  400  450 | -100  -50  0.8 0.89 843.75 1293.75 -293.75    1.09    0.71
      1000  400  500  400 |  100  100 1.25 1.25    320     720     280    0.83    1.56
      1000    0  100  100 |  100    0    -    1      -       -       -       1       -
      1000  500    0  100 | -500 -100    0    0      -       -       -    1.11       -
      1000  500 1000    0 |  500 1000    2    -      0       0    1000       0       -
      `,
      'cpi_spi',
    ));

  test('as entered: ETC = 700, whatever else is known', () =>
    expectTable(
      `
       BAC   PV   EV   AC |   SV   CV  SPI  CPI   ETC   EAC   VAC TCPI(B) TCPI(E)
      1000  500  400  450 | -100  -50  0.8 0.89   700  1150  -150    1.09    0.86
      1000    0    0    0 |    0    0    -    -   700   700   300       1    1.43
      1000  500 1000  900 |  500  100    2 1.11   700  1600  -600       0       0
      `,
      'entered',
      700,
    ));

  test('as entered, and nobody entered anything', () =>
    expectTable(
      `
       BAC   PV   EV   AC |   SV   CV  SPI  CPI   ETC   EAC   VAC TCPI(B) TCPI(E)
      1000  500  400  450 | -100  -50  0.8 0.89     -     -     -    1.09       -
      `,
      'entered',
      null,
    ));

  test('as entered: nothing', () =>
    expectTable(
      `
       BAC   PV   EV   AC |   SV   CV  SPI  CPI   ETC   EAC   VAC TCPI(B) TCPI(E)
      1000  500  400  450 | -100  -50  0.8 0.89     0   450   550    1.09       -
      `,
      'entered',
      0,
    ));
});

describe('shares of the budget', () => {
  const shares = (budget: number, planned: number, earned: number, actual: number) => {
    const value = earnedValue({ budget, planned, earned, actual, remaining: null });
    return [value.percentEarned, value.percentPlanned, value.percentSpent].map(text).join(' ');
  };
  test('done, planned to be done, spent', () => expect(shares(1000, 500, 400, 450)).toBe('0.4 0.5 0.45'));
  test('more than the budget can be spent', () => expect(shares(1000, 1000, 900, 1500)).toBe('0.9 1 1.5'));
  test('of no budget there are none', () => expect(shares(0, 0, 0, 50)).toBe('- - -'));
});

describe('many items are one: sums first, indexes after', () => {
  const quick: EarnedValueInput = { budget: 100, planned: 50, earned: 100, actual: 50, remaining: 0 };
  const slow: EarnedValueInput = { budget: 900, planned: 450, earned: 90, actual: 450, remaining: 810 };

  test('a small success does not hide a large failure', () => {
    const [a, b, both] = [quick, slow, sumEarnedValue([quick, slow])].map((input) => earnedValue(input));
    expect([a.spi, b.spi, text(both.spi)]).toEqual([2, 0.2, '0.38']);
    expect([a.cpi, b.cpi, text(both.cpi)]).toEqual([2, 0.2, '0.38']);
    expect([both.bac, both.pv, both.ev, both.ac]).toEqual([1000, 500, 190, 500]);
  });

  test('the entered rest adds up, and is unknown as soon as one is', () => {
    expect(sumEarnedValue([quick, slow]).remaining).toBe(810);
    expect(sumEarnedValue([quick, { ...slow, remaining: null }, quick]).remaining).toBeNull();
  });

  test('no item is nothing at all', () =>
    expect(sumEarnedValue([])).toEqual({ budget: 0, planned: 0, earned: 0, actual: 0, remaining: 0 }));

  test('the measures fit together, whatever the figures are', () => {
    const cents = fc.integer({ min: 0, max: 1e9 }).map((value) => value / 100);
    const any = fc.record({ budget: cents, planned: cents, earned: cents, actual: cents, remaining: fc.option(cents) });
    fc.assert(
      fc.property(any, fc.constantFrom<EstimateMethod>('as_planned', 'cpi', 'cpi_spi', 'entered'), (input, method) => {
        const value = earnedValue(input, method);
        const numbers = Object.values(value).filter((one) => one !== null);
        for (const number of numbers) expect(Number.isFinite(number)).toBe(true);
        expect(value.sv).toBe(input.earned - input.planned);
        expect(value.cv).toBe(input.earned - input.actual);
        expect(value.spi === null).toBe(input.planned === 0);
        expect(value.cpi === null).toBe(input.actual === 0);
        expect([value.eac === null, value.vac === null]).toEqual([value.etc === null, value.etc === null]);
        if (value.eac !== null) {
          expect(value.eac).toBe(input.actual + value.etc!);
          expect(value.vac).toBe(input.budget - value.eac);
        }
        if (method === 'cpi' && value.cpi && value.eac && input.budget > 0)
          expect((value.eac * value.cpi) / input.budget).toBeCloseTo(1, 6);
      }),
      propertyRun('earned value'),
    );
  });
});
