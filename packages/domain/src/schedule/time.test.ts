import { expect, test } from 'vitest';
import { formatMinute, minuteOf, parseMinute } from './time.ts';

test.each([
  '1990-01-01T00:00',
  '2025-03-03T09:00',
  '2024-02-29T23:59',
  '0001-01-01T00:00',
  '0099-12-31T23:59',
  '0100-01-01T00:00',
  '0000-02-29T12:00',
  '1900-01-01T00:00',
  '9999-12-31T23:59',
])('%s is read and written as itself', (text) => {
  expect(formatMinute(parseMinute(text) as number)).toBe(text);
});

test.each([
  ['2025-03-03', '2025-03-03T00:00'],
  ['2025-3-3 9:05:59.5', '2025-03-03T09:05'],
  [' 2025-12-31T24:00 ', '2026-01-01T00:00'],
])('%j is read', (text, written) => {
  expect(formatMinute(parseMinute(text) as number)).toBe(written);
});

test.each(['2025-02-29', '1900-02-29', '0001-02-29', '2025-13-01', '2025-00-10', '2025-04-31', '2025-01-01T24:60', 'soon', ''])(
  '%j is no date',
  (text) => {
    expect(parseMinute(text)).toBe(null);
  },
);

test('years below 100 lie before those above', () => {
  expect(minuteOf(99, 12, 31, 24)).toBe(minuteOf(100, 1, 1));
});
