import { expect, test } from 'vitest';
import { goneByHand, rematched } from './model-links.rematch.rules.ts';

const present = (guid: string, fields: Record<string, string>) => ({
  element: { model_id: 1, guid, category: 'IFCWALL' },
  values: ({ name }: { name: string }) => (fields[name] === undefined ? [] : [fields[name]]),
});
const former = (guid: string, more: object = {}) => ({ guid, tag: '', category: 'IFCWALL', name: 'Wall', storey: 'Ground', ...more });
const pair = (guid: string, rule: number | null = null) => ({ item_id: 5, model_id: 1, guid, rule, share: 1, parted: false });

test('an element with another GUID is found by its tag, or else by name and storey, where it is one alone', () => {
  const elements = [
    present('new-1', { tag: 'T1', name: 'Other', storey: 'First' }),
    present('new-2', { name: 'Wall', storey: 'Ground' }),
    present('old', { name: 'Slab', storey: 'Ground' }),
    present('twin-1', { name: 'Twin', storey: 'Ground' }),
    present('twin-2', { name: 'Twin', storey: 'Ground' }),
  ];
  const pairs = [pair('a'), pair('b'), pair('c'), pair('d'), pair('old'), pair('a', 0)];
  expect(goneByHand(pairs, elements)).toEqual(new Map([[1, new Set(['a', 'b', 'c', 'd'])]]));
  const gone = [former('a', { tag: 'T1' }), former('b'), former('c', { name: 'Slab' }), former('d', { name: 'Twin' })];
  const known = new Set(['a', 'b', 'c', 'd', 'old']);
  const found = rematched(pairs, new Map([[1, { elements: gone, known }]]), elements);
  // What its model had before is another element; of two alike none is meant.
  expect(found.pairs.map(({ guid }) => guid)).toEqual(['new-1', 'new-2', 'c', 'd', 'old', 'a']);
  expect([found.rematched, found.ambiguous]).toEqual([2, 1]);
});

test('new elements are asked for what they are known by a few times, however many are gone', () => {
  const COUNT = 300;
  let asked = 0;
  const elements = Array.from({ length: COUNT }, (_one, at) => {
    const { element, values } = present(`new-${at}`, { tag: `T${at}`, name: at % 2 ? 'Twin' : `N${at}`, storey: 'Ground' });
    return {
      element,
      values(field: { name: string }) {
        asked += 1;
        return values(field);
      },
    };
  });
  const gone = elements.map((_one, at) => former(`old-${at}`, at % 3 ? { tag: `T${at}` } : { name: at % 2 ? 'Twin' : `N${at}` }));
  const known = new Set(gone.map(({ guid }) => guid));
  const found = rematched(
    gone.map(({ guid }) => pair(guid)),
    new Map([[1, { elements: gone, known }]]),
    elements,
  );
  // Of those alike all are named in the end but for those that their tags have taken.
  expect(found.pairs[0].guid).toBe('new-0');
  expect(found.pairs[1].guid).toBe('new-1');
  expect(found.rematched + found.ambiguous).toBe(COUNT);
  expect(asked).toBeLessThan(10 * COUNT);
});
