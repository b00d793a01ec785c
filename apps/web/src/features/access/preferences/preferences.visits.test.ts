import { expect, it } from 'vitest';
import { nextVisit } from './preferences.visits.model.ts';

const at = (time: string): Date => new Date(`2026-03-02T${time}:00Z`);
const text = (time: string): string => at(time).toISOString();

it.each([
  ['the first time', null, '09:00', null],
  ['soon again', { since: text('01:00'), seen: text('09:00') }, '12:59', text('01:00')],
  ['another time', { since: text('01:00'), seen: text('09:00') }, '13:01', text('09:00')],
] as const)('tells when somebody was here before: %s', (_when, before, now, since) => {
  expect(nextVisit(before, at(now))).toEqual({ since, seen: text(now) });
});
