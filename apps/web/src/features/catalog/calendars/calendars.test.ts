import { describe, expect, test } from 'vitest';
import { halfHoursOf, paintHours, readHours, usualContent, weekFigures, writeHours, yearOf } from './calendars.model.ts';

describe('hours', () => {
  test.each([
    ['9-13, 14:00–18:00', '09:00–13:00  14:00–18:00'],
    ['08:00-12:00 13:00-17:00', '08:00–12:00  13:00–17:00'],
    ['0-24', '00:00–24:00'],
    ['', ''],
  ])('%j is read', (text, written) => expect(writeHours(readHours(text) ?? [])).toBe(written));
  test.each(['9', '13-9', '9-13 12-14', '9-25', 'nine'])('%j is not', (text) => expect(readHours(text)).toBeNull());

  test('painting half hours joins and cuts', () => {
    const morning = [{ start: 540, finish: 780 }];
    expect(paintHours(morning, 26, 27, true)).toEqual([{ start: 540, finish: 840 }]);
    expect(paintHours(morning, 20, 21, false)).toEqual([
      { start: 540, finish: 600 },
      { start: 660, finish: 780 },
    ]);
    expect(halfHoursOf(morning).filter(Boolean)).toHaveLength(8);
  });
});

test('a year shows what differs, by whom, and what it sums to', () => {
  const content = usualContent('Usual');
  content.series = [{ name: 'May', from: '2026-05-01', to: '2026-05-01', repeat: 'yearly', every: 1, until: null, shifts: [] }];
  const [january, , , , may] = yearOf(content, 2026);
  expect([january.blanks, january.worked, january.minutes]).toEqual([3, 22, 22 * 480]);
  expect(may.days[0]).toMatchObject({ date: 1, minutes: 0, other: true, name: 'May' });
  expect(may.worked).toBe(20);
  expect(weekFigures(content.week)).toEqual({ days: 5, hours: 40 });
});
