import { parseMinute, type TaskStatus } from '@gantry/domain';
import { compileCalendar } from '@gantry/engine';
import { describe, expect, test } from 'vitest';
import { standardCalendar } from '../versions/versions.rules.ts';
import { type FarDates, limitOf } from './links.rules.ts';

const minute = (text: string): number => parseMinute(text) as number;
/** Monday 2 March 2026 is a working day; the far item takes it, may end on Wednesday. */
const FAR: FarDates = {
  type: 'task',
  status: 'not_started',
  start: minute('2026-03-02T09:00'),
  finish: minute('2026-03-02T18:00'),
  earlyStart: minute('2026-03-03T09:00'),
  earlyFinish: minute('2026-03-03T18:00'),
  lateStart: minute('2026-03-04T09:00'),
  lateFinish: minute('2026-03-04T18:00'),
};
const week = compileCalendar(standardCalendar(1));
const TIME = { predecessor: week, successor: week, project: week };
const link = { itemId: 7, lagMinutes: 0, lagCalendar: 'predecessor' as const };

describe('what a link asks of its item', () => {
  test.each([
    ['predecessor', 'fs', 'start_not_earlier', '2026-03-03T18:00'],
    ['predecessor', 'ss', 'start_not_earlier', '2026-03-03T09:00'],
    ['predecessor', 'ff', 'finish_not_earlier', '2026-03-03T18:00'],
    ['predecessor', 'sf', 'finish_not_earlier', '2026-03-03T09:00'],
    ['successor', 'fs', 'finish_not_later', '2026-03-04T09:00'],
    ['successor', 'ss', 'start_not_later', '2026-03-04T09:00'],
    ['successor', 'ff', 'finish_not_later', '2026-03-04T18:00'],
    ['successor', 'sf', 'start_not_later', '2026-03-04T18:00'],
  ] as const)('whose %s by %s stands elsewhere: %s %s', (side, type, kind, date) => {
    expect(limitOf({ ...link, side, type }, FAR, TIME)).toEqual({ itemId: 7, kind, date: minute(date) });
  });

  test.each([
    ['predecessor', 480, 'predecessor', '2026-03-04T18:00'],
    ['predecessor', -480, 'successor', '2026-03-03T09:00'],
    ['predecessor', 480, 'elapsed', '2026-03-04T02:00'],
    ['successor', 480, 'project', '2026-03-03T09:00'],
  ] as const)('a lag there of %s by %i minutes counts in the calendar of the %s', (side, lagMinutes, lagCalendar, date) => {
    expect(limitOf({ ...link, side, type: 'fs', lagMinutes, lagCalendar }, FAR, TIME)?.date).toBe(minute(date));
  });

  test.each([
    ['predecessor', 'ss', 'in_progress', '2026-03-02T09:00'],
    ['predecessor', 'fs', 'in_progress', '2026-03-03T18:00'],
    ['predecessor', 'fs', 'completed', '2026-03-02T18:00'],
    ['successor', 'fs', 'in_progress', null],
    ['successor', 'ff', 'in_progress', '2026-03-04T18:00'],
    ['successor', 'ff', 'completed', null],
  ] as const)('the %s by %s that is %s asks for %s', (side, type, status, date) => {
    const limit = limitOf({ ...link, side, type }, { ...FAR, status: status satisfies TaskStatus }, TIME);
    expect(limit?.date ?? null).toBe(date && minute(date));
  });

  test('is nothing where the other end is gone, a draft, or was never calculated', () => {
    const none = { ...FAR, start: null, finish: null, earlyStart: null, earlyFinish: null, lateStart: null, lateFinish: null };
    for (const far of [null, { ...FAR, type: 'draft' }, none])
      for (const side of ['predecessor', 'successor'] as const) expect(limitOf({ ...link, side, type: 'fs' }, far, TIME)).toBeNull();
  });

  test('is by planned dates before the first calculation there', () => {
    const planned = { ...FAR, earlyStart: null, earlyFinish: null };
    expect(limitOf({ ...link, side: 'predecessor', type: 'fs' }, planned, TIME)?.date).toBe(minute('2026-03-02T18:00'));
  });
});
