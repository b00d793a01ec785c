import { expect, test } from 'vitest';
import { type Cadence, nextRuns } from '@gantry/domain';
import { outlived } from './backups.keep.rules.ts';

const EVERY: Cadence = {
  cadence: 'daily',
  cron: null,
  at: '02:30',
  weekday: null,
  day: null,
  time_zone: 'Europe/Paris',
  since: new Date('2026-03-02T00:00:00Z'),
};
const runs = (more: Partial<Cadence>, after: string, count = 3) =>
  nextRuns({ ...EVERY, ...more }, new Date(after), count).map((at) => at.toISOString().slice(0, 16));

test.each<[string, Partial<Cadence>, string, string[]]>([
  ['every day', {}, '2026-03-02T01:30:00Z', ['2026-03-03T01:30', '2026-03-04T01:30', '2026-03-05T01:30']],
  ['every day over an hour that clocks leap', {}, '2026-03-28T01:30:00Z', ['2026-03-29T01:30', '2026-03-30T00:30', '2026-03-31T00:30']],
  ['every day over an hour that comes twice', {}, '2026-10-24T00:30:00Z', ['2026-10-25T00:30', '2026-10-26T01:30', '2026-10-27T01:30']],
  ['every week', { cadence: 'weekly', weekday: 7 }, '2026-03-02T12:00:00Z', ['2026-03-08T01:30', '2026-03-15T01:30', '2026-03-22T01:30']],
  [
    'every two weeks',
    { cadence: '2weekly', weekday: 1 },
    '2026-03-02T12:00:00Z',
    ['2026-03-16T01:30', '2026-03-30T00:30', '2026-04-13T00:30'],
  ],
  [
    'fortnightly',
    { cadence: 'Fortnightly', weekday: 3 },
    '2026-03-02T12:00:00Z',
    ['2026-03-04T01:30', '2026-03-18T01:30', '2026-04-01T00:30'],
  ],
  [
    'on the last days of months',
    { cadence: 'monthly', day: 31 },
    '2026-01-31T12:00:00Z',
    ['2026-02-28T01:30', '2026-03-31T00:30', '2026-04-30T00:30'],
  ],
  [
    'on working days',
    { cadence: 'cron', cron: '15 */12 * * 1-5' },
    '2026-03-06T11:00:00Z',
    ['2026-03-06T11:15', '2026-03-08T23:15', '2026-03-09T11:15'],
  ],
  [
    'on a leap day',
    { cadence: 'cron', cron: '0 0 29 2 *', time_zone: 'UTC' },
    '2026-03-01T00:00:00Z',
    ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00'],
  ],
])('runs %s', (_name, more, after, expected) => expect(runs(more, after)).toEqual(expected));

test.each(['* * * * *', '0,30 3 * * *', '0 24 * * *', '0 3 * *', '0 3 31 2 *', '0 3 * * 8', '5-1 3 * * *', 'x'])(
  'never runs by “%s”',
  (cron) => expect(runs({ cadence: 'cron', cron }, '2026-03-02T00:00:00Z')).toEqual([]),
);

test('keeps the last, the newest of days, weeks and months, and always the newest proven one', () => {
  const day = (id: number, at: string, state: 'made' | 'proven' | 'broken' = 'made') => ({ id, at: new Date(`${at}T03:00:00Z`), state });
  const all = [
    day(1, '2026-01-10', 'proven'),
    day(2, '2026-02-10'),
    day(3, '2026-02-27'),
    day(4, '2026-03-01'),
    day(5, '2026-03-02', 'broken'),
    day(6, '2026-03-03'),
    day(7, '2026-03-04', 'broken'),
  ];
  const keep = { last: 1, daily: 2, weekly: 0, monthly: 2 };
  expect(outlived(all, keep).sort()).toEqual([2, 5]);
  expect(outlived(all, { last: 1, daily: 0, weekly: 0, monthly: 0 }).sort()).toEqual([2, 3, 4, 5]);
});
