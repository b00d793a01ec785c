import { expect, it } from 'vitest';
import { formatCount, formatNumber, parseInteger, parseNumber, roundTo } from './numbers.ts';

it.each([
  ['1234,5', 1234.5],
  ['1 234,50', 1234.5],
  ['1\u00a0234.5', 1234.5],
  ['-0,75', -0.75],
  ['\u22123', -3],
  [',5', 0.5],
  ['1e3', 1000],
])('reads %s', (text, expected) => expect(parseNumber(text)).toBe(expected));

it.each(['', ' ', 'abc', '1,2,3', '1.2.3', 'Infinity', 'NaN', '1e999', '12px', '-'])('refuses "%s"', (text) =>
  expect(parseNumber(text)).toBeNull(),
);

it('reads whole numbers only', () => {
  expect(parseInteger(' 42 ')).toBe(42);
  expect(parseInteger('-7')).toBe(-7);
  for (const text of ['4,2', '4.2', '', '1e3', '99999999999999999']) expect(parseInteger(text)).toBeNull();
});

it('rounds decimal halves away from zero, and rejects negative decimals', () => {
  expect(roundTo(1.005, 2)).toBe(1.01);
  expect(roundTo(-2.5, 0)).toBe(-3);
  expect(roundTo(8.345, 2)).toBe(8.35);
  expect(roundTo(5e-7, 2)).toBe(0);
  expect(() => roundTo(1, -1)).toThrow(RangeError);
  expect(() => roundTo(1, 0.5)).toThrow(RangeError);
});

it('groups thousands and writes two decimals by default', () => {
  expect(formatNumber(1234567.891)).toBe('1\u00a0234\u00a0567,89');
  expect(formatNumber(999.999)).toBe('1\u00a0000,00');
  expect(formatNumber(-1234, { group: ',', point: '.' })).toBe('\u22121,234.00');
  expect(formatNumber(-0.001)).toBe('0,00');
  expect(formatCount(100)).toBe('100');
  expect(formatCount(1000)).toBe('1\u00a0000');
  expect(formatNumber(null)).toBe('');
  expect(formatNumber(Number.NaN)).toBe('');
});
