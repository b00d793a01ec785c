import { describe, expect, it } from 'vitest';
import type { MsProjectOptions } from '@gantry/domain';
import { chartPlan } from '../../testing/chart.ts';
import { MS_PROJECT_OPTIONS } from '../../testing/chart-options.ts';
import { atDay, onDay } from '../../testing/chart-calendars.ts';
import { calculate } from '../calculate.ts';

function dates(text: string, options: Partial<MsProjectOptions> = {}) {
  const plan = chartPlan(text, {
    rules: 'msproject',
    lagCalendar: 'successor',
    projectStart: atDay(0),
    msproject: { ...MS_PROJECT_OPTIONS, ...options },
  });
  const result = calculate(plan);
  return plan.items.map((_, at) => ({
    early: `${onDay(result.earlyStart[at])} – ${onDay(result.earlyFinish[at])}`,
    late: `${onDay(result.lateStart[at])} – ${onDay(result.lateFinish[at])}`,
    start: onDay(result.start[at]),
  }));
}

describe('the rules of MS Project', () => {
  it('lag runs in the calendar of the successor, a lead may reach before the status date', () => {
    expect(dates('A 5d\nB 1d A+1d cal=seven')[1].early).toBe('6 08:00 – 6 16:00');
    expect(dates('A 3d\nB 1d A-1d')[1].early).toBe('2 08:00 – 2 16:00');
  });

  it('ended work keeps its actual dates, early and late', () => {
    const [ended] = dates('A 3d as=0 af=1\nB 9d');
    expect(ended).toEqual({ early: '0 08:00 – 1 16:00', late: '0 08:00 – 1 16:00', start: '0 08:00' });
  });

  it('started work goes on where it stopped and holds its predecessor to that moment', () => {
    const [before, started] = dates('A 1d\nB 4d A as=1 rem=2d resume=7\nC 9d');
    expect(started.early).toBe('1 08:00 – 8 16:00');
    expect(started.late.slice(0, 7)).toBe('1 08:00');
    expect(before.late).toBe('4 08:00 – 4 16:00');
  });

  it('what is scheduled by hand keeps its dates; what comes after it does not', () => {
    const [, manual, after] = dates('A 9d\nB 2d A manual at=1\nC 1d B');
    expect(manual.early).toBe('1 08:00 – 1 16:00');
    expect(after.early).toBe('2 08:00 – 2 16:00');
  });

  it('a deadline lowers the late finish only', () => {
    expect(dates('A 1d dl=2\nB 9d')[0]).toEqual({ early: '0 08:00 – 0 16:00', late: '2 08:00 – 2 16:00', start: '0 08:00' });
  });

  it('must start on holds against links while constraints are honoured', () => {
    const text = 'A 5d\nB 1d A mandatory son=1';
    expect(dates(text)[1].early).toBe('1 08:00 – 1 16:00');
    expect(dates(text, { honorConstraints: false })[1].early).toBe('7 08:00 – 7 16:00');
  });

  it('a milestone stands where its predecessor ends and is late where its successor is', () => {
    expect(dates('A 5d\nM 0d A mf\nB 1d M')[1]).toEqual({ early: '4 16:00 – 4 16:00', late: '7 08:00 – 7 08:00', start: '4 16:00' });
  });

  it('as late as possible takes the late dates as its own, scheduling from the finish all of them', () => {
    expect(dates('A 1d alap\nB 9d')[0].start).toBe('10 08:00');
    expect(dates('A 1d\nB 9d', { scheduleFrom: 'finish' })[0].start).toBe('10 08:00');
  });

  it('an inactive item is not scheduled and drives nobody', () => {
    const plan = chartPlan('A 5d manual\nB 1d A', { rules: 'msproject', projectStart: atDay(0), msproject: MS_PROJECT_OPTIONS });
    plan.items[0].msproject = { ...plan.items[0].msproject!, manual: false, inactive: true };
    expect(onDay(calculate(plan).earlyStart[1])).toBe('0 08:00');
  });

  it('a leveling delay counts elapsed time, an elapsed duration runs around the clock', () => {
    const plan = chartPlan('A 1d manual\nB 1d manual', { rules: 'msproject', projectStart: atDay(0), msproject: MS_PROJECT_OPTIONS });
    plan.items[0].msproject = { ...plan.items[0].msproject!, manual: false, levelingDelayMinutes: 1440 };
    plan.items[1].msproject = { ...plan.items[1].msproject!, manual: false, elapsedDuration: true };
    const result = calculate(plan);
    expect([onDay(result.earlyStart[0]), onDay(result.earlyFinish[1])]).toEqual(['1 08:00', '0 16:00']);
  });

  it('a resource works while its own calendar and that of the item do', () => {
    const plan = chartPlan('A 6d cal=seven', { rules: 'msproject', projectStart: atDay(0), msproject: MS_PROJECT_OPTIONS });
    plan.resources = [{ id: 1, code: 'R', name: '', kind: 'labour', calendarId: 1, limit: null, unit: 'h', pricePerUnit: null }];
    plan.assignments = [
      {
        id: 1,
        itemId: 1,
        resourceId: 1,
        plannedUnits: 0,
        actualUnits: 0,
        remainingUnits: 0,
        plannedCost: 0,
        actualCost: 0,
        remainingCost: 0,
        remainingMinutes: null,
        lagMinutes: 0,
        driving: true,
        curve: null,
      },
    ];
    expect(onDay(calculate(plan).earlyFinish[0])).toBe('7 16:00');
  });
});
