import { expect, test } from 'vitest';
import { applyDiff } from '../document/document.ts';
import { smallView } from '../testing/small-view.ts';
import { splitAttributes } from '../values/attributes.ts';
import { columnInfos, columnsFor } from './columns.ts';

test('a cell of an attribute that must have a value says so where a work has none, and nowhere else', () => {
  const view = smallView();
  const faults = () => {
    const texts = { t: (key: string) => key, date: String, number: String };
    const columns = columnsFor(columnInfos(view.document, String), ['name', 'attribute:40'], [], () => view, texts, {
      people: [],
      specialties: [],
    });
    const zone = columns.find(({ id }) => id === 'attribute:40');
    return [...view.rows.id].map((id, row) => [id, zone?.fault?.(row) ?? '']).filter(([, fault]) => fault !== '');
  };
  const set = (options: object | null): void => {
    applyDiff(view.document, { attribute: { added: [], updated: [{ id: 40, before: {}, after: { options } }], removed: [] } });
    view.document.revision += 1;
  };
  expect(faults()).toEqual([]);
  set({ required: true });
  // Summaries 1 and 4 are no works, 3 has a value.
  expect(faults()).toEqual([2, 5, 6].map((id) => [id, 'attributes.missing']));
  set({ required: true, default: 'South' });
  expect(faults()).toEqual([]);
});

test('a telephone number is typed as digits, kept in one spelling and shown in another; what is none goes as it is', () => {
  const view = smallView();
  const change = (table: 'attribute' | 'attributeValue', id: number, after: object): void => {
    applyDiff(view.document, { [table]: { added: [], updated: [{ id, before: {}, after }], removed: [] } });
    view.document.revision += 1;
  };
  change('attribute', 40, { options: { type: 'phone' } });
  const sent = (text: string, language: string) => splitAttributes(view.document, { 'attribute:40': text }, language).attributes?.['40'];
  expect(sent('79161234567', 'en-US')).toBe('+79161234567');
  expect(sent('8 916 123 45 67', 'ru')).toBe('+79161234567');
  expect(sent('soon', 'ru')).toBe('soon');
  change('attributeValue', 41, { value: '+79161234567' });
  const texts = { t: String, date: String, number: String };
  const columns = columnsFor(columnInfos(view.document, String), ['attribute:40'], [], () => view, texts, { people: [], specialties: [] });
  const row = [...view.rows.id].indexOf(3);
  expect(columns.find(({ id }) => id === 'attribute:40')?.text(row)).toBe('+7 916 123-45-67');
});
