import { expect, test } from 'vitest';
import { factOfEntries, isBlind } from './day-entries.ts';

test('crews add up, and a report again stands for the former one of its reporter', () => {
  const [a, b] = [1, 2];
  const reports = [
    { reporter: a, amount: 40 },
    { reporter: b, amount: 30 },
    { reporter: a, amount: 45 },
  ];
  expect(reports.map((_report, at) => factOfEntries(reports.slice(0, at + 1)))).toEqual([40, 70, 75]);
  expect(factOfEntries([])).toBe(0);
});

test.each([
  [{ base: 75, now: 70, byReports: 75 }, true],
  [{ base: 70, now: 70, byReports: 75 }, false],
  [{ base: 40, now: 70, byReports: 70 }, false],
  [{ base: null, now: null, byReports: null }, false],
  [{ base: null, now: 70, byReports: null }, true],
])('a report that saw %o is blind: %s', (seen, blind) => expect(isBlind(seen)).toBe(blind));
