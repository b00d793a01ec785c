import { describe, expect, it } from 'vitest';
import { chartPlan } from '../../testing/chart.ts';
import { atDay } from '../../testing/chart-calendars.ts';
import { calculate } from '../calculate.ts';
import { markSplits } from './splits.ts';

const MSPROJECT = {
  manual: false,
  inactive: false,
  elapsedDuration: false,
  ignoreResourceCalendar: false,
  levelingDelayMinutes: 0,
  actualMinutes: 0,
  taskType: 'fixed_units' as const,
  effortDriven: false,
};

/** A works two days, with a day off between them where its assignment lies over three. */
function split(rules: 'p6' | 'msproject', curveName: string | null) {
  const plan = chartPlan('A 2d\nB 1d A');
  plan.options = { ...plan.options, rules };
  plan.items = plan.items.map((item) => ({ ...item, msproject: { ...MSPROJECT } }));
  plan.resources = [{ id: 1, name: 'Crew', kind: 'labour', calendarId: null } as unknown as (typeof plan.resources)[number]];
  plan.assignments = [{ id: 1, itemId: 1, resourceId: 1 } as unknown as (typeof plan.assignments)[number]];
  markSplits(plan, [{ curveName, plannedStart: atDay(0), plannedFinish: atDay(2, 16) }]);
  return plan;
}

describe('split tasks', () => {
  it('a contour longer than the work is a gap of the task, and what follows waits for its end', () => {
    const plan = split('msproject', 'Contoured');
    expect(plan.items[0].msproject?.splitMinutes).toBe(480);
    expect(calculate(plan).earlyStart[1]).toBe(atDay(3));
  });

  it('another curve, and the rules of P6, know no gaps', () => {
    expect(split('msproject', 'Bell').items[0].msproject?.splitMinutes).toBeUndefined();
    expect(split('p6', 'Contoured').items[0].msproject?.splitMinutes).toBeUndefined();
  });

  /** Two days of work whose assignment spans from Monday to the given day, in the calendar of the resource, of the item or of the plan. */
  function gapOf(lastDay: number, calendars: { resource?: number | null; item?: number | null; plan?: number | null }) {
    const plan = chartPlan('A 2d on=five', { rules: 'msproject', defaultCalendarId: calendars.plan ?? null });
    plan.items[0].msproject = { ...MSPROJECT };
    plan.items[0].calendarId = calendars.item ?? null;
    plan.resources[0].calendarId = calendars.resource ?? null;
    markSplits(plan, [{ curveName: 'Contoured', plannedStart: atDay(0), plannedFinish: atDay(lastDay, 16) }]);
    const minutes = plan.items[0].msproject.splitMinutes;
    return minutes === undefined ? undefined : minutes / 480;
  }

  it.each([
    ['of the resource', { resource: 2, item: 1, plan: 1 }, 6],
    ['of the item, where the resource has none', { item: 1, plan: 2 }, 4],
    ['of the plan, where neither has one', { plan: 2 }, 6],
    ['none at all: no gap', {}, undefined],
    ['one that is not there: no gap', { resource: 99 }, undefined],
  ])('the span of Monday to Monday counts in the calendar %s', (_, calendars, days) => {
    expect(gapOf(7, calendars)).toBe(days);
  });

  it('work that fills its span, or more, has no gap', () => {
    expect(gapOf(1, { resource: 1 })).toBe(0);
    expect(gapOf(0, { resource: 1 })).toBe(0);
  });

  it('of several assignments the longest gap', () => {
    const plan = chartPlan('A 2d on=five on=five on=five\nB 1d on=five', { rules: 'msproject' });
    plan.items[0].msproject = { ...MSPROJECT };
    const span = (lastDay: number | null, curveName = 'Contoured') => ({
      curveName,
      plannedStart: lastDay === null ? null : atDay(0),
      plannedFinish: lastDay === null ? null : atDay(lastDay, 16),
    });
    markSplits(plan, [span(3), span(4), span(null), span(9)]);
    expect(plan.items.map((item) => item.msproject?.splitMinutes)).toEqual([3 * 480, undefined]);
  });

  it('a resource that is not there leaves the calendar of the item', () => {
    const plan = chartPlan('A 2d on=seven', { rules: 'msproject' });
    plan.items[0].msproject = { ...MSPROJECT };
    plan.assignments[0].resourceId = 99;
    markSplits(plan, [{ curveName: 'Contoured', plannedStart: atDay(0), plannedFinish: atDay(7, 16) }]);
    expect(plan.items[0].msproject?.splitMinutes).toBe(4 * 480);
  });
});
