import { MINUTES_PER_DAY as DAY } from '@gantry/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnWorks } from './draw.ts';

test('a stroke draws a work in each place that it passes, upwards or downwards, from its earlier end', () => {
  const at = (place: number, day: number) => ({ place, minute: day * DAY + 30 });
  const up = drawnWorks({ from: at(0, 10), to: at(2, 15) });
  expect(up.map(({ place, start, finish }) => [place, start / DAY, finish / DAY])).toEqual([
    [0, 10, 12],
    [1, 12, 14],
    [2, 14, 16],
  ]);
  // Drawn from its later end, it is the same stroke.
  expect(drawnWorks({ from: at(2, 15), to: at(0, 10) })).toEqual(up);
  expect(drawnWorks({ from: at(2, 10), to: at(0, 15) }).map(({ place }) => place)).toEqual([2, 1, 0]);
});

test('works of a stroke lie one behind another in whole days, each at least one long', () => {
  const end = fc.record({ place: fc.nat({ max: 30 }), minute: fc.nat({ max: 400 * DAY }) });
  fc.assert(
    fc.property(end, end, (from, to) => {
      const works = drawnWorks({ from, to });
      expect(new Set(works.map(({ place }) => place)).size).toBe(Math.abs(from.place - to.place) + 1);
      for (const [index, { start, finish }] of works.entries()) {
        expect(finish - start).toBeGreaterThanOrEqual(DAY);
        expect([start % DAY, finish % DAY]).toEqual([0, 0]);
        if (index > 0) expect(start).toBe(works[index - 1].finish);
      }
    }),
  );
});
