import { describe, expect, it } from 'vitest';
import type { PlanCalendar } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { CHART_CALENDARS, CHART_START } from '../testing/chart-calendars.ts';
import { workBetween } from '../time/work.ts';
import { networkCalendars } from './calendars.ts';
import { columnsOf } from './columns.ts';
import type { CalculationIssue } from './issue.ts';
import { compileNetwork } from './network.ts';

const WEEK = 7 * 1440;
const [FIVE, SEVEN, AROUND, SPLIT] = CHART_CALENDARS;

function compiled(calendars: PlanCalendar[], defaultCalendarId: number | null, text = 'A 1d') {
  const plan = { ...chartPlan(text, { defaultCalendarId }), calendars };
  const issues: CalculationIssue[] = [];
  return { ...networkCalendars(columnsOf(plan), new Map(), issues), issues };
}

describe('the calendar of the schedule', () => {
  const unmarked = (calendar: PlanCalendar) => ({ ...calendar, isDefault: false });

  it.each([
    ['that which the options name', [FIVE, SEVEN, SPLIT], 4, 2],
    ['else that which is marked', [SEVEN, FIVE, SPLIT], null, 1],
    ['a name that is not there: that which is marked', [SEVEN, FIVE], 77, 1],
    ['none is marked: the first', [SEVEN, unmarked(FIVE)], null, 0],
    ['none at all: the clock', [], null, 0],
  ])('%s', (_, calendars, chosen, index) => {
    expect(compiled(calendars, chosen).projectDefault).toBe(index);
  });

  it('items without a calendar take it', () => {
    const plan = chartPlan('A 1d\nB 1d', { defaultCalendarId: 2 });
    for (const item of plan.items) item.calendarId = null;
    const network = compileNetwork(columnsOf(plan));
    expect(Array.from(network.calendar)).toEqual([1, 1]);
    expect(network.issues).toEqual([]);
  });
});

describe('compiled calendars', () => {
  it('the clock stands behind those of the plan', () => {
    const { all, elapsed } = compiled([FIVE, SEVEN], null);
    expect([all.length, elapsed]).toEqual([3, 2]);
    expect(workBetween(all[elapsed], CHART_START, CHART_START + WEEK)).toBe(WEEK);
  });

  it('what nobody uses is not compiled, and not told of', () => {
    const idle = { ...SPLIT, id: 9, week: [] };
    const { all, issues } = compiled([FIVE, SEVEN, idle], 1, 'A 1d cal=five');
    expect(all[1]).toBe(all[3]);
    expect(issues).toEqual([]);
  });

  it('that of an item, of a crew and of the schedule are used', () => {
    const { all } = compiled([FIVE, SEVEN, AROUND, SPLIT], 4, 'A 1d cal=five resource on=seven');
    expect(all.slice(0, 4).map((calendar) => workBetween(calendar, CHART_START, CHART_START + WEEK) / 60)).toEqual([40, 56, 168, 40]);
    expect(all[0]).not.toBe(all[3]);
  });

  it('one without work is told by its id and counts around the clock', () => {
    const empty = { ...FIVE, week: FIVE.week.map(() => []) };
    const { all, issues } = compiled([empty], 1);
    expect(issues).toEqual([{ kind: 'calendar_without_work', calendarId: 1 }]);
    expect(workBetween(all[0], CHART_START, CHART_START + WEEK)).toBe(WEEK);
  });

  it('a pool keeps them from one calculation to the next', () => {
    const pool = new Map();
    const columns = columnsOf(chartPlan('A 1d\nB 1d cal=seven'));
    const first = compileNetwork(columns, pool);
    const second = compileNetwork(columns, pool);
    expect(second.calendars[0]).toBe(first.calendars[0]);
    expect(second.calendars[1]).toBe(first.calendars[1]);
  });
});
