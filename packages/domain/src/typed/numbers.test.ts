import { expect, it } from 'vitest';
import { readNumber } from './numbers.ts';

it.each([
  ['1,5', 1.5],
  ['1.5', 1.5],
  ['1234,5', 1234.5],
  ['1 234,50', 1234.5],
  ['1\u00a0234.5', 1234.5],
  ['1\u202f234', 1234],
  ["1'234.5", 1234.5],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['-0,75', -0.75],
  ['\u22123', -3],
  ['+7', 7],
  [',5', 0.5],
  ['5,', 5],
  ['1e3', 1000],
])('reads %s', (text, number) => expect(readNumber(text)).toBe(number));

it.each(['', ' ', 'abc', '1,2,3', '1.2.3', '1,23,456', '1,5.', '1.2,3,4', 'Infinity', 'NaN', '1e999', '12px', '-'])(
  'refuses "%s"',
  (text) => expect(readNumber(text)).toBeNull(),
);

it('a comma before three digits is a decimal one, save in a language that groups by commas', () => {
  expect([readNumber('1,234'), readNumber('1,234', ','), readNumber('0,125', ','), readNumber('1,5', ',')]).toEqual([
    1.234, 1234, 0.125, 1.5,
  ]);
  expect([readNumber('1.234'), readNumber('1.234', '.'), readNumber('1.5', '.')]).toEqual([1.234, 1234, 1.5]);
});
