import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { atDay } from '../testing/chart-calendars.ts';
import { calculate } from './calculate.ts';

/** What the log of a calculation lists, by codes; relations as `A fs B`. */
function logOf(text: string, options: Partial<CalculationOptions> = {}) {
  const plan = chartPlan(text, options);
  const { log } = calculate(plan);
  const codes = (ids: number[]) => ids.map((id) => plan.items[id - 1].code).join(' ');
  const relations = (ids: number[]) =>
    ids
      .map((id) => plan.relations[id - 1])
      .map((one) => `${plan.items[one.predecessorId - 1].code} ${one.type} ${plan.items[one.successorId - 1].code}`)
      .join(', ');
  return {
    counts: `${log.itemCount} items, ${log.scheduledCount} scheduled, ${log.relationCount} relations`,
    states: `${log.notStartedCount} not begun, ${log.inProgressCount} begun, ${log.completedCount} done`,
    critical: `${log.criticalCount} critical, ${log.nearCriticalCount} near`,
    openStarts: codes(log.openStartIds),
    openFinishes: codes(log.openFinishIds),
    constrained: codes(log.constrainedIds),
    violated: codes(log.violatedIds),
    outOfSequence: relations(log.outOfSequenceRelationIds),
    overridden: relations(log.overriddenRelationIds),
  };
}

const WEDNESDAY = { dataDate: atDay(2, 0) };

describe('counts', () => {
  it('of a small plan', () => {
    expect(logOf('A 2d\nB 3d A\nC 1d A')).toEqual({
      counts: '3 items, 3 scheduled, 2 relations',
      states: '3 not begun, 0 begun, 0 done',
      critical: '2 critical, 1 near',
      openStarts: 'A',
      openFinishes: 'B C',
      constrained: '',
      violated: '',
      outOfSequence: '',
      overridden: '',
    });
  });

  it('of an empty one', () => {
    expect(logOf('')).toEqual({
      counts: '0 items, 0 scheduled, 0 relations',
      states: '0 not begun, 0 begun, 0 done',
      critical: '0 critical, 0 near',
      openStarts: '',
      openFinishes: '',
      constrained: '',
      violated: '',
      outOfSequence: '',
      overridden: '',
    });
  });

  it('rows, drafts, levels of effort and summaries are items, but are not scheduled', () => {
    const { counts, critical } = logOf('S 0d sum\nA 2d in=S\nL 1d loe in=S A:ss A:ff\nW 0d wbs in=S\nD 1d draft at=3\nM 0d A mf');
    expect(counts).toBe('6 items, 2 scheduled, 3 relations');
    expect(critical).toBe('2 critical, 0 near');
  });

  it('states', () => {
    expect(logOf('A 2d as=0 af=1\nB 3d as=0 rem=1d\nC 1d\nD 1d as=1 af=1', WEDNESDAY).states).toBe('1 not begun, 1 begun, 2 done');
  });

  it('near-critical is what is above the first limit, up to the second', () => {
    const text = 'Z 9d\nA 9d\nB 8d\nC 7d\nD 6d\nE 1d';
    const near = (criticalFloatMinutes: number, nearCriticalFloatMinutes: number) =>
      logOf(text, { criticalFloatMinutes, nearCriticalFloatMinutes }).critical;
    expect(near(0, 0)).toBe('2 critical, 0 near');
    expect(near(0, 480)).toBe('2 critical, 1 near');
    expect(near(0, 960)).toBe('2 critical, 2 near');
    expect(near(480, 960)).toBe('3 critical, 1 near');
    expect(near(479, 960)).toBe('2 critical, 2 near');
    expect(near(480, 0)).toBe('3 critical, 0 near');
    expect(near(-480, 480)).toBe('0 critical, 3 near');
    expect(near(99_999, 99_999)).toBe('6 critical, 0 near');
  });

  it('an item with negative float is critical by any limit that reaches it', () => {
    expect(logOf('A 3d fnlt=1\nB 3d', { criticalFloatMinutes: -480 }).critical).toBe('1 critical, 1 near');
  });

  it('the options are those of the calculation', () => {
    const plan = chartPlan('A 1d', { floatType: 'start' });
    expect(calculate(plan).log.options).toBe(plan.options);
  });
});

describe('open ends', () => {
  it.each([
    ['a chain is open at both ends', 'A 1d\nB 1d A\nC 1d B', 'A', 'C'],
    ['single items are open on both sides', 'A 1d\nB 1d', 'A B', 'A B'],
    ['whatever the type of the relation', 'A 1d\nB 1d A:ss\nC 1d B:sf', 'A', 'C'],
    ['levels of effort close nothing', 'A 1d\nL 1d loe A\nB 1d L', 'A B', 'A B'],
    ['drafts close nothing', 'A 1d\nD 1d draft A\nB 1d D', 'A B', 'A B'],
    ['rows do: what is below is behind or before their relations', 'A 1d\nS 0d sum A\nB 1d in=S\nC 1d S', 'A', 'C'],
    ['levels of effort and rows are not listed themselves', 'S 0d sum\nA 1d in=S\nL 1d loe', 'A', 'A'],
    ['a relation that closes a ring is not there', 'A 1d B\nB 1d A', 'A', 'B'],
  ])('%s', (_, text, starts, finishes) => {
    const { openStarts, openFinishes } = logOf(text);
    expect([openStarts, openFinishes]).toEqual([starts, finishes]);
  });

  it('completed items are not listed, begun ones are', () => {
    const { openStarts, openFinishes } = logOf('A 1d as=0 af=0\nB 3d as=0 rem=1d\nC 1d', WEDNESDAY);
    expect([openStarts, openFinishes]).toEqual(['B C', 'B C']);
  });

  it('a relation that override leaves out leaves its ends open', () => {
    const { openStarts, openFinishes } = logOf('A 3d\nB 3d A as=0 rem=1d', { ...WEDNESDAY, progressMode: 'progress_override' });
    expect([openStarts, openFinishes]).toEqual(['A B', 'A B']);
  });
});

describe('constraints', () => {
  it('lists items with a limit on either end, once', () => {
    expect(logOf('A 1d snet=1\nB 1d fnlt=9\nC 1d son=2 fon=4\nD 1d\nE 1d alap').constrained).toBe('A B C');
  });

  it('limits of other schedules and second limits alone are none of the item', () => {
    expect(logOf('A 1d xsnet=1\nB 1d').constrained).toBe('');
  });

  it('completed items keep theirs in the list, violated they are not', () => {
    const { constrained, violated } = logOf('A 2d as=0 af=1 fnlt=0\nB 1d', WEDNESDAY);
    expect([constrained, violated]).toEqual(['A', '']);
  });

  it.each([
    ['a start later than allowed', 'A 2d\nB 1d A snlt=1', 'B'],
    ['a start on the day that is allowed', 'A 2d\nB 1d A snlt=2', ''],
    ['a finish later than allowed', 'A 2d\nB 1d A fnlt=1', 'B'],
    ['a finish on the day that is allowed', 'A 2d\nB 1d A fnlt=2', ''],
    ['a date that a relation has passed', 'A 2d\nB 1d A son=1', 'B'],
    ['a date that it reaches', 'A 2d\nB 1d A son=3', ''],
    ['what comes before is late, but keeps its own limits', 'A 2d\nB 1d A fnlt=1', 'B'],
    ['a limit of another schedule', 'A 2d\nB 1d A xfnlt=1', 'B'],
    ['a floor cannot be violated', 'A 2d snet=-3 fnet=-2', ''],
  ])('%s', (_, text, violated) => {
    expect(logOf(text).violated).toBe(violated);
  });
});

describe('progress out of sequence', () => {
  it.each([
    ['begun before the predecessor has ended', 'A 4d as=0 rem=2d\nB 3d A as=1 rem=1d', 'A fs B'],
    ['begun before the predecessor has begun', 'A 4d\nB 3d A as=1 rem=1d', 'A fs B'],
    ['begun after the predecessor has ended', 'A 1d as=0 af=0\nB 3d A as=1 rem=1d', ''],
    ['begun on the day on which it ended, before that', 'A 1d as=0 af=0\nB 3d A as=0 rem=1d', 'A fs B'],
    ['begun at the moment at which it ended', 'A 1d as=0 af=0\nB 3d A as=0@16 rem=1d', ''],
    ['not begun', 'A 4d as=0 rem=2d\nB 3d A', ''],
    ['start to start: begun before it', 'A 4d as=1 rem=2d\nB 3d A:ss as=0 rem=1d', 'A ss B'],
    ['start to start: begun after it', 'A 4d as=0 rem=2d\nB 3d A:ss as=1 rem=1d', ''],
    ['start to start: the predecessor has not begun', 'A 4d\nB 3d A:ss as=1 rem=1d', 'A ss B'],
    ['finish to finish: ended before it', 'A 4d as=0 rem=2d\nB 1d A:ff as=0 af=1', 'A ff B'],
    ['finish to finish: only begun', 'A 4d as=0 rem=2d\nB 3d A:ff as=0 rem=1d', ''],
    ['finish to finish: ended after it', 'A 1d as=0 af=0\nB 2d A:ff as=0 af=1', ''],
    ['start to finish: ended before it began', 'A 4d as=1 rem=2d\nB 1d A:sf as=0 af=0', 'A sf B'],
    ['start to finish: ended after it began', 'A 4d as=0 rem=2d\nB 1d A:sf as=0 af=0', ''],
    ['several, in the order of the relations', 'A 4d\nB 3d A as=1 rem=1d\nC 1d B A as=0 af=0', 'A fs B, B fs C, A fs C'],
  ])('%s', (_, text, relations) => {
    expect(logOf(text, WEDNESDAY).outOfSequence).toBe(relations);
  });

  it('a lead or lag does not count: only the ends are compared', () => {
    expect(logOf('A 4d as=0 rem=2d\nB 3d A-9d as=1 rem=1d', WEDNESDAY).outOfSequence).toBe('A fs B');
  });
});

describe('what override leaves out', () => {
  const left = (text: string, progressMode: CalculationOptions['progressMode']) => logOf(text, { ...WEDNESDAY, progressMode }).overridden;
  const TEXT = 'A 4d\nB 3d A A:ss A:ff A:sf as=1 rem=1d\nC 1d A A:ss A:ff A:sf as=0 af=0\nD 1d A A:ss A:ff A:sf';

  it('starts of begun work, everything into completed work, nothing into work that has not begun', () => {
    expect(left(TEXT, 'progress_override')).toBe('A fs B, A ss B, A fs C, A ss C, A ff C, A sf C');
  });

  it('nothing by the other modes', () => {
    expect([left(TEXT, 'retained_logic'), left(TEXT, 'actual_dates')]).toEqual(['', '']);
  });

  it('whatever the state of the predecessor', () => {
    expect(left('A 2d as=0 af=1\nB 3d A as=1 rem=1d', 'progress_override')).toBe('A fs B');
  });
});
