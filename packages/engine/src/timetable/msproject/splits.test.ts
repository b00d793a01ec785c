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
});
