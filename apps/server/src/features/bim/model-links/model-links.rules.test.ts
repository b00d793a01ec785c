import { expect, test } from 'vitest';
import { linked, pairsByHand } from './model-links.rules.ts';

const element = (id: number, guid = `g${id}`) => ({
  element: { model_id: 1, id, guid, name: '', category: 'IFCWALL' },
  values: () => [],
});
const item = (id: number, code = '') => ({ item: { id, code, name: '' }, values: () => [code] });
const numbers = (count: number) => Array.from({ length: count }, (_one, at) => at + 1);
const refusal = expect.objectContaining({ code: 'model_link.too_many' });

test('chosen elements and works that would be too many pairs are refused before one is made', () => {
  const ids = numbers(1001);
  let read = 0;
  const items = ids.map((id) => ({
    item: {
      get id() {
        read += 1;
        return id;
      },
      code: '',
      name: '',
    },
  }));
  const elements = ids.map((id) => element(id));
  const by = (act: 'link' | 'part') => ({ act, item_ids: ids, elements: [{ model_id: 1, ids }], share: 1 });
  expect(() => pairsByHand(by('link'), elements, items, [])).toThrow(refusal);
  expect(read).toBe(ids.length);
  expect(pairsByHand(by('part'), elements, items, [])).toEqual([]);
});

test('works without a GUID in their field belong to no element', () => {
  const items = [item(1), item(2, ' '), item(3, 'g1; g2'), item(4, 'g1,')];
  const elements = [element(1), element(2), element(3, '')];
  const { pairs, report } = linked({ rules: [], guidField: { set: '', name: 'code' } }, elements, items, [], []);
  expect(pairs.map(({ item_id, guid }) => `${item_id} ${guid}`)).toEqual(['3 g1', '4 g1', '3 g2']);
  expect(report.rules).toMatchObject([{ name: 'GUID', relations: 3, without_item: 1 }]);
});

test('a GUID that names too many pairs is refused', () => {
  const items = numbers(1001).map((id) => item(id, 'twin'));
  const elements = numbers(1000).map((id) => element(id, 'twin'));
  expect(() => linked({ rules: [], guidField: { set: '', name: 'code' } }, elements, items, [], [])).toThrow(refusal);
});
