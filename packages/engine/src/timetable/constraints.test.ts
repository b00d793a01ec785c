import { describe, expect, it } from 'vitest';
import { chartPlan } from '../testing/chart.ts';
import { atDay, onDay } from '../testing/chart-calendars.ts';
import { drawn } from '../testing/drawing.ts';
import { calculate } from './calculate.ts';

/** Early and late dates of the last item of a chart. */
function datesOf(text: string): { early: string; late: string } {
  const plan = chartPlan(text);
  const result = calculate(plan);
  const at = plan.items.length - 1;
  return {
    early: `${onDay(result.earlyStart[at])} – ${onDay(result.earlyFinish[at])}`,
    late: `${onDay(result.lateStart[at])} – ${onDay(result.lateFinish[at])}`,
  };
}

describe('constraints', () => {
  it.each([
    ['start on or after', 'snet=2', '2 08:00 – 3 16:00', '9 08:00 – 10 16:00'],
    ['start on or before', 'snlt=1', '0 08:00 – 1 16:00', '1 08:00 – 2 16:00'],
    ['start on', 'son=2', '2 08:00 – 3 16:00', '2 08:00 – 3 16:00'],
    ['finish on or after', 'fnet=3', '2 08:00 – 3 16:00', '9 08:00 – 10 16:00'],
    ['finish on or before', 'fnlt=2', '0 08:00 – 1 16:00', '1 08:00 – 2 16:00'],
    ['finish on', 'fon=3', '2 08:00 – 3 16:00', '2 08:00 – 3 16:00'],
  ])('%s', (_, word, early, late) => {
    expect(datesOf(`Z 9d\nA 2d ${word}`)).toEqual({ early, late });
  });

  it('a floor moves the early dates, a ceiling the late ones; links still push through a ceiling', () => {
    expect(
      drawn(`
        A 3d snet=2
        B 1d A fnlt=3
        C 1d fon=8
        D 2d son=1
      `),
    ).toBe(`
  MTWTFssMT
A   ###<
B        #<
C         #
D  ##
`);
  });

  it('a mandatory date holds against the links on both sides', () => {
    expect(drawn('A 2d\nB 2d A mandatory son=1\nC 1d B')).toBe(`
  MTWT
A ##<
B  ##
C    #
`);
    expect(datesOf('A 5d\nB 2d A mandatory fon=2')).toEqual({ early: '1 08:00 – 2 16:00', late: '1 08:00 – 2 16:00' });
  });

  it('a mandatory date before the data date does not bring work back into the past', () => {
    const plan = chartPlan('A 1d mandatory fon=0', { dataDate: atDay(2, 0) });
    expect(onDay(calculate(plan).earlyStart[0])).toBe('2 08:00');
  });

  it('both ends and a second limit on one end hold together', () => {
    const plan = chartPlan('Z 9d\nA 2d snet=1 fnlt=8');
    plan.items[1].secondLimit = { end: 'start', type: 'not_later', date: atDay(3) };
    const result = calculate(plan);
    expect([onDay(result.earlyStart[1]), onDay(result.lateStart[1])]).toEqual(['1 08:00', '3 08:00']);
  });

  it('names what it could not keep', () => {
    const log = calculate(chartPlan('A 3d\nB 1d A fnlt=1\nC 1d snlt=0')).log;
    expect([log.constrainedIds, log.violatedIds]).toEqual([[2, 3], [2]]);
  });
});

describe('limits from other schedules', () => {
  const plan = chartPlan('A 1d\nB 1d A\nZ 9d');
  plan.externalLimits = [
    { itemId: 1, kind: 'start_not_earlier', date: atDay(2) },
    { itemId: 2, kind: 'finish_not_later', date: atDay(3, 16) },
  ];

  it('count like constraints, and not at all when they are ignored', () => {
    const live = calculate(plan);
    expect([onDay(live.earlyStart[0]), onDay(live.lateFinish[1])]).toEqual(['2 08:00', '3 16:00']);
    const ignored = calculate({ ...plan, options: { ...plan.options, externalRelations: 'ignored' } });
    expect([onDay(ignored.earlyStart[0]), onDay(ignored.lateFinish[1])]).toEqual(['0 08:00', '10 16:00']);
  });
});

describe('as late as possible', () => {
  it('slides to the earliest successor and leaves no free float', () => {
    expect(drawn('A 2d\nB 1d A alap\nC 5d A\nD 1d B C')).toBe(`
  MTWTFssMTW
A ##
B         #
C   ###..##
D          #
`);
    expect(calculate(chartPlan('A 2d\nB 1d A alap\nC 5d A\nD 1d B C')).freeFloat[1]).toBe(0);
  });

  it('slides to the end of the project without a successor', () => {
    expect(onDay(calculate(chartPlan('A 5d\nB 1d alap')).earlyFinish[1])).toBe('4 16:00');
  });

  it('does not move what comes before or after it', () => {
    const result = calculate(chartPlan('A 1d\nB 1d A alap\nC 9d\nD 1d B C'));
    expect([onDay(result.earlyStart[0]), onDay(result.earlyStart[3])]).toEqual(['0 08:00', '11 08:00']);
  });
});

describe('the end of the backward pass', () => {
  it('must finish by: float may be negative or more than the plan has', () => {
    const floatOf = (day: number) => calculate(chartPlan('A 5d', { mustFinishBy: atDay(day, 16) })).totalFloat[0];
    expect([floatOf(3), floatOf(4), floatOf(7)]).toEqual([-480, 0, 480]);
  });

  it('open ends are critical when the option says so', () => {
    expect(calculate(chartPlan('A 5d\nB 1d', { openEndsCritical: true })).critical).toEqual(Uint8Array.of(1, 1));
    expect(calculate(chartPlan('A 5d\nB 1d')).critical).toEqual(Uint8Array.of(1, 0));
  });
});
