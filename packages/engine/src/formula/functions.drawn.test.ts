import { describe, expect, test } from 'vitest';
import { withValues } from './testing/sheet.ts';

/** The row has n 12, m −3.5, money 5000, paid 1250, part 25 %, start 3 March 2025 09:00, finish 14 March 17:00; see the sheet. */
function expectValues(lines: string) {
  const { given, seen } = withValues(lines);
  expect(seen).toBe(given);
}

describe('numbers', () => {
  test('abs and sign', () =>
    expectValues(`
      abs(3)              → 3
      abs(-3)             → 3
      abs(m)              → 3.5
      abs(0)              → 0
      abs([no number])    → empty
      abs(-money)         → 5000
      sign(12)            → 1
      sign(m)             → -1
      sign(0)             → 0
      sign([no number])   → empty
    `));

  test('sqrt', () =>
    expectValues(`
      sqrt(9)             → 3
      sqrt(0)             → 0
      sqrt(2) ^ 2 - 2 < 1e-9 → true
      sqrt(-1)            → (not_a_number)
      sqrt([no number])   → empty
    `));

  test('round: halves away from zero', () =>
    expectValues(`
      round(2.4)          → 2
      round(2.5)          → 3
      round(-2.5)         → -3
      round(-2.4)         → -2
      round(1.005, 2)     → 1.01
      round(2.675, 2)     → 2.68
      round(-1.005, 2)    → -1.01
      round(1234.5, -2)   → 1200
      round(1250, -2)     → 1300
      round(0.1 + 0.2, 1) → 0.3
      round(12, 5)        → 12
      round(1.25, 1.9)    → 1.3
      round(money / 3)    → 1667
      round([no number])  → empty
      round(1, [no number]) → empty
    `));

  test('floor and ceiling: down and up, not towards zero', () =>
    expectValues(`
      floor(2.9)          → 2
      floor(-2.1)         → -3
      floor(1.29, 1)      → 1.2
      floor(1299, -2)     → 1200
      floor(3)            → 3
      ceiling(2.1)        → 3
      ceiling(-2.9)       → -2
      ceiling(1.21, 1)    → 1.3
      ceiling(1201, -2)   → 1300
      ceiling(3)          → 3
      floor([no number])  → empty
      ceiling([no number], 1) → empty
    `));

  test('mod has the sign of the divisor', () =>
    expectValues(`
      mod(7, 3)           → 1
      mod(-7, 3)          → 2
      mod(7, -3)          → -2
      mod(-7, -3)         → -1
      mod(6, 3)           → 0
      mod(5.5, 2)         → 1.5
      mod(7, 0)           → (division_by_zero)
      mod([no number], 3) → empty
      mod(7, [no number]) → empty
    `));

  test('operators', () =>
    expectValues(`
      1 + 2 * 3           → 7
      n - m               → 15.5
      n / 5               → 2.4
      n * part            → 3
      2 ^ 10              → 1024
      2 ^ -2              → 0.25
      4 ^ 0.5             → 2
      (-8) ^ 3            → -512
      0 ^ 0               → 1
      200 * 15%           → 30
      15% + 10%           → 0.25
      -n                  → -12
      +n                  → 12
      n / 0               → (division_by_zero)
      0 / 0               → (division_by_zero)
      1e308 * 10          → (not_a_number)
      -1e308 - 1e308      → (not_a_number)
      (-8) ^ 0.5          → (not_a_number)
      0 ^ -1              → (not_a_number)
    `));
});

describe('lists: the children have 4, 6 and nothing', () => {
  test('sum: nothing counts as nothing', () =>
    expectValues(`
      sum(children.n)            → 10
      sum(children.n, 5)         → 15
      sum(1, 2, 3)               → 6
      sum(children.n, children.m) → 14
      sum([no number])           → 0
      sum(successors.n)          → 0
      sum(predecessors.n)        → 7
      sum(children.money)        → 400
      sum(children.money, 50)    → 450
      sum(children.part)         → 1.5
      sum(0.1, 0.2, 0.3, -0.6)   → 0
    `));

  test('min and max: of nothing they are empty', () =>
    expectValues(`
      min(children.n)            → 4
      max(children.n)            → 6
      min(children.n, n, m)      → -3.5
      max(3, [no number], 5)     → 5
      min(successors.n)          → empty
      max([no number])           → empty
      min(children.start)        → 2025-03-01T00:00
      max(children.start, finish) → 2025-03-14T17:00
    `));

  test('avg and median', () =>
    expectValues(`
      avg(children.n)            → 5
      avg(children.n, 20)        → 10
      avg(successors.n)          → empty
      avg(start, finish)         → 2025-03-09T01:00
      median(children.n)         → 5
      median(9, 1, 5)            → 5
      median(9, 1, 5, 7)         → 6
      median(4)                  → 4
      median([no number])        → empty
      median(10, 9, 100)         → 10
    `));

  test('count counts what is there', () =>
    expectValues(`
      count(children.n)          → 2
      count(children.text)       → 2
      count(children.flag)       → 2
      count(children.n, n, [no number]) → 3
      count(successors.n)        → 0
      count(empty)               → 0
      count("")                  → 1
      count(false)               → 1
    `));

  test('any and all leave empties out', () =>
    expectValues(`
      any(children.flag)         → true
      all(children.flag)         → false
      any(successors.flag)       → false
      all(successors.flag)       → true
      all(flag, [no flag])       → true
      any([no flag])             → false
      any(false, n > 10)         → true
      all(true, n > 100)         → false
    `));

  test('sumproduct and weightedavg go side by side, pairs with an empty are left out', () =>
    expectValues(`
      sumproduct(children.n, children.m)      → 22
      sumproduct(children.money, children.part) → 250
      sumproduct(successors.n, successors.m)  → 0
      weightedavg(children.n, children.m)     → 5.5
      weightedavg(children.part, children.money) → 0.625
      weightedavg(successors.n, successors.m) → empty
      weightedavg(children.n, predecessors.n) → (bad_argument)
      sumproduct(children.n, predecessors.n)  → (bad_argument)
    `));
});

describe('dates: 3 March 2025 is a Monday, the data date the Monday after', () => {
  test('date puts together what exists', () =>
    expectValues(`
      date(2025, 3, 1)           → 2025-03-01T00:00
      date(2024, 2, 29)          → 2024-02-29T00:00
      date(2025, 2, 29)          → (bad_argument)
      date(2025, 13, 1)          → (bad_argument)
      date(2025, 0, 1)           → (bad_argument)
      date(2025, 4, 31)          → (bad_argument)
      date(2025.9, 3.9, 1.9)     → 2025-03-01T00:00
      date(1899, 1, 1)           → (bad_argument)
      date(1900, 1, 1)           → 1900-01-01T00:00
      date(5999, 12, 31)         → 5999-12-31T00:00
      date(6000, 1, 1)           → (not_a_number)
      date(2025, 3, [no number]) → empty
      datadate()                 → 2025-03-10T00:00
    `));

  test('the parts of a date', () =>
    expectValues(`
      year(start)                → 2025
      quarter(start)             → 1
      month(start)               → 3
      day(start)                 → 3
      weekday(start)             → 1
      weekday(date(2025, 3, 9))  → 7
      quarter(date(2025, 3, 31)) → 1
      quarter(date(2025, 4, 1))  → 2
      quarter(date(2025, 12, 1)) → 4
      month([no date])           → empty
    `));

  test('calendar days', () =>
    expectValues(`
      days(start, finish)        → 11
      days(finish, start)        → -11
      days(start, start)         → 0
      finish - start             → 11.333333333333334
      start + 1                  → 2025-03-04T09:00
      1 + start                  → 2025-03-04T09:00
      start - 0.5                → 2025-03-02T21:00
      adddays(start, 28)         → 2025-03-31T09:00
      adddays(start, -3)         → 2025-02-28T09:00
      adddays(start, 1e9)        → (not_a_number)
      start - 1e9                → (not_a_number)
      days(start, [no date])     → empty
      adddays([no date], 1)      → empty
      start + [no number]        → empty
    `));

  test('working days, Monday to Friday from nine to five', () =>
    expectValues(`
      workdays(start, finish)              → 10
      workdays(finish, start)              → -10
      workdays(start, start + 1)           → 1
      workdays(date(2025, 3, 8), date(2025, 3, 10)) → 0
      workdays(start, start + 0.25)        → 0.75
      addworkdays(start, 1)                → 2025-03-03T17:00
      addworkdays(start, 5)                → 2025-03-07T17:00
      addworkdays(start, 5.5)              → 2025-03-10T13:00
      addworkdays(start, 0)                → 2025-03-03T09:00
      addworkdays(date(2025, 3, 10), -1)   → 2025-03-07T09:00
      addworkdays(start, 1e7)              → (not_a_number)
      workdays([no date], finish)          → empty
      addworkdays(start, [no number])      → empty
    `));

  test('earlier is less', () =>
    expectValues(`
      start < finish             → true
      start >= finish            → false
      start = date(2025, 3, 3)   → false
      start + 0 = start          → true
      finish > datadate()        → true
      start < [no date]          → empty
    `));
});
