import { describe, expect, test } from 'vitest';
import { isDue, isQuiet, sortWaiting } from './notices.letters.rules.ts';

const times = { zone: 'Europe/Paris', mail: {}, hour: 8, quiet: null };

describe('letters are due', () => {
  // Paris is an hour ahead of Greenwich; the second of March 2026 is a Monday.
  test.each([
    ['now', '2026-03-02T10:00:00Z', '2026-03-02T10:00:59Z', false],
    ['now', '2026-03-02T10:00:00Z', '2026-03-02T10:01:00Z', true],
    ['hourly', '2026-03-02T10:05:00Z', '2026-03-02T10:59:00Z', false],
    ['hourly', '2026-03-02T10:59:00Z', '2026-03-02T11:00:00Z', true],
    ['daily', '2026-03-02T06:00:00Z', '2026-03-02T06:59:00Z', false],
    ['daily', '2026-03-02T06:00:00Z', '2026-03-02T07:00:00Z', true],
    ['daily', '2026-03-02T07:00:00Z', '2026-03-02T22:00:00Z', false],
    ['daily', '2026-03-02T22:00:00Z', '2026-03-03T06:59:00Z', false],
    ['daily', '2026-03-02T22:00:00Z', '2026-03-03T07:00:00Z', true],
    ['weekly', '2026-03-01T12:00:00Z', '2026-03-02T06:59:00Z', false],
    ['weekly', '2026-03-01T12:00:00Z', '2026-03-02T07:00:00Z', true],
    ['weekly', '2026-03-02T08:00:00Z', '2026-03-08T22:00:00Z', false],
    ['weekly', '2026-03-08T22:00:00Z', '2026-03-11T00:00:00Z', true],
    ['never', '2026-03-01T12:00:00Z', '2026-04-02T07:00:00Z', false],
  ] as const)('%s, waiting since %s, at %s: %s', (time, since, now, due) => {
    expect(isDue(time, new Date(since), new Date(now), times)).toBe(due);
  });

  test.each([
    [23, true],
    [3, true],
    [6, false],
    [21, false],
  ])('with a quiet time over midnight, at %i: waits %s', (hour, quiet) => expect(isQuiet(hour, { from: 22, to: 6 })).toBe(quiet));

  test('not in a quiet time, unless they were asked for at their hour', () => {
    const night = { ...times, hour: 23, quiet: { from: 22, to: 6 } };
    const [since, now] = [new Date('2026-03-02T12:00:00Z'), new Date('2026-03-02T22:30:00Z')];
    expect((['now', 'hourly', 'daily'] as const).map((time) => isDue(time, since, now, night))).toEqual([false, false, true]);
  });
});

test('kinds have times of their own', () => {
  const oldest = new Date('2026-03-02T10:00:00Z');
  const kinds = (['mention', 'task_will_start', 'task_will_finish', 'assignment_created'] as const).map((kind) => ({ kind, oldest }));
  const mail = { mention: 'now', task_will_finish: 'never' } as const;
  expect(sortWaiting(kinds, { ...times, mail }, new Date('2026-03-02T10:05:00Z'))).toEqual({
    due: ['mention'],
    never: ['task_will_finish'],
  });
});
