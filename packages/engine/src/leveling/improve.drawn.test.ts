import type { Plan } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { drawProfile } from '../testing/profile-chart.ts';
import { levelingInstance } from './instance.ts';
import { justification, justifyRight } from './justify.ts';
import { DEFAULT_LEVELING, levelPlan } from './level.ts';
import type { LevelingOptions, LevelingResult } from './level.ts';
import { orderByPriority } from './order.ts';
import { seededRandom } from './random.ts';
import { generateSchedule, levelingWork } from './serial.ts';
import { MONDAY, drawnPlan } from './testing/drawn-plan.ts';

/** Three days of eight hours around the clock are one day of the picture. */
const CELL = 1440;

/** The list as it stands in the drawing, and where its works stand when they are shifted right. */
function listAndRight(drawing: string, change: (plan: Plan) => void = () => undefined): string {
  const plan = drawnPlan(drawing);
  change(plan);
  const instance = levelingInstance(plan);
  const work = levelingWork(instance);
  const rows = Float64Array.from({ length: instance.network.count }, (_, node) => instance.network.itemOf[node]);
  generateSchedule(instance, orderByPriority(instance.network, rows), DEFAULT_LEVELING, work);
  const right = justifyRight(instance, work, justification(instance));
  const bars = plan.items.map((item, index) => {
    const node = instance.network.nodeOf[index];
    const span = work.state.earlyFinish[node] - work.state.earlyStart[node];
    const bar = (start: number) => ' '.repeat((start - MONDAY) / CELL) + '='.repeat(span / CELL);
    return `${item.code} ${bar(work.state.earlyStart[node]).padEnd(8)} ${bar(right[node])}`.trimEnd();
  });
  return ['  list     right', ...bars].join('\n');
}

function expectRight(drawing: string, expected: string, change?: (plan: Plan) => void) {
  expect(listAndRight(drawing, change)).toBe(picture(expected));
}

describe('shifted right, latest finish first, without a later end', () => {
  test('a short work beside a long one goes to its end', () =>
    expectRight(
      `
      limit crew 2
      A 3d crew:1 24h
      B 9d crew:1 24h`,
      `
        list     right
      A =          =
      B ===      ===
      `,
    ));

  test('a chain goes as one', () =>
    expectRight(
      `
      limit crew 2
      A 3d crew:1 24h
      B 3d crew:1 24h <- A
      C 12d crew:1 24h`,
      `
        list     right
      A =          =
      B  =          =
      C ====     ====
      `,
    ));

  test('works in a row that fill the time stay', () =>
    expectRight(
      `
      limit crew 1
      A 6d crew:1 24h
      B 3d crew:1 24h`,
      `
        list     right
      A ==       ==
      B   =        =
      `,
    ));

  test('a large work between two small ones leaves both ends to them', () =>
    expectRight(
      `
      limit crew 2
      A 6d crew:1 24h
      B 3d crew:2 24h
      C 9d crew:1 24h`,
      `
        list     right
      A ==           ==
      B   =        =
      C    ===      ===
      `,
    ));

  test('a work without a resource goes as far as its successors let it', () =>
    expectRight(
      `
      limit crew 1
      A 3d 24h
      B 6d crew:1 24h
      C 3d crew:1 24h <- A`,
      `
        list     right
      A =         =
      B ==       ==
      C   =        =
      `,
    ));

  test('start to start: the successor bounds the start', () =>
    expectRight(
      `
      limit crew 3
      A 3d crew:1 24h
      B 6d crew:1 24h <- A ss
      C 12d crew:1 24h`,
      `
        list     right
      A =          =
      B ==         ==
      C ====     ====
      `,
    ));

  test('finish to finish: the successor bounds the finish', () =>
    expectRight(
      `
      limit crew 3
      A 6d crew:1 24h
      B 6d crew:1 24h <- A ff
      C 12d crew:1 24h`,
      `
        list     right
      A ==         ==
      B ==         ==
      C ====     ====
      `,
    ));

  test('a lag keeps its distance', () =>
    expectRight(
      `
      limit crew 2
      A 3d crew:1 24h
      B 3d crew:1 24h <- A fs+3
      C 15d crew:1 24h`,
      `
        list     right
      A =          =
      B   =          =
      C =====    =====
      `,
    ));

  test('a mandatory date stays', () =>
    expectRight(
      `
      limit crew 2
      A 3d crew:1 24h
      B 9d crew:1 24h`,
      `
        list     right
      A =        =
      B ===      ===
      `,
      (plan) => Object.assign(plan.items[0], { startLimitType: 'in_date', startLimitDate: MONDAY, mandatory: true }),
    ));

  test('what is larger than the limit stays', () =>
    expectRight(
      `
      limit crew 1
      A 3d crew:2 24h
      B 9d 24h`,
      `
        list     right
      A =        =
      B ===      ===
      `,
    ));
});

function leveled(drawing: string, options: Partial<LevelingOptions>): { plan: Plan; result: LevelingResult } {
  const plan = drawnPlan(drawing);
  return { plan, result: levelPlan(plan, { ...DEFAULT_LEVELING, priorities: [{ by: 'row' }], ...options }) };
}

const search = (schedules: number, seed = 1): Pick<LevelingOptions, 'improvement'> => ({
  improvement: { budget: { schedules }, random: seededRandom(seed) },
});

describe('double justification: generated, shifted right, generated again', () => {
  const LARGE_BETWEEN = `
    limit crew 2
    A 2d crew:1
    B 1d crew:2
    C 3d crew:1`;

  test('the list leaves half of the crew idle', () => {
    const { plan, result } = leveled(LARGE_BETWEEN, {});
    expect(picture(drawProfile(plan, result.leveled))).toBe(
      picture(`
                MTWTFss M
        A       ==
        B         =
        C          ==.. =
        crew  2 --#---- -
              1 #####   #
      `),
    );
  });

  test('one right and left are two days shorter', () => {
    const { plan, result } = leveled(LARGE_BETWEEN, search(2));
    expect(picture(drawProfile(plan, result.leveled))).toBe(
      picture(`
                MTWT
        A        ==
        B       =
        C        ===
        crew  2 ###-
              1 ####
      `),
    );
    expect(result.schedules).toBe(3);
  });
});

const SEVEN = `
  limit crew 2
  A 1d crew:2
  B 4d crew:1
  C 3d crew:1 <- A
  D 1d crew:1 <- A
  E 2d crew:2 <- D
  F 3d crew:1
  G 2d crew:1 <- F`;

describe('the search', () => {
  test('has nothing to look for where the list ends as early as calculated', () => {
    const { result } = leveled('limit crew 1\nA 5d\nB 2d crew:1\nC 2d crew:1', search(1000));
    expect([result.schedules, result.leveledFinish]).toEqual([1, result.calculatedFinish]);
  });

  test('looks at no more schedules than allowed, in pairs', () => {
    const looked = (schedules: number) => leveled(SEVEN, search(schedules)).result.schedules;
    expect([0, 1, 2, 3, 10, 101].map(looked)).toEqual([1, 3, 3, 5, 11, 103]);
  });

  test('ends when the clock has passed the time, asked once per pair', () => {
    let now = 0;
    const budget = { schedules: 1e9, milliseconds: 7, clock: () => now++ };
    expect(leveled(SEVEN, { improvement: { budget, random: seededRandom(1) } }).result.schedules).toBe(13);
  });

  test('a clock without a time, or a time without a clock, ends nothing', () => {
    const budgets = [
      { schedules: 20, clock: () => 1e9 },
      { schedules: 20, milliseconds: 0 },
    ];
    for (const budget of budgets) expect(leveled(SEVEN, { improvement: { budget, random: seededRandom(1) } }).result.schedules).toBe(21);
  });

  test('gives the same dates for the same seed', () => {
    for (const seed of [1, 2, 3]) {
      const [a, b] = [leveled(SEVEN, search(60, seed)), leveled(SEVEN, search(60, seed))];
      expect(a.result.leveled.start).toEqual(b.result.leveled.start);
    }
  });

  test('never answers worse than the list, whatever the seed', () => {
    const list = leveled(SEVEN, { priorities: [{ by: 'duration', descending: true }] }).result;
    for (let seed = 0; seed < 40; seed++) {
      const improved = leveled(SEVEN, { priorities: [{ by: 'duration', descending: true }], ...search(1 + (seed % 9), seed) }).result;
      expect(improved.leveledFinish).toBeLessThanOrEqual(list.leveledFinish);
      expect(improved.overAllocationsAfter).toEqual([]);
    }
  });

  test('keeps within the float too', () => {
    const drawing = 'limit crew 1\nA 6d\nB 2d crew:1\nC 3d crew:1\nD 1d crew:1\nE 0d <- A, B, C, D';
    const { result } = leveled(drawing, { withinFloat: true, ...search(50) });
    expect([result.leveledFinish, result.overAllocationsAfter]).toEqual([result.calculatedFinish, []]);
  });
});

describe('against every order there is', () => {
  /** Five works of 1 to 3 days that want 1 or 2 of a crew of 2, some of them in a chain. */
  function sketch(seed: number): string {
    const random = seededRandom(seed);
    const pick = (most: number) => 1 + Math.floor(random() * most);
    const rows = Array.from({ length: 5 }, (_, at) => {
      const before = at > 0 && random() < 0.3 ? ` <- ${'ABCDE'[Math.floor(random() * at)]}` : '';
      return `${'ABCDE'[at]} ${pick(3)}d crew:${pick(2)}${before}`;
    });
    return ['limit crew 2', ...rows].join('\n');
  }

  function permutations(list: number[]): number[][] {
    if (list.length < 2) return [list];
    return list.flatMap((first, at) => permutations(list.toSpliced(at, 1)).map((rest) => [first, ...rest]));
  }

  const orders = permutations([0, 1, 2, 3, 4]);

  test.each([0, 1, 2, 3, 4])('600 schedules find the best end of all 120 orders: sketch %i', (seed) => {
    const drawing = sketch(seed);
    const ends = orders.map((order) => {
      const options: Partial<LevelingOptions> = { priorities: [{ by: 'custom' }], customPriority: (id) => order[id - 1] };
      return leveled(drawing, options).result.leveledFinish;
    });
    expect(leveled(drawing, search(600, seed)).result.leveledFinish).toBe(Math.min(...ends));
  });
});
