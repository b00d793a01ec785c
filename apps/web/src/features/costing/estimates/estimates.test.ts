import type { EstimateRowOut } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { expect, it } from 'vitest';
import { formatNumber } from '../../../lib/numbers.ts';
import { columnTest, conditionColumns } from './estimates.filter.model.ts';
import {
  changesOf,
  countShown,
  estimateColumns,
  figuresShown,
  hiddenRows,
  layOutEstimate,
  minorUnits,
  nextUnlinked,
  sumUp,
} from './estimates.model.ts';

const row = (id: number, parent: number | null, fields: Partial<EstimateRowOut> = {}): EstimateRowOut => ({
  id,
  parent_id: parent,
  kind: 'work',
  number: String(id),
  code: '',
  name: `Row ${id}`,
  unit: 't',
  quantity: '2',
  base: null,
  current: null,
  volume_code: '',
  parts: null,
  stated: {},
  checked: false,
  expanded: true,
  ...fields,
});
const section = (id: number, parent: number | null, name: string) => row(id, parent, { kind: 'section', name, quantity: '' });
const list = (): EstimateRowOut[] => [
  section(1, null, 'Earth'),
  section(2, 1, 'Pits'),
  row(3, 2, { current: '10.10', name: 'Выём' }),
  row(4, 1, { current: '20.20', checked: true }),
  section(5, null, 'Roof'),
  row(6, 5, { current: '-0.05', stated: { current: '1.00' } }),
  row(7, 5),
];

it('stands as a tree with exact sums of headings', () => {
  const sheet = layOutEstimate(list(), 2);
  expect([...sheet.rows.level]).toEqual([0, 1, 2, 1, 0, 1, 1]);
  expect([...sheet.rows.end]).toEqual([4, 3, 3, 4, 7, 6, 7]);
  expect([...sheet.current]).toEqual([3030, 1010, 1010, 2020, -5, -5, 0]);
  sheet.list[2] = { ...sheet.list[2], current: '11.10' };
  sumUp(sheet);
  expect([...sheet.current].slice(0, 3)).toEqual([3130, 1110, 1110]);
  expect([minorUnits('36150662.20', 2), minorUnits('-0.5', 2), minorUnits(null, 2)]).toEqual([3_615_066_220, -50, 0]);
});

it.each([
  ['выем', 'all', [1, 2, 3]],
  ['row 4', 'all', [1, 4]],
  ['', 'checked', [1, 4]],
  ['', 'changed', [5, 6]],
  ['', 'priceless', [5, 7]],
  ['nowhere', 'all', []],
] as const)('shows for “%s” and %s rows with their headings', (search, filter, ids) => {
  const sheet = layOutEstimate(list(), 2);
  const hidden = hiddenRows(sheet, search, filter);
  expect(sheet.list.filter((_, at) => !hidden?.[at]).map(({ id }) => id)).toEqual(ids);
  expect(countShown(sheet.list, hidden)).toBe(ids.length);
});

it('shows all rows without words and filter', () => expect(hiddenRows(layOutEstimate(list(), 2), ' ', 'all')).toBeNull());

it('edits of cells are exact changes of rows, and each has its way back', () => {
  const changes = changesOf([
    { row: 2, columnId: 'quantity', value: 0.1 },
    { row: 2, columnId: 'name', value: ' Dig ' },
    { row: 3, columnId: 'checked', value: true },
    { row: 3, columnId: 'price', value: 1e-7 },
    { row: 4, columnId: 'part_labour', value: 5.5 },
    { row: 4, columnId: 'part_profit', value: null },
  ]);
  expect([...changes]).toEqual([
    [2, { quantity: '0.1', name: 'Dig' }],
    [3, { price: '0.00000010' }],
    [4, { parts: { labour: '5.5', profit: '0' } }],
  ]);
});

it('columns show what the file says of changed values', () => {
  const sheet = layOutEstimate(list(), 2);
  const columns = estimateColumns(
    () => sheet,
    {},
    {
      currency: 'RUB',
      hasBase: false,
      divided: false,
      editable: false,
      works: null,
      t: (key, values) => `${key} ${JSON.stringify(values?.['value'] ?? '')}`,
    },
  );
  const current = columns.find(({ id }) => id === 'current');
  expect([current?.note?.(5), current?.editable?.(4), current?.editable?.(5), columns.some(({ id }) => id === 'base')]).toEqual([
    'estimate.file_states "1.00"',
    false,
    true,
    false,
  ]);
});

it('figures of findings are in the form of the person; other words of them stay as they are', () => {
  expect(figuresShown({ counted: '23743161.25', stated: '36150662.20', number: '1.2', field: 'base', most: 3 })).toEqual({
    counted: formatNumber(23_743_161.25, { decimals: 2 }),
    stated: formatNumber(36_150_662.2, { decimals: 2 }),
    number: '1.2',
    field: 'base',
    most: 3,
  });
  expect(figuresShown({ stated: 'see page 3' })).toEqual({ stated: 'see page 3' });
});

it('columns of amounts grow with their figures until a hand sets their width, in a narrow window too', () => {
  const sheet = layOutEstimate(list(), 2);
  const shown = { currency: '', hasBase: true, divided: true, editable: true, works: null, t: (key: string) => key };
  const columns = estimateColumns(() => sheet, { chosen: { price: 60 }, usual: { price: 100, current: 116, name: 172 } }, shown);
  const widthOf = new Map(columns.map(({ id, width, fits }) => [id, { width, fits }]));
  expect(widthOf.get('price')).toEqual({ width: 60, fits: false });
  expect(widthOf.get('current')).toEqual({ width: 116, fits: true });
  expect(widthOf.get('name')).toEqual({ width: 172, fits: false });
  const numbers = columns.filter(({ align, id }) => align === 'right' && id !== 'price');
  expect(numbers.map(({ fits }) => fits)).toEqual(numbers.map(() => true));
});

it('shows what works carry and what they do not, and goes on to the largest amount that nothing carries', () => {
  const sheet = layOutEstimate(list(), 2);
  const money = sheet.list.filter(({ kind, current }) => kind !== 'section' && kind !== 'text' && current !== null).map(({ id }) => id);
  const isLinked = (id: number): boolean => id === money[0];
  const shown = (filter: 'linked' | 'unlinked'): number[] => {
    const hidden = hiddenRows(sheet, '', filter, isLinked);
    return sheet.list.filter(({ id }, at) => money.includes(id) && !hidden?.[at]).map(({ id }) => id);
  };
  expect(shown('linked')).toEqual([money[0]]);
  expect(shown('unlinked')).toEqual(money.slice(1));
  const visited: number[] = [];
  let at = nextUnlinked(sheet, isLinked, null);
  while (at !== null && !visited.includes(sheet.list[at].id)) {
    visited.push(sheet.list[at].id);
    at = nextUnlinked(sheet, isLinked, at);
  }
  expect(visited.toSorted((a, b) => a - b)).toEqual(money.slice(1));
  const amounts = visited.map((id) => Math.abs(Number(sheet.list[sheet.rowOfId.get(id) ?? 0].current)));
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
  expect(nextUnlinked(sheet, () => true, null)).toBeNull();
});

it('conditions on columns keep the headings of what passes, and no heading that has nothing in the column', () => {
  const sheet = layOutEstimate(list(), 2);
  const shownColumns = { currency: 'RUB', hasBase: false, divided: false, editable: false, works: null, t: (key: string) => key };
  const columns = estimateColumns(() => sheet, {}, shownColumns);
  expect(conditionColumns(columns).map(({ id, type }) => `${id} ${type}`)).toEqual([
    'number string', 'name string', 'code string', 'unit string', 'quantity number', 'price number', 'current number', 'share number',
    'volume_code string',
  ]); // prettier-ignore
  const shown = (...conditions: RowFilter['conditions']): number[] => {
    const test = columnTest({ join: 'and', conditions }, columns, sheet);
    const hidden = hiddenRows(sheet, '', 'all', undefined, test);
    return sheet.list.filter((_row, at) => !hidden?.[at]).map(({ id }) => id);
  };
  // The sum of row 1 is 30.30, and row 5 comes to what row 6 has.
  expect(shown({ column: 'current', operator: 'gt', value: 15 })).toEqual([1, 4]);
  expect(shown({ column: 'current', operator: 'lt', value: 0 })).toEqual([5, 6]);
  expect(shown({ column: 'current', operator: 'not_exists', value: null })).toEqual([5, 7]);
  expect(shown({ column: 'unit', operator: 'not_exists', value: null })).toEqual([]);
  expect(shown({ column: 'name', operator: 'like', value: 'roof' })).toEqual([5]);
  expect(shown({ column: 'gone', operator: 'eq', value: 1 })).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(shown({ column: 'share', operator: 'gt', value: 50 })).toEqual([1, 4]);
});
