import { describe, expect, test, vi } from 'vitest';
import { isTimeZone, wallClockAt } from './zones.ts';

test.each([
  ['Europe/Paris', true],
  ['UTC', true],
  ['Asia/Vladivostok', true],
  ['+03:00', false],
  ['Mars/Olympus', false],
  ['', false],
  ['Europe/Paris; drop', false],
])('%j is a zone: %s', (name, is) => expect(isTimeZone(name)).toBe(is));

describe('the clock on a wall', () => {
  test.each([
    ['2026-03-01T21:30:00Z', 'Asia/Vladivostok', { day: '2026-03-02', hour: 7, minute: 30, weekday: 1 }],
    ['2026-03-02T04:59:00Z', 'America/New_York', { day: '2026-03-01', hour: 23, minute: 59, weekday: 7 }],
    // Midnight is the first hour of the day, not the 24th of the day before.
    ['2026-03-02T00:00:00Z', 'UTC', { day: '2026-03-02', hour: 0, minute: 0, weekday: 1 }],
    ['2026-03-29T00:59:00Z', 'Europe/Paris', { day: '2026-03-29', hour: 1, minute: 59, weekday: 7 }],
    ['2026-03-29T01:00:00Z', 'Europe/Paris', { day: '2026-03-29', hour: 3, minute: 0, weekday: 7 }],
  ])('at %s in %s', (at, zone, shown) => expect(wallClockAt(new Date(at), zone)).toEqual(shown));

  test('is read with one format a zone', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    for (let minute = 0; minute < 50; minute++) wallClockAt(new Date(minute * 60_000), 'Africa/Nairobi');
    expect(made.mock.calls.length).toBeLessThanOrEqual(1);
    made.mockRestore();
  });
});
