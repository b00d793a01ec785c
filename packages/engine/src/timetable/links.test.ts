import { describe, expect, it } from 'vitest';
import { chartPlan } from '../testing/chart.ts';
import { atDay, onDay } from '../testing/chart-calendars.ts';
import { drawn } from '../testing/drawing.ts';
import { calculate } from './calculate.ts';

describe('the four kinds of links', () => {
  it('finish to start: the longest way is critical, the rest floats', () => {
    expect(
      drawn(`
        A 3d
        B 2d A
        C 2d A
        D 1d B C+2d
      `),
    ).toBe(`
  MTWTFssMTW
A ###
B    ==----
C    ##
D          #
`);
  });

  it('start to start, finish to finish, start to finish', () => {
    expect(
      drawn(`
        A 3d
        B 2d A:ss+1d
        C 2d A:ff+1d
        D 1d A:sf
      `),
    ).toBe(`
  MTWT
A ###
B  ==-
C   ##
D =---
`);
  });
});

describe('lag', () => {
  it('ends at the end of a period; the calendar of the successor finds its own start', () => {
    expect(
      drawn(`
        A 4d
        B 2d A+1d
        C 2d A+1d cal=seven
      `),
    ).toBe(`
  MTWTFssMT
A ####
B        ##
C      ==--
`);
  });

  it.each([
    ['predecessor', '8 08:00'],
    ['successor', '6 08:00'],
    ['project', '8 08:00'],
    ['elapsed', '5 08:00'],
  ] as const)('runs in the calendar of the option: %s', (lagCalendar, start) => {
    const plan = chartPlan('A 5d\nB 1d A+8h cal=seven', { lagCalendar });
    expect(onDay(calculate(plan).earlyStart[1])).toBe(start);
  });

  it('a relation can have a calendar of its own', () => {
    const plan = chartPlan('A 5d\nB 1d A+1d cal=seven', { lagCalendar: 'predecessor' });
    plan.relations[0].lagCalendar = 'elapsed';
    expect(onDay(calculate(plan).earlyStart[1])).toBe('5 08:00');
  });

  it('a lead pulls forward, but not before the data date', () => {
    expect(drawn('A 3d\nB 2d A-1d\nC 1d A-9d')).toBe(`
  MTWT
A ###
B   ##
C =---
`);
  });

  it('is shorter by what has passed since the predecessor ended', () => {
    expect(drawn('A 1d as=0 af=0\nB 1d A+4d', { dataDate: atDay(2, 0) })).toBe(`
  MTWTFssM
A x
B        #
`);
  });

  it('of started work runs from the restart or from the data date', () => {
    const text = 'A 4d as=0 rem=2d resume=4\nB 1d A:ss+2d';
    const startOf = (lagFromEarlyStart: boolean) =>
      onDay(calculate(chartPlan(text, { dataDate: atDay(1, 0), lagFromEarlyStart })).earlyStart[1]);
    expect(startOf(true)).toBe('7 08:00');
    expect(startOf(false)).toBe('2 08:00');
  });
});

describe('links into a finish', () => {
  it('leave the finish at the start of the next period when they point there', () => {
    const result = calculate(chartPlan('A 2d\nB 3d\nC 1d A B:sf'));
    expect(onDay(result.earlyFinish[2])).toBe('2 16:00');
    const bound = calculate(chartPlan('P 5d\nA 1d P\nC 1d A:sf'));
    expect(onDay(bound.earlyStart[2])).toBe('4 08:00');
    expect(onDay(bound.earlyFinish[2])).toBe('7 08:00');
  });
});

describe('milestones', () => {
  it('a finish milestone stands at the end of work, a start milestone at the next start', () => {
    const result = calculate(chartPlan('A 5d\nF 0d A mf\nS 0d A ms\nB 1d F S'));
    expect([1, 2].map((at) => onDay(result.earlyStart[at]))).toEqual(['4 16:00', '7 08:00']);
    expect([1, 2].map((at) => onDay(result.lateFinish[at]))).toEqual(['4 16:00', '7 08:00']);
  });
});
