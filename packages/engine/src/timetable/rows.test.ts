import { describe, expect, it } from 'vitest';
import { NO_DATE } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { atDay, CHART_CALENDARS, onDay } from '../testing/chart-calendars.ts';
import { drawn } from '../testing/drawing.ts';
import { calculate } from './calculate.ts';
import { calculateTogether } from './together.ts';
import { explain } from './explain.ts';
import { openTimetable } from './incremental.ts';
import { columnsOf } from '../network/columns.ts';

describe('rows with children', () => {
  it('span their children; a relation holds all of them, a level of effort stretches between its ends', () => {
    expect(
      drawn(`
        S 0d sum
        A 2d in=S
        B 3d A in=S
        L 1d loe A:ss B:ff
        C 1d S
      `),
    ).toBe(`
  MTWTFssM
S #####
A ##
B   ###
L #####
C        #
`);
  });

  it('a relation into a row bars the start of everything below it', () => {
    expect(drawn('A 3d\nS 0d sum A\nT 0d sum in=S\nB 1d in=T\nC 2d in=S')).toBe(`
  MTWTF
A ###
S    ##
T    =-
B    =-
C    ##
`);
  });

  it('a relation from the start of a row waits for the first below it', () => {
    const result = calculate(chartPlan('A 2d\nS 0d sum\nB 5d in=S A\nC 5d in=S snet=3\nD 1d S:ss+1d'));
    expect(onDay(result.earlyStart[4])).toBe('3 08:00');
  });

  it('an item with children is a row, whatever its type', () => {
    const result = calculate(chartPlan('T 9d\nA 2d in=T'));
    expect(onDay(result.finish[0])).toBe('1 16:00');
  });

  it('actual dates show, and count for the parent', () => {
    const result = calculate(chartPlan('S 0d sum\nA 2d in=S as=0 af=0\nB 2d in=S A', { dataDate: atDay(3, 0) }));
    expect([onDay(result.start[0]), onDay(result.finish[0])]).toEqual(['0 08:00', '4 16:00']);
  });
});

describe('drafts', () => {
  it('keep their planned dates, move nobody and do not widen their parent', () => {
    const result = calculate(chartPlan('S 0d sum\nA 2d in=S\nD 5d draft in=S at=20 A\nB 1d D'));
    expect([onDay(result.start[2]), result.earlyStart[2]]).toEqual(['20 08:00', NO_DATE]);
    expect(onDay(result.finish[0])).toBe('1 16:00');
    expect(result.issues).toEqual([
      { kind: 'relation_to_draft', relationId: 1 },
      { kind: 'relation_to_draft', relationId: 2 },
    ]);
  });
});

describe('level of effort', () => {
  it('drives nothing', () => {
    const result = calculate(chartPlan('A 4d\nL 1d loe A:ss A:ff\nB 1d L'));
    expect(onDay(result.earlyStart[2])).toBe('0 08:00');
  });

  it('takes the earliest start and the latest finish of what it hangs on, late dates likewise', () => {
    const result = calculate(chartPlan('A 2d\nB 2d A\nZ 6d\nL 1d loe A:ss B:ff A:ff B:ss'));
    expect([onDay(result.earlyStart[3]), onDay(result.earlyFinish[3])]).toEqual(['0 08:00', '3 16:00']);
    expect([onDay(result.lateStart[3]), onDay(result.lateFinish[3])]).toEqual(['2 08:00', '7 16:00']);
    expect([result.totalFloat[3], result.freeFloat[3], result.remaining[3]]).toEqual([960, 0, 4 * 480]);
  });

  it('can hang on another one, and has no dates once it is done', () => {
    const result = calculate(chartPlan('A 2d\nL 1d loe K:ss K:ff\nK 1d loe A:ss A:ff\nM 1d loe A:ss as=0 af=0', { dataDate: atDay(0, 0) }));
    expect(onDay(result.earlyFinish[1])).toBe('1 16:00');
    expect(result.earlyStart[3]).toBe(NO_DATE);
  });
});

describe('WBS summary', () => {
  it('spans the unfinished items under its parent', () => {
    const result = calculate(
      chartPlan('S 0d sum\nW 0d wbs in=S\nA 2d in=S as=0 af=0\nT 0d sum in=S\nB 1d in=T\nC 2d B in=T\nZ 9d', { dataDate: atDay(1, 0) }),
    );
    expect([onDay(result.earlyStart[1]), onDay(result.earlyFinish[1])]).toEqual(['1 08:00', '3 16:00']);
  });
});

describe('resource-dependent items', () => {
  const plan = chartPlan('A 2d resource\nB 1d A');
  plan.resources = [4, 2].map((calendarId, at) => ({
    id: at + 1,
    code: `R${at}`,
    name: '',
    kind: 'labour' as const,
    calendarId,
    limit: null,
    unit: 'h',
    pricePerUnit: null,
  }));
  const assignment = {
    itemId: 1,
    plannedUnits: 0,
    actualUnits: 0,
    remainingUnits: 0,
    plannedCost: 0,
    actualCost: 0,
    remainingCost: 0,
    lagMinutes: 0,
    driving: true,
    curve: null,
  };

  it('span their assignments, each in the calendar of its resource', () => {
    plan.assignments = [
      { ...assignment, id: 1, resourceId: 1, remainingMinutes: 480 },
      { ...assignment, id: 2, resourceId: 2, remainingMinutes: 6 * 480 },
    ];
    const result = calculate(plan);
    expect([onDay(result.earlyStart[0]), onDay(result.earlyFinish[0])]).toEqual(['0 08:00', '5 16:00']);
    expect(onDay(result.earlyStart[1])).toBe('7 08:00');
  });

  it('end where a relation into their finish asks, in the calendar of the resource', () => {
    const bound = chartPlan('A 2d resource P:ff cal=seven\nP 7d'.split('\n').reverse().join('\n'));
    bound.resources = [{ ...plan.resources[0], calendarId: 1 }];
    bound.assignments = [{ ...assignment, id: 1, itemId: 2, resourceId: 1, remainingMinutes: null }];
    const result = calculate(bound);
    expect([onDay(result.earlyStart[1]), onDay(result.earlyFinish[1])]).toEqual(['7 08:00', '8 16:00']);
  });

  it('go by their own calendar without assignments', () => {
    expect(onDay(calculate({ ...plan, assignments: [] }).earlyFinish[0])).toBe('1 16:00');
  });
});

describe('what is wrong in a plan', () => {
  it('a cycle is told with its path and everything still gets dates', () => {
    const result = calculate(chartPlan('A 1d C\nB 1d A\nC 1d B\nD 1d C'));
    expect(result.issues).toEqual([{ kind: 'ring', itemIds: [1, 2, 3] }]);
    expect(Array.from(result.earlyStart).every((start) => start !== NO_DATE)).toBe(true);
  });

  it('an item that waits for itself, and one whose parents go round', () => {
    const plan = chartPlan('A 1d\nS 0d sum in=T\nT 0d sum in=S\nB 1d in=S');
    plan.relations = [{ id: 7, predecessorId: 1, successorId: 1, type: 'fs', lagMinutes: 0, lagCalendar: null }];
    expect(calculate(plan).issues.map((issue) => issue.kind)).toEqual(['parent_ring', 'ring']);
  });

  it('relations to nowhere, missing and empty calendars; no calendar of its own is the calendar of the schedule', () => {
    const plan = chartPlan('A 1d\nB 1d A\nC 1d');
    plan.items[0].calendarId = 77;
    plan.items[2].calendarId = null;
    plan.items[1].calendarId = 9;
    plan.calendars = [...CHART_CALENDARS, { ...CHART_CALENDARS[0], id: 9, week: [], isDefault: false }];
    plan.relations.push({ id: 5, predecessorId: 99, successorId: 1, type: 'fs', lagMinutes: 0, lagCalendar: null });
    expect(
      calculate(plan)
        .issues.map((issue) => issue.kind)
        .sort(),
    ).toEqual(['calendar_missing', 'calendar_without_work', 'relation_to_unknown_item']);
  });

  it('a plan without any calendar counts around the clock', () => {
    const plan = { ...chartPlan('A 1d'), calendars: [] };
    plan.items[0].calendarId = null;
    expect(onDay(calculate(plan).earlyFinish[0])).toBe('0 08:00');
  });
});

describe('plans that wait for each other', () => {
  it('each is calculated with its own options until nothing moves', () => {
    const first = chartPlan('A 2d\nB 1d A');
    const second = chartPlan('X 3d\nY 1d X');
    second.items.forEach((item) => (item.id += 10));
    second.relations.forEach((relation) => ((relation.predecessorId += 10), (relation.successorId += 10)));
    const between = [
      { predecessorId: 1, successorId: 11, type: 'fs' as const, lagMinutes: 0 },
      { predecessorId: 11, successorId: 2, type: 'fs' as const, lagMinutes: 480 },
    ];
    const [one, other] = calculateTogether([first, second], between);
    expect(onDay(other.earlyStart[0])).toBe('2 08:00');
    expect(onDay(one.earlyStart[1])).toBe('8 08:00');
    expect(onDay(one.lateFinish[0])).toBe('1 16:00');
  });
});

describe('why an item starts when it starts', () => {
  it('goes back from link to link to the data date, with the wait that calendars make', () => {
    const timetable = openTimetable(columnsOf(chartPlan('A 5d cal=seven\nB 3d A+1d\nC 1d B')));
    const chain = explain(timetable, 3);
    expect(chain.map((step) => [step.itemId, step.cause, onDay(step.start)])).toEqual([
      [3, 'relation', '10 08:00'],
      [2, 'relation', '7 08:00'],
      [1, 'data_date', '0 08:00'],
    ]);
    expect(chain[1].by).toMatchObject({ relationId: 1, type: 'fs', predecessorId: 1, lagMinutes: 480 });
    expect([onDay(chain[1].by?.leaves ?? 0), onDay(chain[1].by?.arrives ?? 0), chain[1].waits / 60]).toEqual(['4 16:00', '5 16:00', 40]);
  });

  it('sees through the gate of a row, names limits, and has nothing to say of unknown items', () => {
    const timetable = openTimetable(columnsOf(chartPlan('A 3d\nS 0d sum A\nB 1d in=S\nC 1d snet=4')));
    expect(explain(timetable, 3).map((step) => step.cause)).toEqual(['relation', 'data_date']);
    expect(explain(timetable, 4)[0].cause).toBe('start_limit');
    expect(explain(timetable, 99)).toEqual([]);
  });
});
