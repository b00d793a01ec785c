import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, changedBox, inReadingOrder, movedByKey, settled, USUAL_DASHBOARD } from './analytics.dashboards.model.ts';

const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h });
const overlaps = (tiles: readonly Box[]): boolean =>
  tiles.some((a, i) => tiles.some((b, j) => i < j && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h));

test('the usual dashboard lies as it settles', () => expect(settled(USUAL_DASHBOARD.tiles)).toEqual(USUAL_DASHBOARD.tiles));

test('others make way for the tile that is held, and gaps above close', () => {
  const tiles = [box(0, 0, 6, 2), box(6, 0, 6, 2)];
  expect(changedBox(tiles, 1, { x: 0 })).toEqual([box(0, 2, 6, 2), box(0, 0, 6, 2)]);
  expect(changedBox(tiles, 0, { y: 9 })).toEqual(tiles);
  expect(changedBox(tiles, 0, { w: 99 })).toEqual([box(0, 0, 12, 2), box(6, 2, 6, 2)]);
});

test('arrows move, with Shift they size; a step down changes places with what is below', () => {
  const tiles = [box(0, 0, 6, 2), box(0, 2, 12, 4)];
  expect(movedByKey(tiles, 0, 'ArrowRight', false)?.[0]).toEqual(box(1, 0, 6, 2));
  expect(movedByKey(tiles, 0, 'ArrowLeft', true)?.[0]).toEqual(box(0, 0, 5, 2));
  expect(movedByKey(tiles, 0, 'ArrowDown', false)).toEqual([box(0, 4, 6, 2), box(0, 0, 12, 4)]);
  expect(movedByKey(tiles, 1, 'ArrowUp', false)?.[1].y).toBeLessThan(2);
  expect(movedByKey(tiles, 0, 'Tab', false)).toBeNull();
});

test('whatever is done, no two tiles overlap, none hangs in the air and none is beyond the grid', () => {
  const any = fc.record({ x: fc.nat(11), y: fc.nat(20), w: fc.integer({ min: 1, max: 12 }), h: fc.integer({ min: 1, max: 6 }) });
  const key = fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown');
  fc.assert(
    fc.property(
      fc.array(any, { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(11), key, fc.boolean()), { maxLength: 12 }),
      (start, acts) => {
        let tiles = settled(start);
        for (const [index, pressed, shift] of acts) tiles = movedByKey(tiles, index % tiles.length, pressed, shift) ?? tiles;
        expect(overlaps(tiles)).toBe(false);
        for (const tile of tiles) {
          expect(tile.x + tile.w).toBeLessThanOrEqual(12);
          const stands =
            tile.y === 0 || tiles.some((other) => other.y + other.h === tile.y && other.x < tile.x + tile.w && tile.x < other.x + other.w);
          expect(stands).toBe(true);
        }
        expect(inReadingOrder(tiles)).toHaveLength(start.length);
      },
    ),
  );
});
