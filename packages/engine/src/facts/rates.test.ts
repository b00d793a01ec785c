import { minuteAt, MINUTES_PER_DAY, type ResourceRate } from '@gantry/domain';
import { expect, test } from 'vitest';
import { costOfDays, costOverSpan, limitsOf, priceOn, pricesOf, rateOn, valueAt } from './rates.ts';

const rate = (from: string | null, price: number, limit: number | null = null, overtime: number | null = null): ResourceRate => ({
  from,
  limit,
  prices: [price, overtime],
});
const rates = [rate(null, 10, 2), rate('2025-03-05T00:00', 30, 1, 45)];
const day = (text: string) => minuteAt(`${text}T00:00`) / MINUTES_PER_DAY;
const workBetween = (from: number, to: number): number => {
  let minutes = 0;
  for (let at = Math.floor(from / MINUTES_PER_DAY); at * MINUTES_PER_DAY < to; at += 1)
    minutes += Math.max(0, Math.min(to, at * MINUTES_PER_DAY + 1020) - Math.max(from, at * MINUTES_PER_DAY + 540));
  return minutes;
};
const span = { from: minuteAt('2025-03-03T09:00'), to: minuteAt('2025-03-05T17:00') };

test('24 hours over three days, dearer from the third day on, cost 400 (G6)', () => {
  const steps = pricesOf({ rates, pricePerUnit: 99 });
  expect(costOverSpan(24, steps, span, workBetween)).toBe(400);
  expect(costOfDays(new Map([3, 4, 5].map((at) => [day(`2025-03-0${at}`), 8])), steps)).toBe(400);
});

test('a price holds from its day on, the first before it too; another type where it is given', () => {
  const later = pricesOf({ rates: [rate('2025-03-05T00:00', 30)], pricePerUnit: null });
  expect([priceOn(later, day('2025-03-01')), priceOn(later, day('2025-03-09'))]).toEqual([30, 30]);
  const overtime = pricesOf({ rates, pricePerUnit: null }, 1);
  expect([priceOn(overtime, day('2025-03-04')), priceOn(overtime, day('2025-03-05'))]).toEqual([10, 45]);
  expect(costOverSpan(5, pricesOf({ pricePerUnit: 7 }), span, workBetween)).toBe(35);
  expect(costOverSpan(5, [], span, workBetween)).toBe(0);
});

test('a span without working time is paid at the price of its beginning', () => {
  expect(costOverSpan(2, pricesOf({ rates, pricePerUnit: null }), { from: span.from, to: span.from }, workBetween)).toBe(20);
});

test('limits hold over time, and the rate of a day is the one in force', () => {
  expect(limitsOf({ rates, limit: 9 }).map(({ value }) => value)).toEqual([2, 1]);
  expect(valueAt(limitsOf({ limit: 9 }), 0)).toBe(9);
  expect([rateOn(rates, minuteAt('2025-03-04T23:00')), rateOn(rates, minuteAt('2025-03-05T00:00'))].map((one) => one?.prices[0])).toEqual([
    10, 30,
  ]);
});
