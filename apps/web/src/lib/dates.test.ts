import { minuteOf } from '@gantry/domain';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { clampRange, defaultRange, formatInstant, formatLocal, formatPeriod, localToday, parseDateInput } from './dates.ts';
import { startI18n } from './texts/i18n.ts';

describe('parseDateInput', () => {
  it.each([
    ['3.3.2025', 'en', '2025-03-03T00:00'],
    ['03.03.2025', 'en', '2025-03-03T00:00'],
    ['03.Mar.2025', 'en', '2025-03-03T00:00'],
    ['03.March.2025', 'en', '2025-03-03T00:00'],
    ['3 марта 2025', 'ru', '2025-03-03T00:00'],
    ['03.март.2025', 'ru', '2025-03-03T00:00'],
    ['03.мар.25', 'ru', '2025-03-03T00:00'],
    ['1 мая 2025', 'ru', '2025-05-01T00:00'],
    ['1.juil.2025', 'fr', '2025-07-01T00:00'],
    ['03.03.25', 'en', '2025-03-03T00:00'],
    ['03.03.49', 'en', '2049-03-03T00:00'],
    ['03.03.50', 'en', '1950-03-03T00:00'],
    ['03.03.2025 09:05', 'en', '2025-03-03T09:05'],
    ['29.02.2024', 'en', '2024-02-29T00:00'],
    ['05042026', 'en', '2026-04-05T00:00'],
    ['050426', 'ru', '2026-04-05T00:00'],
    ['050420260830', 'en', '2026-04-05T08:30'],
    ['05042026 08:30', 'fr', '2026-04-05T08:30'],
  ])('reads %s (%s)', (text, locale, expected) => {
    expect(parseDateInput(text, locale)).toBe(expected);
  });

  it.each([
    '',
    '31.02.2025',
    '29.02.2025',
    '03.13.2025',
    '0.1.2025',
    '03.03.2025 24:00',
    '03.03.2025 10:60',
    '2025',
    '32042026',
    '0504202',
    '050420262530',
    '03.Ma.2025',
    '03.Jux.2025',
    '03.03.025',
  ])('refuses %s', (text) => {
    expect(parseDateInput(text)).toBeNull();
  });

  it('does not guess between March and May', () => {
    expect(parseDateInput('01.ма.2025', 'ru')).toBeNull();
    expect(parseDateInput('01.Jun.2025')).toBe('2025-06-01T00:00');
    expect(parseDateInput('01.Jul.2025')).toBe('2025-07-01T00:00');
  });
});

it('writes schedule moments without a time zone', () => {
  expect(formatLocal('2025-03-30T02:30', 'DD.MM.YYYY HH:mm')).toBe('30.03.2025 02:30');
  expect(formatLocal('2025-03-03T09:00')).toBe('03.03.2025');
  expect(formatLocal('2025-03-03T09:00', 'D MMMM YY', 'ru')).toBe('3 март 25');
  expect(formatLocal(null)).toBe('');
  expect(formatLocal('nonsense')).toBe('');
});

it('writes instants in the time zone of the viewer', () => {
  const instant = new Date(2025, 2, 3, 9, 5, 7);
  expect(formatInstant(instant.toISOString(), 'DD.MM.YYYY HH:mm:ss')).toBe('03.03.2025 09:05:07');
  expect(formatInstant('nonsense')).toBe('');
});

it('clamps both ends of a range and keeps their order', () => {
  const [from, to] = [minuteOf(2000, 1, 1), minuteOf(2050, 1, 1)];
  expect(clampRange(minuteOf(1995, 1, 1), minuteOf(2060, 1, 1))).toEqual([from, to]);
  expect(clampRange(minuteOf(2030, 1, 1), minuteOf(2020, 1, 1))).toEqual([minuteOf(2020, 1, 1), minuteOf(2030, 1, 1)]);
});

it('goes back one month by default, to its last day where the month is shorter', () => {
  expect(defaultRange(new Date(2025, 2, 31, 15, 0))).toEqual([minuteOf(2025, 2, 28), minuteOf(2025, 3, 31, 23, 59)]);
  expect(defaultRange(new Date(2025, 0, 10))).toEqual([minuteOf(2024, 12, 10), minuteOf(2025, 1, 10, 23, 59)]);
});

it('the day at the person is that of their clock', () => {
  expect(localToday(new Date(2026, 2, 2, 0, 30))).toBe('2026-03-02');
});

describe('formatPeriod', () => {
  it.each([
    ['day', 'en-US', '02.04.25'],
    ['week', 'en-US', '02.04.25'],
    ['month', 'en-US', 'Apr 2025'],
    ['quarter', 'en-US', 'Q2 2025'],
    ['quarter', 'ru', '2 кв. 2025'],
    ['quarter', 'fr', 'T2 2025'],
    ['year', 'en-US', '2025'],
  ] as const)('names a %s by its first day, in %s: %s', async (period, language, named) => {
    await startI18n(language);
    expect(formatPeriod('2025-04-02', period, i18next)).toBe(named);
  });
});
