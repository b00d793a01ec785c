import { expect, it } from 'vitest';
import { rowsOf } from '../../document/document.ts';
import { smallView } from '../../testing/small-view.ts';
import { buffersOf } from '../buffers.ts';
import type { Stretch } from '../flow-model.ts';
import { chainageText, chainageTicks, readChainage } from './chainage.ts';
import { meetingOf } from './meetings.ts';
import { type Located, timeLocationOf, timeLocationOfWorks } from './time-location.ts';

const KILOMETRES = { station: 1000, unit: 'm' } as const;
const at = (id: number, line: string, [start, finish]: [number, number], [from, to]: [number, number], block = false): Located => ({
  id,
  line,
  start,
  finish,
  stretch: { from, to, block },
});
const NOTHING_LEFT = { missing: 0, bad: [] };
const flowOf = (...works: Located[]) => timeLocationOfWorks(works, { chainage: KILOMETRES, down: false, left: NOTHING_LEFT });

it('reads numbers and chainages, and knows what is none of them', () => {
  const values = [350, '350', '0+350', '12+350,5', 'PK 3+50', 'км 1+200', '', null, undefined, 'north', '1+2+3', -5, '-5', Infinity, true];
  const read = (value: unknown): unknown => readChainage(value, KILOMETRES);
  expect(values.map(read)).toEqual([350, 350, 350, 12_350.5, 3050, 1200, null, null, null, ...Array(6).fill(Number.NaN)]);
  expect(readChainage('3+50', { station: 100, unit: 'm' })).toBe(350);
  expect(readChainage('1+500', { station: 1000, unit: 'km' })).toBe(1.5);
  // A text with a plus is no plain number.
  expect(readChainage('1+500', { station: null, unit: 'm' })).toBeNaN();
});

it('writes chainages, and finds round ones', () => {
  expect([0, 500, 12_350.5, 999.9996].map((value) => chainageText(value, KILOMETRES))).toEqual(['0+000', '0+500', '12+350.5', '1+000']);
  expect(chainageText(350, { station: 100, unit: 'm' })).toBe('3+50');
  expect(chainageText(1.5, { station: 1000, unit: 'km' })).toBe('1+500');
  expect(chainageText(1.5, { station: null, unit: 'km' })).toBe('1.5 km');
  expect(chainageTicks(0, 3000, 6)).toEqual([0, 500, 1000, 1500, 2000, 2500, 3000]);
  expect(chainageTicks(130, 1180, 4)).toEqual([500, 1000]);
  expect(chainageTicks(0.1, 0.3, 3)).toEqual([0.1, 0.2, 0.3]);
  expect(chainageTicks(5, 5, 3)).toEqual([]);
});

it('puts works on an axis that ends at round chainages; each stretch is a place once, in the order of the axis', () => {
  const flow = flowOf(
    at(1, 'Pipe', [10, 20], [0, 1180]),
    at(2, 'Trench', [0, 10], [1180, 0]),
    at(3, 'Culvert', [2, 5], [430, 430]),
    at(4, 'Trench', [30, 40], [1180, 0]),
  );
  expect(flow.places).toEqual(['0+000 – 1+180', '1+180 – 0+000', '0+430']);
  expect(flow.axis).toMatchObject({ low: 0, high: 1200 });
  expect(flow.segments.map(({ id, place }) => [id, place])).toEqual([
    [2, 1],
    [3, 2],
    [1, 0],
    [4, 1],
  ]);
  const alone = flowOf(at(1, 'Well', [0, 5], [70, 70])).axis;
  expect((alone?.high ?? 0) > 70 && (alone?.low ?? 0) <= 70).toBe(true);
});

it('finds clashes where works are in one place at one time, and none where they only follow or touch each other', () => {
  const clashesOf = (...works: Located[]) =>
    flowOf(...works).segments.flatMap(({ id, clash }) => (clash ? [[id, clash.with, clash.from, clash.to]] : []));
  const trench = at(1, 'Trench', [0, 10], [0, 1000]);
  // Behind it at its rate, over the same stretch at the same time: no clash.
  expect(clashesOf(trench, at(2, 'Pipe', [2, 12], [0, 1000]))).toEqual([]);
  // Faster, it meets the line at the fourth minute; towards it, in the middle.
  expect(clashesOf(trench, at(2, 'Pipe', [2, 6], [0, 1000]))).toEqual([[2, 1, 3, 4]]);
  expect(clashesOf(trench, at(2, 'Pipe', [0, 10], [1000, 0]))).toEqual([[2, 1, 5, 5]]);
  // The same line of work has no clash with itself.
  expect(clashesOf(trench, at(2, 'Trench', [0, 10], [1000, 0]))).toEqual([]);
  // A stretch that is occupied: while the line goes through it, and from when it is in it.
  expect(clashesOf(trench, at(2, 'Bridge', [0, 5], [200, 400], true))).toEqual([[1, 2, 2, 4]]);
  expect(clashesOf(trench, at(2, 'Bridge', [5, 9], [200, 400], true))).toEqual([]);
  expect(clashesOf(at(1, 'Bridge', [0, 9], [0, 400], true), at(2, 'Wall', [3, 20], [400, 500], true))).toEqual([]);
  expect(clashesOf(at(1, 'Bridge', [0, 9], [400, 0], true), at(2, 'Wall', [3, 20], [300, 500], true))).toEqual([[2, 1, 3, 9]]);
  // A point: when the line passes it, while a stretch around it is occupied, while another is at it.
  expect(clashesOf(trench, at(2, 'Culvert', [1, 9], [500, 500]))).toEqual([[2, 1, 5, 5]]);
  expect(clashesOf(at(1, 'Bridge', [0, 9], [0, 400], true), at(2, 'Culvert', [3, 4], [100, 100]))).toEqual([[2, 1, 3, 4]]);
  expect(clashesOf(at(1, 'Well', [0, 9], [7, 7]), at(2, 'Culvert', [3, 12], [7, 7]))).toEqual([[2, 1, 3, 9]]);
  // Towards each other, they come to one place only as both end.
  expect(clashesOf(trench, at(2, 'Pipe', [0, 10], [2000, 1000]))).toEqual([]);
  // One goes on where and when the other ends; two go the same way at the same time.
  expect(clashesOf(trench, at(2, 'Pipe', [10, 20], [1000, 0]))).toEqual([]);
  expect(clashesOf(trench, at(2, 'Pipe', [0, 10], [0, 1000]))).toEqual([[2, 1, 0, 10]]);
});

it('agrees with comparing every pair', () => {
  let seed = 11;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 200; round += 1) {
    const stretches = new Map<number, Stretch>();
    const works = Array.from({ length: 40 }, (_, id) => {
      const [start, from] = [random(60), random(5000)];
      const work = at(id, `L${random(4)}`, [start, start + 1 + random(12)], [from, random(3) ? random(5000) : from], random(3) === 0);
      stretches.set(id, work.stretch);
      return work;
    });
    const { segments } = flowOf(...works);
    const placed = segments.map((segment) => ({ ...segment, ...(stretches.get(segment.id) as Stretch) }));
    placed.forEach((one, index) => {
      const met = placed.slice(0, index).flatMap((other) => (other.line === one.line ? [] : (meetingOf(other, one) ?? [])));
      expect(one.clash?.from ?? null).toBe(met.length ? Math.min(...met.map(({ from }) => from)) : null);
    });
  }
});

it('takes the stretches of a version from two attributes, and counts what it leaves out', () => {
  const view = smallView();
  const choice = { from: 40, to: null, block: null, chainage: KILOMETRES };
  const { segments, axis } = timeLocationOf(view, choice, null);
  // "North" is no chainage; the other works with dates have no value.
  expect(segments).toEqual([]);
  expect(axis?.left).toEqual({ missing: 2, bad: [3] });
  const [value] = rowsOf(view.document, 'attributeValue');
  expect(value).toMatchObject({ itemId: 3, value: 'North' });
});

it('lines wait for each other where their stretches overlap', () => {
  const flow = flowOf(at(1, 'Trench', [0, 10], [0, 1000]), at(2, 'Pipe', [12, 20], [600, 200]), at(3, 'Pipe', [12, 20], [1000, 2000]));
  const relation = (id: number, successorId: number) => ({ id, predecessorId: 1, successorId, type: 'fs' as const, lagMinutes: 0 });
  const buffers = buffersOf(flow, [relation(8, 2), relation(9, 3)], (_, from, to) => to - from);
  expect(buffers.flatMap(({ pairs }) => pairs.map(({ relationId, minutes }) => [relationId, minutes]))).toEqual([[8, 2]]);
});
