import { describe, expect, test } from 'vitest';
import { closedDay, dayOfText, lastDayOfFacts, openFrom, valueProblem, withoutDays } from './day-values.rules.ts';

describe('the editing period', () => {
  test.each([
    ['plan', { plan: 2, fact: null }, 98],
    ['approved_plan', { plan: 2, fact: 9 }, 98],
    ['fact', { plan: 2, fact: 0 }, 100],
    ['fact', { plan: 2, fact: null }, null],
  ] as const)('of %s with %j opens on day %j', (mode, period, day) => expect(openFrom(mode, 100, period)).toBe(day));

  test('names the first closed day', () => {
    expect(closedDay([9, 3, 4], 5)).toBe(3);
    expect(closedDay([5, 6], 5)).toBeNull();
    expect(closedDay([1], null)).toBeNull();
  });
});

describe('a value of a day', () => {
  const today = lastDayOfFacts(new Date('2026-03-10T12:00:00Z'));
  test.each([
    ['fact', '2026-03-11', 1, null],
    ['fact', '2026-03-12', 1, 'values.future'],
    ['plan', '2026-03-12', 1, null],
    ['plan', '1999-12-31', 1, 'values.day_out_of_range'],
    ['plan', '2051-01-01', 1, 'values.day_out_of_range'],
    ['plan', '2051-01-01', null, null],
    ['plan', '2026-03-12', 1e12, null],
    ['plan', '2026-03-12', 1.1e12, 'values.too_large'],
    ['fact', '2026-03-10', -1e13, 'values.too_large'],
    ['plan', '2026-03-12', 0.123456, null],
    ['plan', '2026-03-12', 0.1234567, 'values.too_fine'],
    ['fact', '2026-03-10', 123456789.123456, null],
  ] as const)('%s on %s of %j: %j', (mode, day, value, problem) => expect(valueProblem(mode, dayOfText(day), value, today)).toBe(problem));

  test('is not of summaries, drafts and milestones', () => {
    expect((['sum', 'draft', 'milestone_start', 'milestone_finish', 'work', 'task'] as const).map((type) => withoutDays({ type }))).toEqual(
      ['values.of_a_summary', 'values.of_a_draft', 'values.of_a_milestone', 'values.of_a_milestone', null, null],
    );
  });
});
