import { expect, it } from 'vitest';
import { formatCount, formatNumber, roundTo } from './numbers.ts';

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
