import { expect, test } from 'vitest';
import { dayOfCaller } from './gate.rules.ts';

test.each([
  ['east of Greenwich in the evening', '2026-03-03', '2026-03-02T22:00:00Z', '2026-03-03'],
  ['west of it in the night', '2026-03-01', '2026-03-02T03:00:00Z', '2026-03-01'],
  ['on the line', '2026-03-02', '2026-03-02T12:00:00Z', '2026-03-02'],
  ['which is over everywhere', '2026-03-01', '2026-03-02T15:00:00Z', '2026-03-02'],
  ['which has begun nowhere', '2026-03-03', '2026-03-02T09:00:00Z', '2026-03-02'],
  ['that is none', '2026-03-02; drop', '2026-03-02T12:00:00Z', '2026-03-02'],
  ['not said', undefined, '2026-03-02T12:00:00Z', '2026-03-02'],
])('the day of a caller %s (fault F10)', (_where, stated, now, expected) => {
  expect(dayOfCaller(stated, new Date(now))).toBe(expected);
});
