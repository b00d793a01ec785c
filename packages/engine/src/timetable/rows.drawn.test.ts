import { describe, expect, it } from 'vitest';
import type { Plan } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { atDay } from '../testing/chart-calendars.ts';
import { draw, drawn } from '../testing/drawing.ts';
import { calculate } from './calculate.ts';

describe('level of effort, drawn', () => {
  it('hangs between a start and a finish, with lags; late dates come from the same links', () => {
    expect(drawn('A 2d\nB 3d A\nL 1d loe A:ss B:ff\nM 1d loe A:ss+1d B:ff+1d\nZ 9d')).toBe(`
  MTWTFssMTWTF
A ==------
B   ===------
L =====------
M  ====..=----
Z #####..####
`);
  });

  it('ends where a successor that it points at ends', () => {
    expect(drawn('A 2d\nB 3d A\nL 1d loe A\nC 1d L:ff B')).toBe(`
  MTWTFssM
A ##
B   ###
L   ###..#
C        #
`);
  });
});

describe('expected finish, drawn', () => {
  it('shortens what has not begun and stretches what has', () => {
    expect(drawn('A 2d\nB 4d A exp=3\nC 1d B')).toBe(`
  MTWTF
A ##
B   ##
C     #
`);
    expect(drawn('A 4d as=0 rem=2d exp=8\nB 1d A', { dataDate: atDay(2, 0) })).toBe(`
  MTWTFssMTW
A xx###..##
B          #
`);
  });
});

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
