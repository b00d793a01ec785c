import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { onDay } from '../testing/chart-calendars.ts';
import { columnsOf } from './columns.ts';
import { compileNetwork } from './network.ts';

const NAMES = ['startFloor', 'startCeiling', 'finishFloor', 'finishCeiling', 'mandatoryStart', 'mandatoryFinish'] as const;

/** Floors, ceilings and mandatory dates of one item, those that are set. */
function limits(words: string, options: Partial<CalculationOptions> = {}): Record<string, string> {
  const network = compileNetwork(columnsOf(chartPlan(`A 3d ${words}`, options)));
  return Object.fromEntries(NAMES.map((name) => [name, onDay(network[name][0])] as const).filter(([, date]) => date !== '-'));
}

describe('one limit', () => {
  it.each([
    ['none', '', {}],
    ['start on or after', 'snet=2', { startFloor: '2 08:00' }],
    ['start on or before', 'snlt=2', { startCeiling: '2 08:00' }],
    ['start on', 'son=2', { startFloor: '2 08:00', startCeiling: '2 08:00' }],
    ['finish on or after', 'fnet=2', { finishFloor: '2 16:00' }],
    ['finish on or before', 'fnlt=2', { finishCeiling: '2 16:00' }],
    ['finish on', 'fon=2', { finishFloor: '2 16:00', finishCeiling: '2 16:00' }],
    ['mandatory start', 'mandatory son=2', { startFloor: '2 08:00', startCeiling: '2 08:00', mandatoryStart: '2 08:00' }],
    ['mandatory finish', 'mandatory fon=2', { finishFloor: '2 16:00', finishCeiling: '2 16:00', mandatoryFinish: '2 16:00' }],
    ['mandatory does not harden an open limit', 'mandatory snet=2 fnlt=4', { startFloor: '2 08:00', finishCeiling: '4 16:00' }],
  ])('%s', (_, words, expected) => {
    expect(limits(words)).toEqual(expected);
  });
});

describe('several limits', () => {
  it.each([
    ['one on each end', 'snet=1 fnlt=8', { startFloor: '1 08:00', finishCeiling: '8 16:00' }],
    ['a second one on the other side of the start', 'snet=1 snlt2=3', { startFloor: '1 08:00', startCeiling: '3 08:00' }],
    ['a second one on the other side of the finish', 'fnlt=7 fnet2=3', { finishFloor: '3 16:00', finishCeiling: '7 16:00' }],
    ['of two floors the later', 'snet=1 snet2=3', { startFloor: '3 08:00' }],
    ['of two floors the later, told the other way round', 'snet=3 snet2=1', { startFloor: '3 08:00' }],
    ['of two ceilings the earlier', 'fnlt=7 fnlt2=3', { finishCeiling: '3 16:00' }],
    ['of two ceilings the earlier, told the other way round', 'fnlt=3 fnlt2=7', { finishCeiling: '3 16:00' }],
    ['a second date on both sides', 'snet=1 son2=3', { startFloor: '3 08:00', startCeiling: '3 08:00' }],
    ['a second one alone', 'fon2=3', { finishFloor: '3 16:00', finishCeiling: '3 16:00' }],
    ['a second one is not mandatory', 'mandatory son2=3', { startFloor: '3 08:00', startCeiling: '3 08:00' }],
  ])('%s', (_, words, expected) => {
    expect(limits(words)).toEqual(expected);
  });
});

describe('limits of other schedules', () => {
  it.each([
    [
      'the four kinds',
      'xsnet=1 xsnlt=2 xfnet=3 xfnlt=4',
      { startFloor: '1 08:00', startCeiling: '2 08:00', finishFloor: '3 16:00', finishCeiling: '4 16:00' },
    ],
    ['the latest of several floors', 'xsnet=1 xsnet=4 xsnet=2', { startFloor: '4 08:00' }],
    ['the earliest of several ceilings', 'xfnlt=4 xfnlt=1 xfnlt=2', { finishCeiling: '1 16:00' }],
    ['beside a constraint the tighter floor', 'snet=3 xsnet=1 fnet=4 xfnet=8', { startFloor: '3 08:00', finishFloor: '8 16:00' }],
    ['beside a constraint the tighter ceiling', 'snlt=3 xsnlt=1 fnlt=4 xfnlt=8', { startCeiling: '1 08:00', finishCeiling: '4 16:00' }],
  ])('%s', (_, words, expected) => {
    expect(limits(words)).toEqual(expected);
  });

  it('are not there when they are ignored', () => {
    expect(limits('xsnet=1 xsnlt=2 xfnet=3 xfnlt=4 snet=2', { externalRelations: 'ignored' })).toEqual({ startFloor: '2 08:00' });
  });

  it('of an item that is not in the plan are nobody’s', () => {
    const plan = chartPlan('A 1d xsnet=2');
    plan.externalLimits[0].itemId = 99;
    expect(onDay(compileNetwork(columnsOf(plan)).startFloor[0])).toBe('-');
  });
});

describe('limits on an end that is actual', () => {
  const ALL = 'snet=1 snlt2=7 fnlt=8 xsnet=2 xfnlt=9';

  it('all hold before work has begun', () => {
    expect(limits(ALL)).toEqual({ startFloor: '2 08:00', startCeiling: '7 08:00', finishCeiling: '8 16:00' });
  });

  it('begun work keeps those of its finish and those of other schedules', () => {
    expect(limits(`${ALL} as=0`)).toEqual({ startFloor: '2 08:00', finishCeiling: '8 16:00' });
    expect(limits('mandatory son=3 as=0')).toEqual({});
    expect(limits('mandatory fon=3 as=0')).toEqual({ finishFloor: '3 16:00', finishCeiling: '3 16:00', mandatoryFinish: '3 16:00' });
  });

  it('begun work keeps a second limit of its finish', () => {
    expect(limits('fnet=3 fnlt2=8 as=0')).toEqual({ finishFloor: '3 16:00', finishCeiling: '8 16:00' });
  });

  it('completed work keeps none', () => {
    expect(limits(`${ALL} fnlt2=9 as=0 af=1`)).toEqual({});
    expect(limits('mandatory fon=3 as=0 af=1')).toEqual({});
  });
});

describe('limits that are not whole', () => {
  it('a type without a date, and a date without a type, are no limits', () => {
    const plan = chartPlan('A 1d snet=2 fnlt=4');
    plan.items[0].startLimitDate = null;
    plan.items[0].finishLimitType = null;
    const network = compileNetwork(columnsOf(plan));
    expect(NAMES.map((name) => onDay(network[name][0]))).toEqual(['-', '-', '-', '-', '-', '-']);
  });

  it('ends of rows have none of those that their rows state', () => {
    const network = compileNetwork(columnsOf(chartPlan('P 1d\nS 0d sum P snet=7 snlt=9 fnet=9 fnlt=12 xsnet=8\nA 1d in=S\nB 1d S')));
    const ends = Array.from(network.kind.keys()).filter((node) => network.itemOf[node] === 1);
    expect(ends.length).toBe(2);
    for (const node of ends) expect(NAMES.map((name) => onDay(network[name][node]))).toEqual(['-', '-', '-', '-', '-', '-']);
  });
});
