import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLinks, indexLinks, newLinkIndex, newLinks, sortLinks } from './links.ts';
import { endsFromLevels, newRows } from '../rows.ts';
import { sortSiblings } from '../sort.ts';
import { listVisible, newVisible } from '../visible.ts';

/** A forest of `size` rows with random depths, some folded, and random links. */
const plans = fc.record({
  depths: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 60 }),
  folded: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
  ties: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 120 }),
  window: fc.tuple(fc.nat({ max: 70 }), fc.nat({ max: 20 })),
  turned: fc.boolean(),
});

describe('the link index', () => {
  it('finds what a scan over all links finds, and reads no others', () => {
    fc.assert(
      fc.property(plans, ({ depths, folded, ties, window, turned }) => {
        const count = depths.length;
        const rows = newRows(count);
        depths.forEach((depth, row) => {
          rows.level[row] = row === 0 ? 0 : Math.min(depth, rows.level[row - 1] + 1);
          rows.collapsed[row] = folded[row] ? 1 : 0;
        });
        endsFromLevels(rows.level, rows.end);
        const links = newLinks(ties.length);
        ties.forEach(([from, to], link) => {
          links.predecessor[link] = from % count;
          links.successor[link] = to % count;
        });
        const order = turned ? sortSiblings(rows, (a, b) => b - a) : null;
        const visible = newVisible(count);
        listVisible(rows, visible, order);
        const index = newLinkIndex(ties.length);
        indexLinks(links, sortLinks(links, count, order), visible, index);
        const first = window[0];
        const last = first + window[1];
        const out = new Int32Array(200);
        const hits = findLinks(index, first, last, out);
        const found = Array.from(out.subarray(0, hits), (entry) => index.link[entry]).sort((a, b) => a - b);
        const scanned = ties
          .map((_, link) => link)
          .filter((link) => {
            const a = visible.indexOf[links.predecessor[link]];
            const b = visible.indexOf[links.successor[link]];
            return a >= 0 && b >= 0 && Math.min(a, b) <= last && Math.max(a, b) >= first;
          });
        expect(found).toEqual(scanned);
        expect(index.visited).toBe(hits);
      }),
      { numRuns: 600, seed: 7 },
    );
  });

  it('stops when the room for answers is full', () => {
    const links = newLinks(10);
    links.successor.fill(1);
    const rows = newRows(2);
    const visible = newVisible(2);
    listVisible(rows, visible);
    const index = newLinkIndex(10);
    indexLinks(links, sortLinks(links, 2, null), visible, index);
    expect(findLinks(index, 0, 1, new Int32Array(4))).toBe(4);
    expect(findLinks(index, 2, 9, new Int32Array(4))).toBe(0);
  });
});
