import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { table } from '../testing/picture.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { drawnWork } from '../testing/started-work-chart.ts';
import { forecastStartedWork } from './forecast.ts';
import { SCENARIOS } from './index.ts';
import type { ScenarioNumber } from './scenario.ts';
import type { ProgressFacts, ProgressOptions, StartedWork } from './started-work.ts';

const NUMBERS = Object.keys(SCENARIOS).map(Number) as ScenarioNumber[];

/** A work that knows everything: its plan covers the rest, its facts are below the total. */
const FULL = drawnWork(
  { p: 0.4, D: 12, target: 8, initial: 10, V: 50, VFact: 15, base: 7, L: 400, LFact: 100, C: 500, CFact: 200 },
  `
        MTWTFss MTWTFss MTWTFss
  dates S       D           F
  plan  3333    9999
  fact  33333
  `,
);

const COLUMNS: Record<string, keyof ProgressFacts> = {
  p: 'progress',
  D: 'durationMinutes',
  target: 'targetDurationMinutes',
  initial: 'initialDurationMinutes',
  fixed: 'fixedFinish',
  V: 'volume',
  'V fact': 'volumeFact',
  base: 'baseIntensityPerDay',
  L: 'labour',
  'L fact': 'labourFact',
  C: 'cost',
  'C fact': 'costFact',
  plan: 'dailyPlan',
  fact: 'dailyFact',
};

/** A table: a row a scenario, a column an input that is replaced, in each cell the scenarios that were used. */
function tableOf(work: StartedWork, replacement: null | 0, columns: string[], options?: ProgressOptions): string {
  const used = (change: Partial<StartedWork>, number: ScenarioNumber) =>
    forecastStartedWork({ ...work, ...change }, number, options).scenariosUsed.join('>');
  const rows = NUMBERS.map((number) => [number, ...columns.map((column) => used({ [COLUMNS[column]]: replacement }, number))].join(' '));
  return [columns.join(' '), ...rows].join('\n');
}

describe('which scenarios answer when one input is missing', () => {
  test('nothing known of the duration family', () =>
    expect(tableOf(FULL, null, ['p', 'D', 'target', 'initial', 'fixed'])).toBe(
      table(`
           p      D      target initial fixed
        1  1      1      1      1       1
        2  2      2      2>1    2       2
        3  3      3      3      3>1     3
        4  4      4      4      4       4>1
        5  5      5      5      5       5
        6  6      6      6      6       6
        7  7      7      7>6    7       7
        8  8      8      8      8>6     8
        9  9      9      9      9       9
        10 10     10     10>9   10      10
        11 11     11     11     11>9    11
        12 12     12     12     12      12
        13 13     13     13>12  13      13
        14 14     14     14     14>12   14
        15 15     15     15     15      15
        16 16     16     16     16      16
      `),
    ));

  test('nothing known of the volume family', () =>
    expect(tableOf(FULL, null, ['V', 'V fact', 'base', 'plan', 'fact'])).toBe(
      table(`
           V      V fact base   plan   fact
        1  1      1      1      1      1
        2  2      2      2      2      2
        3  3      3      3      3      3
        4  4      4      4      4      4
        5  5>6>1  5      5>6    5      5
        6  6>1    6      6      6      6
        7  7>6>1  7      7      7      7
        8  8>6>1  8      8      8      8
        9  9      9      9      9      9
        10 10     10     10     10     10
        11 11     11     11     11     11
        12 12     12     12     12     12
        13 13     13     13     13     13
        14 14     14     14     14     14
        15 15>6>1 15     15     15>6   15
        16 16>6>1 16     16     16     16>6
      `),
    ));

  test('nothing known of labour and cost', () =>
    expect(tableOf(FULL, null, ['L', 'L fact', 'C', 'C fact'])).toBe(
      table(`
           L       L fact C        C fact
        1  1       1      1        1
        2  2       2      2        2
        3  3       3      3        3
        4  4       4      4        4
        5  5       5      5        5
        6  6       6      6        6
        7  7       7      7        7
        8  8       8      8        8
        9  9>1     9      9        9
        10 10>9>1  10     10       10
        11 11>9>1  11     11       11
        12 12      12     12>1     12
        13 13      13     13>12>1  13
        14 14      14     14>12>1  14
        15 15      15     15       15
        16 16      16     16       16
      `),
    ));
});

describe('a divisor of zero is missing, a fact of zero is data', () => {
  test('durations and amounts of zero', () =>
    expect(tableOf(FULL, 0, ['D', 'target', 'initial', 'V', 'base', 'L', 'C'])).toBe(
      table(`
           D      target initial V      base   L      C
        1  1      1      1       1      1      1      1
        2  2      2>1    2       2      2      2      2
        3  3      3      3>1     3      3      3      3
        4  4      4      4       4      4      4      4
        5  5      5      5       5>6>1  5>6    5      5
        6  6      6      6       6>1    6      6      6
        7  7      7>6    7       7>6>1  7      7      7
        8  8      8      8>6     8>6>1  8      8      8
        9  9      9      9       9      9      9>1    9
        10 10     10>9   10      10     10     10>9>1 10
        11 11     11     11>9    11     11     11>9>1 11
        12 12     12     12      12     12     12     12>1
        13 13     13>12  13      13     13     13     13>12>1
        14 14     14     14>12   14     14     14     14>12>1
        15 15     15     15      15>6>1 15     15     15
        16 16     16     16      16>6>1 16     16     16
      `),
    ));

  test('facts of zero change no scenario: the planned rate answers', () =>
    expect(tableOf(FULL, 0, ['p', 'V fact', 'L fact', 'C fact'])).toBe(
      table(`
           p      V fact L fact C fact
        1  1      1      1      1
        2  2      2      2      2
        3  3      3      3      3
        4  4      4      4      4
        5  5      5      5      5
        6  6      6      6      6
        7  7      7      7      7
        8  8      8      8      8
        9  9      9      9      9
        10 10     10     10     10
        11 11     11     11     11
        12 12     12     12     12
        13 13     13     13     13
        14 14     14     14     14
        15 15     15     15     15
        16 16     16     16     16
      `),
    ));

  test('with no fact at all the duration becomes the rate, and without it 6, 9 and 12 hand over', () => {
    const fresh = { ...FULL, volumeFact: 0, labourFact: 0, costFact: 0, dailyFact: null };
    expect(tableOf(fresh, null, ['D', 'target', 'initial'])).toBe(
      table(`
           D      target initial
        1  1      1      1
        2  2      2>1    2
        3  3      3      3>1
        4  4      4      4
        5  5      5      5
        6  6>1    6      6
        7  7      7>6    7
        8  8      8      8>6
        9  9>1    9      9
        10 10     10>9   10
        11 11     11     11>9
        12 12>1   12     12
        13 13     13>12  13
        14 14     14     14>12
        15 15>6>1 15     15
        16 16>6>1 16>6   16>6
      `),
    );
  });

  test('at the plan rate the duration is needed even where there is a fact', () =>
    expect(tableOf(FULL, null, ['D'], { rateOfProgress: 'plan', rateOfFact: 'plan' })).toBe(
      table(`
           D
        1  1
        2  2
        3  3
        4  4
        5  5
        6  6>1
        7  7
        8  8
        9  9>1
        10 10
        11 11
        12 12>1
        13 13
        14 14
        15 15
        16 16>6>1
      `),
    ));
});

const anyAmount = fc.option(fc.integer({ min: 0, max: 60 }), { nil: null });
const anyFacts = fc.record({
  progress: fc.option(fc.integer({ min: 0, max: 12 }).map((tenths) => tenths / 10)),
  durationMinutes: anyAmount,
  targetDurationMinutes: anyAmount,
  initialDurationMinutes: anyAmount,
  volume: anyAmount,
  volumeFact: anyAmount,
  baseIntensityPerDay: anyAmount,
  labour: anyAmount,
  labourFact: anyAmount,
  cost: anyAmount,
  costFact: anyAmount,
  dailyPlan: fc.constantFrom(null, FULL.dailyPlan, new Map<number, number>()),
  dailyFact: fc.constantFrom(null, FULL.dailyFact, new Map<number, number>()),
});

test('whoever takes over answers as if it had been asked itself', () => {
  fc.assert(
    fc.property(anyFacts, fc.constantFrom(...NUMBERS), (facts, number) => {
      const work = { ...FULL, ...facts };
      const { scenariosUsed, ...answer } = forecastStartedWork(work, number);
      const { scenariosUsed: alone, ...same } = forecastStartedWork(work, scenariosUsed.at(-1)!);
      expect(alone).toEqual(scenariosUsed.slice(-1));
      expect(answer).toEqual(same);
    }),
    propertyRun('progress fallbacks'),
  );
});

test('the chain is the one that the families name', () => {
  fc.assert(
    fc.property(anyFacts, fc.constantFrom(...NUMBERS), (facts, number) => {
      const { scenariosUsed } = forecastStartedWork({ ...FULL, ...facts }, number);
      const family = SCENARIOS[number].family;
      const plain = { duration: 1, volume: 6, labour: 9, cost: 12 }[family];
      const longest = [...new Set([number, plain, 1])];
      expect(longest.slice(0, scenariosUsed.length)).toEqual(scenariosUsed);
    }),
    propertyRun('progress families'),
  );
});
