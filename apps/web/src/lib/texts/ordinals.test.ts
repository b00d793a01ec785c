import { expect, test } from 'vitest';
import { type Counted, ordinal, weekNumber } from './ordinals.ts';

test.each<[Counted, string, string, string]>([
  ['month', '3rd', '3-й', '3e'],
  ['weekday', '3rd', '3-й', '3e'],
  ['day_of_year', '3rd', '3-й', '3e'],
  ['day', '3rd', '3-го', '3e'],
  ['week', '3rd', '3-я', '3e'],
])('a %s is counted by the gender of its noun', (counted, en, ru, fr) => {
  expect(['en-US', 'ru', 'fr'].map((language) => ordinal(3, counted, language))).toEqual([en, ru, fr]);
});

test('English and French have endings of their own for the first and for teens', () => {
  expect([1, 2, 11, 12, 13, 21, 22, 31].map((day) => ordinal(day, 'day', 'en-US')).join(' ')).toBe('1st 2nd 11th 12th 13th 21st 22nd 31st');
  expect([ordinal(1, 'day', 'fr'), ordinal(1, 'week', 'fr'), ordinal(2, 'day', 'fr')]).toEqual(['1er', '1re', '2e']);
});

test('the week with 4 January is the first', () => {
  expect(['2024-12-30', '2026-01-05', '2026-12-28', '2027-01-04'].map(weekNumber)).toEqual([1, 2, 53, 1]);
});
