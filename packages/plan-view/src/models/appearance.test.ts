import { NO_DATE } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { decidingWork, isEarly, lookOf, USUAL_LOOKS } from './appearance.ts';
import type { ModelWork, Span } from './player.ts';

const span = (from: number, to: number): Span => ({ start: from * 1440 + 480, finish: to * 1440 + 960 });
const NONE: Span = { start: NO_DATE, finish: NO_DATE };
const work = (id: number, dates: Partial<Pick<ModelWork, 'plan' | 'fact' | 'target' | 'approved'>>): ModelWork => ({
  id,
  name: '',
  code: '',
  plan: NONE,
  fact: NONE,
  target: NONE,
  approved: NONE,
  ...dates,
});

describe('the work that decides how an element looks', () => {
  const works = [work(0, { plan: span(20, 22) }), work(1, { plan: span(10, 12) }), work(2, {})];
  test.each([
    [9, { work: 1, phase: 'before' }],
    [10, { work: 1, phase: 'active' }],
    [12, { work: 1, phase: 'active' }],
    [15, { work: 1, phase: 'after' }],
    [20, { work: 0, phase: 'active' }],
    [23, { work: 0, phase: 'after' }],
  ] as const)('on day %i is %o', (day, expected) => {
    expect(decidingWork(day, [2, 0, 1], works, 'plan')).toEqual(expected);
  });

  test('is none without dates; without facts it has not begun', () => {
    expect(decidingWork(15, [2], works, 'plan')).toBeNull();
    expect(decidingWork(15, [1], works, 'fact')).toEqual({ work: 1, phase: 'before' });
    expect(decidingWork(15, [0], [work(0, { fact: { start: 10 * 1440, finish: NO_DATE } })], 'fact')).toEqual({ work: 0, phase: 'active' });
  });
});

test('a work is early when it has begun, or is done, before the day that was promised', () => {
  const promised = { plan: span(10, 20), target: span(12, 18) };
  const begun = work(0, { ...promised, fact: { start: 11 * 1440, finish: NO_DATE } });
  expect([10, 11, 30].map((day) => isEarly(day, begun))).toEqual([false, true, true]);
  const done = work(0, { ...promised, fact: span(12, 17) });
  expect([13, 17].map((day) => isEarly(day, done))).toEqual([false, true]);
  expect(isEarly(30, work(0, { ...promised, fact: span(12, 18) }))).toBe(false);
  expect(isEarly(30, work(0, { fact: span(1, 2) }))).toBe(false);
});

test('late goes before critical, critical before early; what a profile has nothing for is as the phase of time', () => {
  const { install, neutral } = USUAL_LOOKS;
  const critical = { visible: true, colour: '#000001', opacity: 1 };
  const early = { visible: true, colour: '#000002', opacity: 1 };
  const own = { ...install, critical, early };
  const active = { phase: 'active' as const, late: false, critical: true, early: true };
  expect(lookOf({ ...active, late: true }, own)).toBe(install.late);
  expect(lookOf(active, own)).toBe(critical);
  expect(lookOf({ ...active, phase: 'after' }, own)).toBe(early);
  expect(lookOf(active, install)).toBe(install.active);
  expect(lookOf({ ...active, late: true }, neutral)).toEqual({ visible: true, colour: null, opacity: 1 });
  expect([USUAL_LOOKS.remove.after?.visible, USUAL_LOOKS.temporary.after?.visible, install.after?.visible]).toEqual([false, false, true]);
});
