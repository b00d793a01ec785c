import { expect, test } from 'vitest';
import { crewsAtTakt } from './crews.ts';

const WEEK = 5;
/** Units a week, as they are published, of what comes to days. */
const at = (hours: number, gang: number, unitsPerWeek: number) => {
  const { needed, crews, people, taktDays, placeDays, spanDays } = crewsAtTakt(
    { hours, gang, places: 20, dayHours: 8 },
    WEEK / unitsPerWeek,
  );
  const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));
  return [rounded(needed, 6), crews, people, rounded(WEEK / taktDays, 4), rounded(placeDays, 3), rounded(spanDays, 2)];
};

test('a line at a rate takes whole crews, which set its pace, its time in a place and its span', () => {
  expect(at(110, 3, 3)).toEqual([8.25, 3, 9, 3.2727, 4.583, 29.03]);
  expect(at(320, 8, 3)).toEqual([24, 3, 24, 3, 5, 31.67]);
});

test('one crew at least, however slow the takt', () => {
  expect(crewsAtTakt({ hours: 8, gang: 2, places: 1, dayHours: 8 }, 5)).toEqual({
    needed: 0.2,
    crews: 1,
    people: 2,
    taktDays: 0.5,
    placeDays: 0.5,
    spanDays: 0,
  });
});
