import { describe, expect, it } from 'vitest';
import { drawn } from '../testing/drawing.ts';

/** A works five days a week, B seven; the calendar of the project is that of seven days. */
const SEVEN = 2;
const rows = (text: string, lagCalendar: 'predecessor' | 'successor' | 'project' | 'elapsed') =>
  drawn(text, { lagCalendar, defaultCalendarId: SEVEN }).split('\n').slice(2, 4).join('\n');

describe('a lag of two days after Thursday', () => {
  it.each([
    ['predecessor', 'Friday and Monday', 'A ####\nB         ##'],
    ['successor', 'Friday and Saturday', 'A ====-\nB       ==--'],
    ['project', 'Friday and Saturday', 'A ====-\nB       ==--'],
    ['elapsed', 'sixteen hours: the night to Friday', 'A ====----\nB     ==----'],
  ] as const)('in the calendar of the %s: %s', (lagCalendar, _, chart) => {
    expect(rows('A 4d\nB 2d A+2d cal=seven\nZ 8d', lagCalendar)).toBe(chart);
  });
});

describe('a lead of two days before the end on Monday', () => {
  it.each([
    ['predecessor', 'Monday and Friday', 'A =====..=-\nB     ===---'],
    ['successor', 'Monday and Sunday', 'A =====..=-\nB       ===-'],
    ['project', 'Monday and Sunday', 'A =====..=-\nB       ===-'],
    ['elapsed', 'sixteen hours: the beginning of Monday', 'A #####..#\nB        ###'],
  ] as const)('in the calendar of the %s: %s', (lagCalendar, _, chart) => {
    expect(rows('A 6d\nB 3d A-2d cal=seven\nZ 8d', lagCalendar)).toBe(chart);
  });
});
