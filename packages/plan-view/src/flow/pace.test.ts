import { MINUTES_PER_DAY } from '@gantry/domain';
import { expect, test } from 'vitest';
import { flowOfWorks } from './flow.ts';
import { crewClashesOf, pacesOf } from './pace.ts';

const work = (id: number, line: string, place: string, start: number, days: number) => ({
  id,
  line,
  place,
  start: start * MINUTES_PER_DAY,
  finish: (start + days) * MINUTES_PER_DAY,
});
const collator = new Intl.Collator('en');
/** A takes three days a place, B one behind it. */
const flow = flowOfWorks(
  ['P1', 'P2', 'P3'].flatMap((place, at) => [work(at + 1, 'A', place, at * 3, 3), work(at + 11, 'B', place, at * 3 + 3, 1)]),
  [],
  collator,
);
const none = () => false;

test('a line that waits in each place starts later and goes without a break, and its end stays', () => {
  const [a, b] = pacesOf(flow, none);
  expect(a).toMatchObject({ works: 3, idleDays: 0 });
  expect([...a.starts]).toEqual([]);
  expect(b).toMatchObject({ works: 3, idleDays: 4, start: 3 * MINUTES_PER_DAY, finish: 10 * MINUTES_PER_DAY });
  expect([...b.starts].map(([id, start]) => [id, start / MINUTES_PER_DAY])).toEqual([
    [12, 8],
    [11, 7],
  ]);
});

test('what has begun stays where it is', () => {
  expect([...pacesOf(flow, (id) => id === 11)[1].starts.keys()]).toEqual([12]);
});

test('a crew that works in two places at once is told once a pair', () => {
  const crews = (id: number) => (id === 2 || id === 11 ? [7] : [8]);
  expect(crewClashesOf(flow, crews)).toEqual([
    { crew: 7, works: [11, 2], from: 3 * MINUTES_PER_DAY, to: 4 * MINUTES_PER_DAY },
    { crew: 8, works: [12, 3], from: 6 * MINUTES_PER_DAY, to: 7 * MINUTES_PER_DAY },
  ]);
});
