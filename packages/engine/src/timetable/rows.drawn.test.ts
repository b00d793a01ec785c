import { describe, expect, it } from 'vitest';
import type { Plan } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { atDay } from '../testing/chart-calendars.ts';
import { draw } from '../testing/drawing.ts';
import { calculate } from './calculate.ts';

describe('relations to other schedules, drawn', () => {
  const chart = (externalRelations: Plan['options']['externalRelations']) => {
    const plan = chartPlan('A 2d\nB 2d A\nZ 9d', { externalRelations });
    plan.externalLimits = [
      { itemId: 1, kind: 'start_not_earlier', date: atDay(2) },
      { itemId: 2, kind: 'finish_not_later', date: atDay(4, 16) },
    ];
    return draw(plan, calculate(plan));
  };

  it('live: their dates push and bound', () => {
    expect(chart('live')).toBe(`
  MTWTFssMTWT
A   ##<
B     #..#<
Z #####..####
`);
  });

  it('ignored: as if there were none', () => {
    expect(chart('ignored')).toBe(`
  MTWTFssMTWT
A ==-------
B   ==-------
Z #####..####
`);
  });
});
