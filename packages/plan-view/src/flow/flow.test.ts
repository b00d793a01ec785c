import { describe, expect, it } from 'vitest';
import { applyDiff } from '../document/document.ts';
import { smallView } from '../testing/small-view.ts';
import { firstPlaceAttribute, flowOf, flowOfWorks } from './flow.ts';

const collator = new Intl.Collator('en', { numeric: true });
const work = (id: number, line: string, place: string, start: number, finish: number) => ({ id, line, place, start, finish });

describe('works over places', () => {
  it('orders places by their list, others by name with numbers, and lines by their first start', () => {
    const works = [work(1, 'B', 'Floor 10', 5, 9), work(2, 'A', 'Floor 9', 1, 4), work(3, 'B', 'Roof', 9, 12)];
    const flow = flowOfWorks(works, ['Roof', 'Cellar'], collator);
    expect(flow.places).toEqual(['Roof', 'Floor 9', 'Floor 10']);
    expect(flow.lines).toEqual(['A', 'B']);
    expect([flow.from, flow.to]).toEqual([1, 12]);
    expect(flow.segments.map(({ id, line, place }) => [id, line, place])).toEqual([
      [2, 0, 1],
      [1, 1, 2],
      [3, 1, 0],
    ]);
  });

  it('finds where two lines work in one place at once: neither one line twice, nor one behind the other', () => {
    const works = [
      work(1, 'A', 'P', 0, 10),
      work(2, 'A', 'P', 4, 6),
      work(3, 'B', 'P', 8, 14),
      work(4, 'C', 'P', 14, 20),
      work(5, 'B', 'Q', 0, 9),
    ];
    const flow = flowOfWorks(works, [], collator);
    expect(flow.clashes).toBe(1);
    expect(flow.segments.filter(({ clash }) => clash).map(({ id, clash }) => ({ id, clash }))).toEqual([
      { id: 3, clash: { from: 8, to: 10, with: 1 } },
    ]);
  });

  it('agrees with comparing every pair', () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 200; round += 1) {
      const works = Array.from({ length: 30 }, (_, id) => {
        const start = random(60);
        return work(id, `L${random(4)}`, `P${random(3)}`, start, start + 1 + random(12));
      });
      const { segments } = flowOfWorks(works, [], collator);
      segments.forEach((one, index) => {
        const met = segments
          .slice(0, index)
          .some((other) => other.place === one.place && other.line !== one.line && other.finish > one.start);
        expect(one.clash !== null).toBe(met);
      });
    }
  });

  it('reads the works of a version that have dates and a value', () => {
    const flow = flowOf(smallView(), 40, null, collator);
    expect(flow).toMatchObject({ places: ['North'], lines: ['Walls 9'], clashes: 0 });
    expect(flow.segments.map(({ id }) => id)).toEqual([3]);
    expect(flowOf(smallView(), 40, 40, collator).lines).toEqual(['North']);
    expect(flowOf(smallView(), 99, null, collator)).toMatchObject({ places: [], segments: [], from: 0, to: 0 });
  });

  it('begins with the first attribute that works which take time have', () => {
    const { document } = smallView();
    expect(firstPlaceAttribute(document, [99, 40])).toBe(40);
    expect(firstPlaceAttribute(document, [99])).toBeNull();
    applyDiff(document, {
      wbs: { added: [], updated: [{ id: 3, before: { durationMinutes: 480 }, after: { durationMinutes: 0 } }], removed: [] },
    });
    expect(firstPlaceAttribute(document, [99, 40])).toBeNull();
  });
});
