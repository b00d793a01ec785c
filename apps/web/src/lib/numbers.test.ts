import { LANGUAGES } from '@gantry/domain';
import { afterEach, expect, it } from 'vitest';
import {
  DECIMAL_MARKS,
  formatCount,
  formatNumber,
  GROUP_MARKS,
  parseNumberForm,
  readTyped,
  roundTo,
  setNumberForm,
  USUAL_NUMBER_FORM,
  writeNumberForm,
} from './numbers.ts';

afterEach(() => setNumberForm(USUAL_NUMBER_FORM, 'ru'));

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

it('separates decimals as the language does, or as the person wants it', () => {
  setNumberForm(USUAL_NUMBER_FORM, 'en-US');
  expect(formatNumber(1234.5)).toBe('1\u00a0234.50');
  setNumberForm(USUAL_NUMBER_FORM, 'ru');
  expect(formatNumber(1234.5)).toBe('1\u00a0234,50');
  setNumberForm({ point: '.', group: ',' }, 'fr');
  expect(formatNumber(1234567.5)).toBe('1,234,567.50');
  expect(formatNumber(1234.5, { group: '' })).toBe('1234.50');
});

it('reads back what it writes, in every form', () => {
  for (const language of LANGUAGES)
    for (const point of DECIMAL_MARKS)
      for (const group of GROUP_MARKS) {
        setNumberForm({ point, group }, language);
        for (const value of [0, 12, 1234, 1234.5, -1234567.25, 999999])
          for (const decimals of [0, 2])
            expect(readTyped(formatNumber(value, { decimals })), `${value} with ${point} and ${group}`).toBe(roundTo(value, decimals));
      }
});

it('keeps marks apart, and forgets what is no mark', () => {
  setNumberForm({ point: ',', group: ',' }, 'en-US');
  expect(formatNumber(1234.5)).toBe('1\u00a0234,50');
  for (const form of [USUAL_NUMBER_FORM, { point: '.', group: '’' }] as const) expect(parseNumberForm(writeNumberForm(form))).toEqual(form);
  expect(parseNumberForm('; | <b>')).toEqual(USUAL_NUMBER_FORM);
  expect(parseNumberForm(null)).toEqual(USUAL_NUMBER_FORM);
});
