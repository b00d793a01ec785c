import { describe, expect, test } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { atDay } from '../testing/chart-calendars.ts';
import { picture } from '../testing/picture.ts';
import { checkHealth } from './run.ts';
import { findingText, findingsOf, healthPlan } from './testing/drawn-health.ts';

type Calculation = Partial<CalculationOptions>;

/** Of all checks those that fail, and nothing else. */
function expectFindings(drawing: string, expected = '', calculation: Calculation = {}) {
  expect(findingsOf(healthPlan(drawing, calculation))).toBe(picture(expected));
}

describe('high_float: more than 44 working days', () => {
  const beside = (long: string) => `
      S 0d ms
      A 23d S
      C ${long} A
      B 1d S
      F 0d mf B C
      `;
  test('45 days beside a branch of 46', () => expectFindings(beside('23d'), 'high_float 1 of 5: B'));
  test('44 days and a minute', () => expectFindings(beside('10561m'), 'high_float 1 of 5: B'));
  test('44 days are allowed', () => expectFindings(beside('22d')));
});

describe('high_duration: more than 44 working days left in one row', () => {
  const long = (duration: string) => `
      S 0d ms
      A ${duration} S
      B 1d A
      F 0d mf B
      `;
  test('45 days', () => expectFindings(long('45d'), 'high_duration 1 of 2: A'));
  test('44 days and a minute', () => expectFindings(long('21121m'), 'high_duration 1 of 2: A'));
  test('44 days are allowed', () => expectFindings(long('44d')));
  test('what is past of it does not count', () =>
    expectFindings(long('90d').replace('90d S', '90d S as=-40 rem=44d').replace('0d ms', '0d ms as=-41 af=-41')));
  test('a completed one is history', () =>
    expectFindings(long('90d').replace('90d S', '90d S as=-99 af=-3').replace('0d ms', '0d ms as=-99@8 af=-99@8')));
});

describe('invalid_dates: what has happened cannot lie ahead', () => {
  const begun = (words: string) => `
      S 0d ms as=-9@8 af=-9@8
      A 3d S ${words}
      B 2d A
      F 0d mf B
      `;
  test('a start on Wednesday of the coming week', () => expectFindings(begun('as=2'), 'invalid_dates 1: A, set_actual A start null'));
  test('a finish ahead', () => expectFindings(begun('as=-3 af=1'), 'invalid_dates 1: A, set_actual A finish null'));
  test('both ahead', () => expectFindings(begun('as=1 af=2'), 'invalid_dates 1: A, set_actual A start null, set_actual A finish null'));
  test('a finish before the start: which of both is wrong the planner must say', () =>
    expectFindings(begun('as=-3 af=-4'), 'invalid_dates 1: A'));
  test('a minute after the data date is ahead', () => expectFindings(begun('as=0@0:01'), 'invalid_dates 1: A, set_actual A start null'));
  test('at the data date itself is not', () => expectFindings(begun('as=0@0')));
  test('a finish at the data date is not', () => expectFindings(begun('as=-3 af=0@0')));
  test('both in the past', () => expectFindings(begun('as=-3 af=-3')));
});

describe('critical_path_length_index: (length + float of the end) / length', () => {
  const rows = (days: number) => `
      S 0d ms
      A ${days}d S
      F 0d mf A
      `;
  const index = (days: number, approved: number) => findingsOf(healthPlan(rows(days), {}, rows(approved)));
  test('as approved it is 1', () => expect(index(10, 10)).toBe(''));
  test('a day late of twenty is 0.95 and passes', () => expect(index(20, 19)).toBe(''));
  test('a day late of nineteen does not', () => expect(index(19, 18)).toBe('critical_path_length_index 0.947: F'));
  test('half of it late', () => expect(index(10, 5)).toBe('critical_path_length_index 0.5: F'));
  test('ahead of the baseline it is above 1', () => {
    const { plan, options } = healthPlan(rows(10), {}, rows(12));
    expect(findingText(plan, checkHealth(plan, { ...options, checks: ['critical_path_length_index'] })[0])).toBe(
      'critical_path_length_index 1.2: F',
    );
  });
  test('the date that the project must meet counts before the baseline', () =>
    expectFindings(rows(10), 'negative_float 3: S A F\ncritical_path_length_index 0.8: F', { mustFinishBy: atDay(9, 16) }));
  test('without baseline and date there is nothing to measure', () => {
    const { plan } = healthPlan(rows(10));
    expect(checkHealth(plan, { checks: ['critical_path_length_index'] })[0].verdict).toBe('not_measured');
  });
});

describe('critical_path_test: 600 days more on the path are 600 days at the end', () => {
  const test600 = (drawing: string) => {
    const { plan, options } = healthPlan(drawing);
    return findingText(plan, checkHealth(plan, { ...options, checks: ['critical_path_test'] })[0]);
  };
  test('of a chain', () =>
    expect(
      test600(`
      S 0d ms
      A 3d S
      B 2d A
      F 0d mf B
      `),
    ).toBe('critical_path_test 1 of 1: A'));

  test('of the first open row where the first is done', () =>
    expect(
      test600(`
      S 0d ms as=-3 af=-3
      A 3d S as=-3 af=-3
      B 2d A
      F 0d mf B
      `),
    ).toBe('critical_path_test 1 of 1: B'));

  test('an end that a mandatory date holds does not move', () =>
    expect(
      test600(`
      S 0d ms
      A 3d S
      F 0d mf A fon=2 mandatory
      `),
    ).toBe('critical_path_test 0 of 1: A'));

  test('a row that ends later than the last milestone is the end itself', () =>
    expect(
      test600(`
      S 0d ms
      A 5d S
      B 2d S
      F 0d mf B
      `),
    ).toBe('critical_path_test 1 of 1: A'));

  test('without any work there is nothing to delay', () => expect(test600('S 0d ms\nF 0d mf S')).toBe('critical_path_test not measured:'));
});

describe('stale_limits: not earlier than a day that is past', () => {
  const limited = (words: string) => `
      S 0d ms
      A 3d S ${words}
      B 2d A
      F 0d mf B
      `;
  test('of the start', () => expectFindings(limited('snet=-3'), 'stale_limits 1: A, set_limit A start null'));
  test('of the finish', () => expectFindings(limited('fnet=-3'), 'stale_limits 1: A, set_limit A finish null'));
  test('of both', () => expectFindings(limited('snet=-5 fnet=-3'), 'stale_limits 1: A, set_limit A start null, set_limit A finish null'));
  test('a minute before the data date', () => expectFindings(limited('snet=-1@23:59'), 'stale_limits 1: A, set_limit A start null'));
  test('at the data date it is not stale', () => expectFindings(limited('snet=0@0')));
  test('on completed work it is history', () => expectFindings(limited('as=-3 af=-3 snet=-5').replace('S 0d ms', 'S 0d ms as=-5 af=-5')));
});
