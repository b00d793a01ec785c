import { expect, test } from 'vitest';
import { type Cadence, nextRuns } from './cadence.ts';

const EVERY: Cadence = {
  cadence: 'daily',
  cron: null,
  at: '02:30',
  weekday: null,
  day: null,
  time_zone: 'Europe/Paris',
  since: new Date('2026-03-02T00:00:00Z'),
};
const NEW_YORK = { time_zone: 'America/New_York' };
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
  [
    'every hour through one that comes twice',
    { cadence: 'cron', cron: '30 * * * *' },
    '2026-10-24T23:00:00Z',
    ['2026-10-24T23:30', '2026-10-25T00:30', '2026-10-25T02:30'],
  ],
  [
    'every hour over one that clocks leap',
    { cadence: 'cron', cron: '30 1-3 * * *' },
    '2026-03-29T00:00:00Z',
    ['2026-03-29T00:30', '2026-03-29T01:30', '2026-03-29T23:30'],
  ],
  [
    'every day in America over an hour that clocks leap',
    NEW_YORK,
    '2026-03-07T08:00:00Z',
    ['2026-03-08T07:30', '2026-03-09T06:30', '2026-03-10T06:30'],
  ],
  [
    'every day in America through an hour that comes twice',
    { ...NEW_YORK, at: '01:30' },
    '2026-10-31T06:00:00Z',
    ['2026-11-01T05:30', '2026-11-02T06:30', '2026-11-03T06:30'],
  ],
  [
    'once, asked between the two times that clocks show it',
    { ...NEW_YORK, at: '01:30' },
    '2026-11-01T05:45:00Z',
    ['2026-11-02T06:30', '2026-11-03T06:30', '2026-11-04T06:30'],
  ],
  [
    'on Sundays over a leap of clocks',
    { cadence: 'weekly', weekday: 7 },
    '2026-03-22T12:00:00Z',
    ['2026-03-29T01:30', '2026-04-05T00:30', '2026-04-12T00:30'],
  ],
  [
    'on the 29th, in February of a leap year too',
    { cadence: 'monthly', day: 29, time_zone: 'UTC' },
    '2028-01-29T12:00:00Z',
    ['2028-02-29T02:30', '2028-03-29T02:30', '2028-04-29T02:30'],
  ],
  [
    'on the 29th, in February of another year on its last day',
    { cadence: 'monthly', day: 29, time_zone: 'UTC' },
    '2026-01-29T12:00:00Z',
    ['2026-02-28T02:30', '2026-03-29T02:30', '2026-04-29T02:30'],
  ],
  [
    'on the 31st in America, over the leap of clocks',
    { ...NEW_YORK, cadence: 'monthly', day: 31 },
    '2026-02-01T00:00:00Z',
    ['2026-02-28T07:30', '2026-03-31T06:30', '2026-04-30T06:30'],
  ],
])('runs %s', (_name, more, after, expected) => expect(runs(more, after)).toEqual(expected));

test.each(['* * * * *', '0,30 3 * * *', '0 24 * * *', '0 3 * *', '0 3 31 2 *', '0 3 * * 8', '5-1 3 * * *', 'x'])(
  'never runs by “%s”',
  (cron) => expect(runs({ cadence: 'cron', cron }, '2026-03-02T00:00:00Z')).toEqual([]),
);
