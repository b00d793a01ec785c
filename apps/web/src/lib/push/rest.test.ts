import { expect, it } from 'vitest';
import { restBefore } from './rest.ts';

it('lets a page rest ten times as long as its last answer took, and a minute at most', () => {
  expect(restBefore({ at: 0, took: 0 }, 5)).toBe(0);
  expect(restBefore({ at: 1000, took: 40 }, 1000)).toBe(400);
  expect(restBefore({ at: 1000, took: 40 }, 1300)).toBe(100);
  expect(restBefore({ at: 1000, took: 40 }, 9000)).toBe(0);
  expect(restBefore({ at: 1000, took: 9000 }, 1000)).toBe(60_000);
});
