import { expect, test } from 'vitest';
import { sameValue } from './diff.ts';

test.each([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: undefined, b: 1 }, { b: 1 }, true],
  [{ a: null }, {}, false],
  [[1, 2], [2, 1], false],
  [[1], { 0: 1 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [null, {}, false],
  ['1', 1, false],
])('%j and %j are the same value: %s', (left, right, same) => expect(sameValue(left, right)).toBe(same));
