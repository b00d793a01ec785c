import { expect, test } from 'vitest';
import { isKept, paretoOf, ppcOf, readinessOf, tmrOf } from './last-planner.ts';

test('a work is ready without open roadblocks, promised where each comes in time, else blocked', () => {
  const today = '2025-03-10';
  expect(readinessOf([], today)).toBe('ready');
  expect(readinessOf([{ needed_by: '2025-03-20', promised: '2025-03-20' }], today)).toBe('promised');
  expect(readinessOf([{ needed_by: '2025-03-20', promised: '2025-03-21' }], today)).toBe('blocked');
  expect(readinessOf([{ needed_by: '2025-03-20', promised: null }], today)).toBe('blocked');
  expect(readinessOf([{ needed_by: '2025-03-20', promised: '2025-03-09' }], today)).toBe('blocked');
  expect(readinessOf([{ needed_by: null, promised: '2025-03-12' }], today)).toBe('promised');
});

test('10 due, 5 ready, 5 promised, 5 kept are PPC 100 % and TMR 50 % (G16)', () => {
  const week = { due: 10, ready: 5, made: 5, kept: 5 };
  expect([ppcOf(week), tmrOf(week)]).toEqual([1, 0.5]);
  expect([ppcOf({ made: 0, kept: 0 }), tmrOf({ due: 0, ready: 0 })]).toEqual([null, null]);
});

test('40 of 50 is not kept; the last binary digit breaks no promise', () => {
  expect(isKept(40, 50)).toBe(false);
  expect(isKept(0.1 + 0.2, 0.3)).toBe(true);
  expect(isKept(0.3, 0.1 + 0.2)).toBe(true);
});

test('reasons stand by how often they were given', () => {
  expect(paretoOf(['weather', 'people', 'weather', 'materials'])).toEqual([
    { reason: 'weather', count: 2, upTo: 0.5 },
    { reason: 'materials', count: 1, upTo: 0.75 },
    { reason: 'people', count: 1, upTo: 1 },
  ]);
});
