import { expect, test } from 'vitest';
import { monthOf } from './report-subscriptions.rules.ts';

test.each([
  ['Europe/Paris', 'this_month', '2026-11-30T22:59:00Z', 2026, 11],
  ['Europe/Paris', 'this_month', '2026-11-30T23:00:00Z', 2026, 12],
  ['Europe/Paris', 'previous_month', '2026-11-30T23:00:00Z', 2026, 11],
  ['America/New_York', 'previous_month', '2027-01-01T04:59:00Z', 2026, 11],
  ['America/New_York', 'previous_month', '2027-01-01T05:00:00Z', 2026, 12],
] as const)('in %s a form of %s that goes at %s is of %i-%i', (time_zone, period, at, year, month) => {
  expect(monthOf({ period }, time_zone, new Date(at))).toEqual({ year, month });
});
