import { MINUTES_PER_DAY as DAY } from '@gantry/domain';
import { expect, test } from 'vitest';
import { balanceOf, flowAt, type KeptBecause, measuresOf } from './balance.ts';
import { flowOfWorks } from './flow.ts';

const collator = new Intl.Collator('en');
const work = (id: number, line: string, place: string, start: number, days: number) => ({
  id,
  line,
  place,
  start: start * DAY,
  finish: (start + days) * DAY,
});
/** A takes 3, 3, 6 days a place, B one each behind it, C is in one place alone. */
const days = new Map([1, 2, 3].map((id) => [id, id === 3 ? 6 : 3]));
const flow = flowOfWorks(
  [
    ...['P1', 'P2', 'P3'].flatMap((place, at) => [
      work(at + 1, 'A', place, at * 3, days.get(at + 1) ?? 3),
      work(at + 11, 'B', place, at * 3 + 3, 1),
    ]),
    work(21, 'C', 'P3', 20, 2),
  ],
  [],
  collator,
);
const workOf =
  (kept: Record<number, KeptBecause> = {}) =>
  (id: number) => ({ minutes: (days.get(id) ?? 1) * 480, kept: kept[id] ?? null });

test('the others go as the slowest line does, each keeps the proportions of its places', () => {
  const { pace, lines, works, kept } = balanceOf(flow, workOf(), null);
  expect(pace).toBe(4 * 480);
  expect(lines).toEqual([
    { line: 0, places: 3, before: 4 * 480, after: 4 * 480 },
    { line: 1, places: 3, before: 480, after: 4 * 480 },
  ]);
  expect(works).toEqual([11, 12, 13].map((id) => ({ id, durationMinutes: 4 * 480 })));
  expect(kept).toEqual([]);
});

test('a takt is the same in every place, faster or slower', () => {
  const { works } = balanceOf(flow, workOf(), 3 * 480);
  expect(works.map(({ id, durationMinutes }) => [id, durationMinutes / 480])).toEqual([
    [3, 3],
    [11, 3],
    [12, 3],
    [13, 3],
  ]);
});

test('what may not change keeps its duration, is named with its reason, and the others make up for it', () => {
  const { works, kept, lines } = balanceOf(flow, workOf({ 11: 'actual', 3: 'mandatory' }), null);
  expect(kept).toEqual([{ id: 11, because: 'actual' }]);
  expect(works.map(({ durationMinutes }) => durationMinutes)).toEqual([2640, 2640]);
  expect(lines[1].after).toBe(4 * 480);
  expect(balanceOf(flow, workOf({ 3: 'mandatory' }), 480).kept).toEqual([{ id: 3, because: 'mandatory' }]);
});

test('measures follow the dates: the end, the most people at once, the days of waiting', () => {
  const people = (id: number) => (id > 10 ? 4 : 6);
  expect(measuresOf(flow, people)).toEqual({ finish: 22 * DAY, people: 10, idleDays: 4, clashes: 1 });
  const later = flowAt(flow, (id) => (id === 13 ? { start: 12 * DAY, finish: 13 * DAY } : null));
  expect(measuresOf(later, people)).toEqual({ finish: 22 * DAY, people: 10, idleDays: 7, clashes: 0 });
});
