import { expect, test } from 'vitest';
import { earnedSchedule } from './earned-schedule.ts';
import { earnedValue, sumEarnedValue } from './earned-value.ts';

const PLANNED = [10, 25, 45, 70, 100, 130, 160, 180, 195, 200];
const input = (fields: object) => ({ budget: 0, planned: 0, earned: 0, actual: 0, remaining: null, ...fields });

test('what is earned is found on the plan, between the ends of its periods', () => {
  const { es, svt, spit, ieact, tspi } = earnedSchedule(PLANNED, 80, 5);
  expect([es, svt, spit, ieact, tspi].map((value) => Number(value?.toFixed(4)))).toEqual([4.3333, -0.6667, 0.8667, 11.5385, 1.1333]);
});

test('late work stays late to its end, where the index of amounts ends at one', () => {
  const earned = [8, 20, 38, 58, 80, 105, 130, 152, 170, 184, 194, 200];
  const month = (at: number) => earnedSchedule(PLANNED, earned[at - 1], at);
  expect(month(11).spit?.toFixed(4)).toBe('0.8121');
  expect(month(12)).toMatchObject({ es: 10, spit: 10 / 12 });
});

test('months without plan count, nothing earned is the start, more than the budget is the end', () => {
  expect(earnedSchedule([10, 10, 10, 20], 10, 3).es).toBe(3);
  expect(earnedSchedule(PLANNED, 0, 3)).toMatchObject({ es: 0, ieact: null });
  expect(earnedSchedule(PLANNED, 300, 4).es).toBe(10);
  expect(earnedSchedule([], 5, 4)).toMatchObject({ es: 0, spit: 0, ieact: null });
  expect(earnedSchedule(PLANNED, 5, 0).spit).toBeNull();
});

test('budget, plan, value and cost of a project of 100,000, with each way to go on', () => {
  const project = input({ budget: 100_000, planned: 40_000, earned: 35_000, actual: 36_000 });
  const { sv, cv, spi, cpi, tcpiBudget } = earnedValue(project);
  expect([sv, cv, spi, cpi?.toFixed(5), tcpiBudget]).toEqual([-5000, -1000, 0.875, '0.97222', 1.015625]);
  const eac = (method: 'as_planned' | 'cpi' | 'cpi_spi') => Number(earnedValue(project, method).eac?.toFixed(2));
  expect([eac('cpi'), eac('as_planned'), eac('cpi_spi')]).toEqual([102_857.14, 101_000, 112_408.16]);
});

test('indexes of sums are not sums of indexes', () => {
  const sum = sumEarnedValue([input({ earned: 90, planned: 100 }), input({ earned: 40, planned: 20 })]);
  expect(earnedValue(sum).spi?.toFixed(4)).toBe('1.0833');
});
