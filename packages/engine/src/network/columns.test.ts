import { describe, expect, it } from 'vitest';
import { NO_DATE, type PlanItem } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { atDay, CHART_START } from '../testing/chart-calendars.ts';
import {
  columnsOf,
  emptyColumns,
  FLAG,
  KIND,
  LAG,
  lagByte,
  LIMIT,
  LINK,
  linkByte,
  SECOND_OF_FINISH,
  STATUS,
  UNKNOWN_CALENDAR,
} from './columns.ts';
import { gatherBytes, gatherDates, placesOf } from './gather.ts';

describe('items as columns', () => {
  const kindOf = (words: string) => columnsOf(chartPlan(`A 1d ${words}`)).kind[0];

  it.each([
    ['work', '', KIND.task],
    ['a sum', 'sum', KIND.sum],
    ['a draft', 'draft', KIND.draft],
    ['a start milestone', 'ms', KIND.startMilestone],
    ['a finish milestone', 'mf', KIND.finishMilestone],
    ['a level of effort', 'loe', KIND.levelOfEffort],
    ['a WBS summary', 'wbs', KIND.wbsSummary],
    ['resource-dependent work', 'resource', KIND.resource],
    ['a draft that would be a level of effort', 'draft loe', KIND.draft],
    ['a sum that would be a level of effort', 'sum loe', KIND.sum],
    ['a milestone that would be a level of effort', 'ms loe', KIND.levelOfEffort],
    ['a milestone that would depend on resources', 'mf resource', KIND.finishMilestone],
    ['an item that MS Project calls inactive', 'inactive', KIND.draft],
  ])('%s', (_, words, kind) => {
    expect(kindOf(words)).toBe(kind);
  });

  it('numbers, dates and bytes of one item', () => {
    const plan = chartPlan('A 5d cal=seven as=0 rem=2d suspend=1 resume=3 exp=9 dl=10 snet=2 fnlt=8 snlt2=4 at=6 alap mandatory');
    const columns = columnsOf(plan);
    const row = {
      id: columns.id[0],
      parent: columns.parent[0],
      status: columns.status[0],
      flags: columns.flags[0],
      calendar: columns.calendar[0],
      duration: columns.duration[0],
      remaining: columns.remaining[0],
      actualStart: columns.actualStart[0],
      actualFinish: columns.actualFinish[0],
      suspend: columns.suspend[0],
      resume: columns.resume[0],
      expectedFinish: columns.expectedFinish[0],
      deadline: columns.deadline[0],
      startLimit: [columns.startLimit[0], columns.startLimitDate[0]],
      finishLimit: [columns.finishLimit[0], columns.finishLimitDate[0]],
      secondLimit: [columns.secondLimit[0], columns.secondLimitDate[0]],
      planned: [columns.plannedStart[0], columns.plannedFinish[0]],
    };
    expect(row).toEqual({
      id: 1,
      parent: -1,
      status: STATUS.inProgress,
      flags: FLAG.asLateAsPossible | FLAG.mandatory,
      calendar: 1,
      duration: 5 * 480,
      remaining: 2 * 480,
      actualStart: atDay(0),
      actualFinish: NO_DATE,
      suspend: atDay(1, 16),
      resume: atDay(3),
      expectedFinish: atDay(9, 16),
      deadline: atDay(10, 16),
      startLimit: [LIMIT.notEarlier, atDay(2)],
      finishLimit: [LIMIT.notLater, atDay(8, 16)],
      secondLimit: [LIMIT.notLater, atDay(4)],
      planned: [atDay(6), atDay(6, 16)],
    });
  });

  it('a second limit of the finish bears its bit', () => {
    expect(columnsOf(chartPlan('A 1d fon2=4')).secondLimit[0]).toBe(LIMIT.inDate | SECOND_OF_FINISH);
  });

  it('what an item does not have is no date', () => {
    const columns = columnsOf(chartPlan('A 1d'));
    const dates = [columns.actualStart, columns.actualFinish, columns.suspend, columns.resume, columns.expectedFinish, columns.deadline];
    expect(dates.map((column) => column[0])).toEqual(dates.map(() => NO_DATE));
    expect([columns.startLimit[0], columns.finishLimit[0], columns.secondLimit[0], columns.flags[0]]).toEqual([0, 0, 0, 0]);
  });

  it('parents are indexes, whatever the ids', () => {
    const plan = chartPlan('S 0d sum\nA 1d in=S\nB 1d in=S');
    plan.items.forEach((item) => ((item.id += 500), (item.parentId = item.parentId === null ? null : item.parentId + 500)));
    expect(Array.from(columnsOf(plan).parent)).toEqual([-1, 0, 0]);
    expect(Array.from(columnsOf(plan).id)).toEqual([501, 502, 503]);
  });

  it('no calendar, a calendar that is not there', () => {
    const plan = chartPlan('A 1d\nB 1d\nC 1d cal=split');
    plan.items[0].calendarId = null;
    plan.items[1].calendarId = 99;
    expect(Array.from(columnsOf(plan).calendar)).toEqual([-1, UNKNOWN_CALENDAR, 3]);
  });

  it('what only MS Project knows', () => {
    const flagsOf = (words: string) => columnsOf(chartPlan(`A 2d ${words}`, { rules: 'msproject' })).flags[0];
    expect([flagsOf('manual'), flagsOf('elapsed'), flagsOf('own'), flagsOf('inactive')]).toEqual([
      FLAG.manual,
      FLAG.elapsed,
      FLAG.ownCalendarOnly,
      FLAG.inactive,
    ]);
    const columns = columnsOf(chartPlan('A 2d delay=1d split=2d\nB 2d split=1d as=0', { rules: 'msproject' }));
    expect([Array.from(columns.levelingDelay), Array.from(columns.split)]).toEqual([
      [1440, 0],
      [960, 0],
    ]);
    expect(columnsOf(chartPlan('A 2d split=2d')).split[0]).toBe(0);
  });
});

describe('relations as columns', () => {
  it('types, lags and their calendars', () => {
    const columns = columnsOf(chartPlan('A 1d\nB 1d A A:ss+1d A:ff-2h A:sf A+1d@predecessor A+1d@successor A+1d@project A+1d@elapsed'));
    expect(Array.from(columns.relationType)).toEqual([LINK.fs, LINK.ss, LINK.ff, LINK.sf, LINK.fs, LINK.fs, LINK.fs, LINK.fs]);
    expect(Array.from(columns.lag)).toEqual([0, 480, -120, 0, 480, 480, 480, 480]);
    expect(Array.from(columns.lagCalendar)).toEqual([0, 0, 0, 0, LAG.predecessor, LAG.successor, LAG.project, LAG.elapsed]);
  });

  it('bytes of single words', () => {
    expect((['fs', 'ff', 'ss', 'sf'] as const).map(linkByte)).toEqual([0, 1, 2, 3]);
    expect((['predecessor', 'successor', 'project', 'elapsed'] as const).map(lagByte)).toEqual([1, 2, 3, 4]);
  });

  it('an end that is not in the plan is −1', () => {
    const plan = chartPlan('A 1d\nB 1d A');
    plan.relations[0].predecessorId = 7;
    plan.relations.push({ ...plan.relations[0], id: 8, predecessorId: 1, successorId: 9 });
    const columns = columnsOf(plan);
    expect([Array.from(columns.predecessor), Array.from(columns.successor), Array.from(columns.relationId)]).toEqual([
      [-1, 0],
      [1, -1],
      [1, 8],
    ]);
  });
});

describe('assignments as columns', () => {
  it('only of resource-dependent items, only of people and machines, with a calendar where there is one', () => {
    const plan = chartPlan('A 2d resource on=seven:1d:4h on=split\nB 2d on=seven\nC 1d resource on=five on=night');
    plan.resources[0].kind = 'material';
    plan.resources[4].calendarId = null;
    const { item, calendar, remaining, lag } = columnsOf(plan).assignments;
    expect([Array.from(item), Array.from(calendar), Array.from(remaining), Array.from(lag)]).toEqual([
      [0, 0, 2],
      [1, 3, -1],
      [480, -1, -1],
      [240, 0, 0],
    ]);
  });

  it('by the rules of MS Project those of all items', () => {
    expect(Array.from(columnsOf(chartPlan('A 1d on=five\nB 1d resource on=seven', { rules: 'msproject' })).assignments.item)).toEqual([
      0, 1,
    ]);
  });

  it('of items and resources that are not there they are left out', () => {
    const plan = chartPlan('A 1d resource on=five on=seven on=split');
    plan.assignments[0].itemId = 9;
    plan.assignments[1].resourceId = 99;
    expect(Array.from(columnsOf(plan).assignments.calendar)).toEqual([3]);
  });
});

describe('ranks of codes', () => {
  it('are there only where float paths are asked for; equal codes keep their order', () => {
    const text = 'B 1d\nA 1d\nC 1d';
    const withCodes = (codes: string[], floatPaths: boolean) => {
      const plan = chartPlan(text, floatPaths ? { floatPaths: { count: 1, by: 'total_float', endItemId: null } } : {});
      plan.items.forEach((item: PlanItem, at) => (item.code = codes[at]));
      return Array.from(columnsOf(plan).codeRank);
    };
    expect(withCodes(['B', 'A', 'C'], true)).toEqual([1, 0, 2]);
    expect(withCodes(['A', 'A', 'A'], true)).toEqual([0, 1, 2]);
    expect(withCodes(['B', 'A', 'C'], false)).toEqual([0, 0, 0]);
  });
});

describe('empty columns', () => {
  it('are tasks without dates, parents and calendars', () => {
    const columns = emptyColumns(chartPlan('A 1d').options, [], 2, 1);
    expect([Array.from(columns.kind), Array.from(columns.parent), Array.from(columns.calendar)]).toEqual([
      [KIND.task, KIND.task],
      [-1, -1],
      [-1, -1],
    ]);
    expect([Array.from(columns.actualStart), Array.from(columns.externalStartFloor)]).toEqual([
      [NO_DATE, NO_DATE],
      [NO_DATE, NO_DATE],
    ]);
    expect([columns.relationCount, columns.predecessor[0], columns.successor[0], columns.lag[0]]).toEqual([1, -1, -1, 0]);
    expect(columns.options.dataDate).toBe(CHART_START);
  });
});

describe('gathering values', () => {
  it('takes them in the order of the places, as often as they are named', () => {
    expect(Array.from(gatherDates(Int32Array.of(10, 20, 30), Int32Array.of(2, 0, 2)))).toEqual([30, 10, 30]);
    expect(Array.from(gatherBytes(Uint8Array.of(1, 2, 3), Int32Array.of(1, 1)))).toEqual([2, 2]);
  });

  it('finds where each value stands', () => {
    expect(Array.from(placesOf(Int32Array.of(3, 0, 2), 5))).toEqual([1, -1, 2, 0, -1]);
  });
});
