import { describe, expect, it } from 'vitest';
import { NO_DATE } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { atDay, onDay } from '../testing/chart-calendars.ts';
import { drawn } from '../testing/drawing.ts';
import { calculate } from './calculate.ts';
import { NO_FLOAT } from './result.ts';

const TUESDAY_NIGHT = { dataDate: atDay(2, 0) };

describe('work that has begun', () => {
  it('goes on at the data date with what remains', () => {
    expect(drawn('A 3d as=0 rem=2d\nB 2d A', TUESDAY_NIGHT)).toBe(`
  MTWTFssM
A xx##
B     #..#
`);
  });

  it('that is done pushes nobody past the data date and has no float', () => {
    expect(drawn('A 3d as=0 af=1\nB 4d A as=0 rem=2d\nC 2d B', TUESDAY_NIGHT)).toBe(`
  MTWTFssM
A xx
B xx##
C     #..#
`);
    const result = calculate(chartPlan('A 3d as=0 af=1\nB 1d A', TUESDAY_NIGHT));
    expect(result.totalFloat[0]).toBe(NO_FLOAT);
    expect([result.earlyStart[0], result.earlyFinish[0]]).toEqual([TUESDAY_NIGHT.dataDate, TUESDAY_NIGHT.dataDate]);
  });

  it('waits for its resume date', () => {
    expect(onDay(calculate(chartPlan('A 3d as=0 rem=2d resume=4', TUESDAY_NIGHT)).earlyFinish[0])).toBe('7 16:00');
  });

  it('has no constraint on a start that is actual', () => {
    const result = calculate(chartPlan('A 3d as=0 rem=2d snet=9', TUESDAY_NIGHT));
    expect(onDay(result.earlyStart[0])).toBe('2 08:00');
  });
});

describe('progress out of sequence', () => {
  const OUT_OF_SEQUENCE = 'A 5d as=0 rem=3d\nB 4d A as=1 rem=2d';

  it('retained logic: what remains waits for the predecessor', () => {
    expect(drawn(OUT_OF_SEQUENCE, TUESDAY_NIGHT)).toBe(`
  MTWTFssMT
A xx###
B  xxxx..##
`);
  });

  it('progress override: what remains goes on at the data date', () => {
    expect(drawn(OUT_OF_SEQUENCE, { ...TUESDAY_NIGHT, progressMode: 'progress_override' })).toBe(`
  MTWTF
A xx###
B  x==-
`);
  });

  it('actual dates: the predecessor should have ended when the successor began', () => {
    expect(drawn(OUT_OF_SEQUENCE, { ...TUESDAY_NIGHT, progressMode: 'actual_dates' })).toBe(`
  MTWTFs
A xx###<
B  x==-
`);
    const result = calculate(chartPlan(OUT_OF_SEQUENCE, { ...TUESDAY_NIGHT, progressMode: 'actual_dates' }));
    expect(result.totalFloat[0]).toBeLessThan(0);
  });

  it('is listed, and so is what override leaves out', () => {
    expect(calculate(chartPlan(OUT_OF_SEQUENCE, TUESDAY_NIGHT)).log.outOfSequenceRelationIds).toEqual([1]);
    expect(
      calculate(chartPlan(OUT_OF_SEQUENCE, { ...TUESDAY_NIGHT, progressMode: 'progress_override' })).log.overriddenRelationIds,
    ).toEqual([1]);
  });

  it('override keeps links into finishes of work that goes on, and drops all into work that is done', () => {
    const plan = chartPlan('A 5d as=0 rem=3d\nB 4d A:ff as=1 rem=1d\nC 1d A:ff as=0 af=1', {
      ...TUESDAY_NIGHT,
      progressMode: 'progress_override',
    });
    const result = calculate(plan);
    expect(onDay(result.earlyFinish[1])).toBe('4 16:00');
    expect(result.log.overriddenRelationIds).toEqual([2]);
  });
});

describe('expected finish', () => {
  it('stretches what remains to the date', () => {
    expect(drawn('A 2d\nB 3d A exp=8')).toBe(`
  MTWTFssMT
A ##
B   ###..##
`);
    expect(calculate(chartPlan('A 2d\nB 3d A exp=8')).remaining[1]).toBe(5 * 480);
  });

  it('is ignored when the date has passed: what remains stands, and the calculation says so', () => {
    const result = calculate(chartPlan('A 5d\nB 3d A exp=2\nC 2d exp=4'));
    expect([onDay(result.earlyStart[1]), onDay(result.earlyFinish[1])]).toEqual(['7 08:00', '9 16:00']);
    expect(result.issues).toEqual([{ kind: 'expected_finish_ignored', itemId: 2 }]);
    expect(calculate(chartPlan('A 5d\nB 3d A exp=2', { useExpectedFinish: false })).issues).toEqual([]);
  });

  it('gives way to a link that holds the finish later', () => {
    const result = calculate(chartPlan('A 9d\nB 3d A:ff exp=3'));
    expect([result.remaining[1], onDay(result.earlyFinish[1])]).toEqual([3 * 480, '10 16:00']);
  });

  it('leaves no free float and can be switched off', () => {
    expect(calculate(chartPlan('A 2d exp=3\nB 9d\nC 1d A B')).freeFloat[0]).toBe(0);
    expect(onDay(calculate(chartPlan('A 2d exp=3', { useExpectedFinish: false })).earlyFinish[0])).toBe('1 16:00');
  });
});

describe('before anything has begun', () => {
  it('nothing starts before the start of the project, even when the data date is earlier', () => {
    expect(onDay(calculate(chartPlan('A 1d', { dataDate: atDay(-10), projectStart: atDay(1, 0) })).earlyStart[0])).toBe('1 08:00');
  });

  it('a plan that is all done keeps the finish of its last calculation', () => {
    const finished = chartPlan('A 1d as=0 af=0', { ...TUESDAY_NIGHT, scheduledFinish: atDay(9, 16) });
    expect(onDay(calculate(finished).lateFinish[0])).toBe('9 16:00');
  });

  it('an empty plan has no finish', () => {
    const plan = chartPlan('');
    expect(calculate(plan).projectFinish).toBe(NO_DATE);
  });
});
