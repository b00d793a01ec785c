import { describe, expect, it } from 'vitest';
import type { CalculationOptions, Plan } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { atDay } from '../testing/chart-calendars.ts';
import { draw } from '../testing/drawing.ts';
import { calculateTogether, type PlanToPlanRelation } from './together.ts';

/** Draws plans that wait for each other. Ids of the second plan begin at 11, of the third at 21; a relation is `A ss+1d K`. */
function together(texts: string[], relations: string[], options: Partial<CalculationOptions>[] = []): string {
  const plans = texts.map((text, at) => shifted(chartPlan(text, options[at]), 10 * at));
  const ids = new Map(plans.flatMap((plan) => plan.items.map((item) => [item.code, item.id] as const)));
  const between: PlanToPlanRelation[] = relations.map((text) => {
    const match = /^(\w+) (fs|ss|ff|sf)([+-]\d+)?d? (\w+)$/.exec(text);
    if (!match) throw new Error(`not a relation: ${text}`);
    return {
      predecessorId: ids.get(match[1]) ?? 99,
      successorId: ids.get(match[4]) ?? 99,
      type: match[2] as 'fs',
      lagMinutes: Number(match[3] ?? 0) * 480,
    };
  });
  return calculateTogether(plans, between)
    .map((result, at) => draw(plans[at], result))
    .join('');
}

function shifted(plan: Plan, by: number): Plan {
  for (const item of plan.items) {
    item.id += by;
    if (item.parentId !== null) item.parentId += by;
  }
  for (const relation of plan.relations) {
    relation.predecessorId += by;
    relation.successorId += by;
  }
  for (const limit of plan.externalLimits) limit.itemId += by;
  return plan;
}

describe('two plans', () => {
  it('without relations each is as alone', () => {
    expect(together(['A 2d\nB 1d A', 'K 1d'], [])).toBe(`
  MTW
A ##
B   #

  M
K #
`);
  });

  it('finish to start: K waits for A; A must end before the late start of K, which has none to spare', () => {
    expect(together(['A 2d\nB 2d A', 'K 1d\nL 1d K'], ['A fs K'])).toBe(`
  MTWT
A ##
B   ##

  MTWT
K   #
L    #
`);
  });

  it('the second plan bounds the first by its own float', () => {
    expect(together(['A 2d\nZ 9d', 'K 1d\nL 3d'], ['A fs K'])).toBe(`
  MTWTFssMTWT
A ##
Z #####..####

  MTW
K   #
L ###
`);
  });

  it('start to start with a lag', () => {
    expect(together(['A 4d', 'K 2d\nL 1d K'], ['A ss+1d K'])).toBe(`
  MTWT
A ####

  MTWT
K  ##
L    #
`);
  });

  it('finish to finish', () => {
    expect(together(['A 4d', 'K 2d'], ['A ff K'])).toBe(`
  MTWT
A ####

  MTWT
K   ##
`);
  });

  it('start to finish', () => {
    expect(together(['P 3d\nA 1d P', 'K 2d'], ['A sf K'])).toBe(`
  MTWT
P ###
A    #

  MTW
K  ##
`);
  });

  it('a lead', () => {
    expect(together(['A 3d', 'K 1d\nL 3d'], ['A fs-1d K'])).toBe(`
  MTW
A ###

  MTW
K   #
L ###
`);
  });

  it('a lag counts in the calendar of the predecessor', () => {
    expect(together(['A 5d cal=seven', 'K 1d'], ['A fs+2d K'])).toBe(`
  MTWTF
A #####

  MTWTFssM
K        #
`);
    expect(together(['A 5d', 'K 1d cal=seven'], ['A fs+2d K'])).toBe(`
  MTWTF
A #####

  MTWTFssMTW
K          #
`);
  });

  it('a limit inside a plan is stronger where it is later; A has no room beyond the end of its own plan', () => {
    expect(together(['A 2d', 'K 1d snet=4'], ['A fs K'])).toBe(`
  MT
A ##

  MTWTF
K     #
`);
  });
});

describe('there and back', () => {
  it('a chain that crosses twice', () => {
    expect(together(['A 2d\nB 1d', 'K 1d'], ['A fs K', 'K fs B'])).toBe(`
  MTWT
A ##
B    #

  MTW
K   #
`);
  });

  it('a chain that crosses four times', () => {
    expect(together(['A 1d\nB 1d\nC 1d', 'K 1d\nL 1d'], ['A fs K', 'K fs B', 'B fs L', 'L fs C'])).toBe(`
  MTWTF
A #
B   #
C     #

  MTWT
K  #
L    #
`);
  });

  it('each plan by its own options: one is critical by its longest path', () => {
    expect(together(['A 2d\nB 3d', 'K 1d\nL 4d'], ['A fs K'], [{ criticalBy: 'longest_path' }, { criticalFloatMinutes: 480 }])).toBe(`
  MTW
A ==-
B ###

  MTWT
K   #-
L ####
`);
  });

  it('each by its own data date', () => {
    expect(together(['A 2d', 'K 1d\nL 1d K'], ['A fs K'], [{ dataDate: atDay(0) }, { dataDate: atDay(3) }])).toBe(`
  MT
A ##

  MTWTF
K    #
L     #
`);
  });

  it('a plan that ignores outside relations does not wait, but is waited for', () => {
    expect(together(['A 2d', 'K 1d', 'X 1d'], ['A fs K', 'K fs X'], [{}, { externalRelations: 'ignored' }])).toBe(`
  MTW
A ##<

  M
K #

  MT
X  #
`);
  });
});

describe('three plans', () => {
  it('a chain through all of them', () => {
    expect(together(['A 2d', 'K 1d', 'X 3d'], ['A fs K', 'K fs X'])).toBe(`
  MT
A ##

  MTW
K   #

  MTWTFssM
X    ##..#
`);
  });

  it('two that wait for the same', () => {
    expect(together(['A 2d', 'K 1d', 'X 3d'], ['A fs K', 'A fs+1d X'])).toBe(`
  MT
A ##

  MTW
K   #

  MTWTFssM
X    ##..#
`);
  });
});

describe('what cannot be', () => {
  it('relations to nowhere are left out', () => {
    expect(together(['A 2d', 'K 1d'], ['A fs Q', 'Q fs K'])).toBe(`
  MT
A ##

  M
K #
`);
  });

  it('a relation of a draft asks for nothing', () => {
    expect(together(['A 2d draft at=3', 'K 1d'], ['A fs K'])).toBe(`
  MTWT
A    =

  M
K #
`);
  });

  it('a cycle through two plans comes to an end', () => {
    const plans = [chartPlan('A 1d'), shifted(chartPlan('K 1d'), 10)];
    const ring = [
      { predecessorId: 1, successorId: 11, type: 'fs' as const, lagMinutes: 0 },
      { predecessorId: 11, successorId: 1, type: 'fs' as const, lagMinutes: 0 },
    ];
    const [one, other] = calculateTogether(plans, ring);
    expect([one.earlyStart[0] > atDay(0), other.earlyStart[0] > atDay(0)]).toEqual([true, true]);
  });

  it('no plans', () => {
    expect(calculateTogether([], [])).toEqual([]);
  });
});
