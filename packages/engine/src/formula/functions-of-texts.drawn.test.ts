import { describe, expect, test } from 'vitest';
import { withValues } from './testing/sheet.ts';

/** The row has n 12, m −3.5, money 5000, paid 1250, part 25 %, start 3 March 2025 09:00, finish 14 March 17:00; see the sheet. */
function expectValues(lines: string) {
  const { given, seen } = withValues(lines);
  expect(seen).toBe(given);
}

describe('texts', () => {
  test('length, capitals, blanks', () =>
    expectValues(`
      len(text)                  → 11
      len("")                    → 0
      len([no text])             → empty
      upper("straße")            → "STRASSE"
      lower("ÉTÉ")               → "été"
      trim("  a b  ")            → "a b"
    `));

  test('parts: positions from one, lengths cut to whole numbers', () =>
    expectValues(`
      left(text, 4)              → "Pour"
      left(text, 99)             → "Pour slab 3"
      left(text, 0)              → ""
      left(text, -1)             → ""
      left(text, 2.9)            → "Po"
      right(text, 1)             → "3"
      right(text, 0)             → ""
      right(text, 99)            → "Pour slab 3"
      mid(text, 6, 4)            → "slab"
      mid(text, 1, 4)            → "Pour"
      mid(text, 0, 4)            → "Pour"
      mid(text, 10, 99)          → " 3"
      mid(text, 99, 4)           → ""
      mid(text, 6, [no number])  → empty
    `));

  test('what is in a text, capitals or not', () =>
    expectValues(`
      contains(text, "SLAB")     → true
      contains(text, "wall")     → false
      contains(text, "")         → true
      startswith(text, "pour")   → true
      startswith(text, "slab")   → false
      endswith(text, "3")        → true
      endswith(text, "SLAB 3")   → true
      contains([no text], "a")   → empty
    `));

  test('replace: every place, with regard to capitals', () =>
    expectValues(`
      replace("a-b-c", "-", "+") → "a+b+c"
      replace("aaa", "aa", "b")  → "ba"
      replace(text, "SLAB", "x") → "Pour slab 3"
      replace(text, "", "x")     → "Pour slab 3"
      replace(text, " ", "")     → "Pourslab3"
      replace([no text], "a", "b") → empty
    `));

  test('numbers as texts and back', () =>
    expectValues(`
      fixed(2 / 3, 2)            → "0.67"
      fixed(2, 3)                → "2.000"
      fixed(2.5, 0)              → "3"
      fixed(1, -4)               → "1"
      fixed(money, 2)            → "5000.00"
      value("12.5")              → 12.5
      value(" 12,5 ")            → 12.5
      value("-1e3")              → -1000
      value("")                  → (bad_argument)
      value("12 m")              → (bad_argument)
      value("Infinity")          → (bad_argument)
      value([no text])           → empty
    `));

  test('joined texts', () =>
    expectValues(`
      "a" & "b"                  → "ab"
      text & ": " & n            → "Pour slab 3: 12"
      n & m                      → "12-3.5"
      "on " & start              → "on 2025-03-03"
      "is " & flag               → "is true"
      "[" & [no text] & "]"      → "[]"
      join(children.text, ", ")  → "dig, pour"
      join(children.text, "")    → "digpour"
      join(successors.text, ", ") → ""
    `));

  test('order by the code of the letters, not by a language', () =>
    expectValues(`
      "a" < "b"                  → true
      "Z" < "a"                  → true
      "a" < "ä"                  → true
      "10" < "9"                 → true
      "a" = "A"                  → false
      "a" <> "A"                 → true
      "" < "a"                   → true
    `));
});

describe('choices and empties', () => {
  test('if takes the first condition that is met', () =>
    expectValues(`
      if(n > 10, "big", "small") → "big"
      if(n > 100, "big", "small") → "small"
      if(n > 100, 1, n > 10, 2, 3) → 2
      if(n > 100, 1, n > 50, 2)  → empty
      if([no flag], 1, 2)        → 2
      if(1 / 0 > 1, 1, 2)        → (division_by_zero)
      if(true, 1, 1 / 0)         → 1
      if(false, 1 / 0, 2)        → 2
      if(flag, n / 0, 2)         → (division_by_zero)
    `));

  test('ifempty takes the first that is there', () =>
    expectValues(`
      ifempty([no number], 5)    → 5
      ifempty(n, 5)              → 12
      ifempty([no number], [no number], 7) → 7
      ifempty([no number], [no number]) → empty
      ifempty(n, 1 / 0)          → 12
      ifempty(1 / 0, 5)          → (division_by_zero)
      ifempty("", "x")           → ""
    `));

  test('iferror takes the other where the first fails', () =>
    expectValues(`
      iferror(n / 0, -1)         → -1
      iferror(n / 4, -1)         → 3
      iferror([no number], -1)   → empty
      iferror(n / 0, m / 0)      → (division_by_zero)
      iferror(date(2025, 2, 30), start) → 2025-03-03T09:00
    `));

  test('isempty', () =>
    expectValues(`
      isempty([no number])       → true
      isempty(n)                 → false
      isempty("")                → false
      isempty(children.n)        → false
      isempty(successors.n)      → true
      isempty(parent.n)          → true
    `));

  test('three values of and, or and not', () =>
    expectValues(`
      true and true              → true
      true and false             → false
      true and [no flag]         → empty
      false and [no flag]        → false
      [no flag] and false        → false
      [no flag] and true         → empty
      false or false             → false
      false or true              → true
      false or [no flag]         → empty
      true or [no flag]          → true
      [no flag] or true          → true
      [no flag] or false         → empty
      not true                   → false
      not [no flag]              → empty
      false and 1 / 0 > 1        → false
      true or 1 / 0 > 1          → true
      true and 1 / 0 > 1         → (division_by_zero)
    `));

  test('empty is equal to empty and to nothing else; it is neither less nor more', () =>
    expectValues(`
      [no number] = empty        → true
      [no number] <> empty       → false
      n = empty                  → false
      n <> [no number]           → true
      [no number] = [no number]  → true
      [no number] < 5            → empty
      [no number] + 5            → empty
      -[no number]               → empty
      [no number] * 0            → empty
      [no number] / 0            → empty
      [no number]%               → empty
      "a" < [no text]            → empty
    `));
});
