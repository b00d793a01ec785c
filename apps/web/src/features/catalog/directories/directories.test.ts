import type { DirectoryAttribute, DirectoryRows } from '@gantry/contract';
import { describe, expect, test } from 'vitest';
import { cellWriter, directoryColumns, readersOf } from './directories.columns.model.ts';
import { applyDiff, type DirectoryDocument, layOutRows, newDocument } from './directories.document.model.ts';
import { changesOf, moveChanges, placeBeside, rowsOfLines, shiftChanges, topmost } from './directories.edits.model.ts';
import { branchesOf } from './directories.graph.model.ts';

const column = (id: number, more: Partial<DirectoryAttribute>): DirectoryAttribute => ({
  id,
  position: id,
  name: `Column ${id}`,
  type: 'number',
  unit: '',
  required: false,
  unique: false,
  default_value: null,
  list_id: null,
  role: null,
  linked: null,
  donor: null,
  ...more,
});
const HEAD = {
  columns: [
    column(10, { unit: 'h', required: true }),
    column(11, { type: 'list', list_id: 5 }),
    column(12, { type: 'date' }),
    column(13, { donor: { directory_id: 77, attribute_id: 1 } }),
  ],
  lists: [{ id: 5, name: 'Classes', values: [{ id: 6, text: 'B25', parameter: 32.7, position: 1 }] }],
};
const TABLE: DirectoryRows = {
  revision: 3,
  ids: [1, 2, 3, 4],
  parent_ids: [null, 1, 1, null],
  positions: [1, 1, 2, 2],
  codes: ['A', 'A1', 'A2', 'B'],
  names: ['Works', 'Dig', 'Lay', 'Rest'],
  measure_ids: [null, 9, 9, null],
  valid: [1, 1, 1, 1],
  columns: [
    { attribute_id: 10, values: [null, 1.5, 2, null] },
    { attribute_id: 11, values: [null, 6, null, null] },
    { attribute_id: 12, values: [null, '2026-02-01T00:00', null, null] },
  ],
  donors: [{ directory_id: 77, row_ids: [null, 100, null, null] }],
};
const source = {
  t: (key: string) => key,
  people: [],
  measures: [{ value: 9, label: 'm²' }],
  donorNames: new Map([[77, 'Prices']]),
  donors: new Map([[77, new Map([[100, { code: 'P-1', name: 'Price one' }]])]]),
};
const reading = { donors: source.donors, t: source.t, language: 'en-US' };
const made = (): DirectoryDocument => newDocument(HEAD, TABLE);
const laid = (document = made()) => layOutRows(document, () => false);
const columns = directoryColumns(HEAD.columns, source);
const names = (document: DirectoryDocument): string[] => laid(document).list.map(({ name }) => name);

describe('the document', () => {
  test('lays its rows as the tree that they are', () => {
    const { rows, list } = laid();
    expect(list.map(({ code }) => code)).toEqual(['A', 'A1', 'A2', 'B']);
    expect([...rows.level]).toEqual([0, 1, 1, 0]);
    expect([...rows.end]).toEqual([3, 2, 3, 4]);
    expect(list[1].cells).toEqual({ 10: 1.5, 11: 6, 12: '2026-02-01T00:00' });
  });

  test('takes rows that came, went, moved and changed', () => {
    const document = made();
    const touched = applyDiff(document, {
      row: {
        added: [{ id: 8, parent_id: 4, position: 1, code: 'B1', name: 'New', measure_id: null, cells: { 10: 4 }, donors: {} }],
        updated: [
          { id: 2, before: { cells: { 10: 1.5, 11: 6 } }, after: { cells: { 10: 3, 11: null } } },
          { id: 3, before: { position: 2 }, after: { position: 0 } },
        ],
        removed: [],
      },
    });
    expect(touched).toEqual({ structure: true, head: false, values: false });
    expect(names(document)).toEqual(['Works', 'Lay', 'Dig', 'Rest', 'New']);
    expect(document.rows.get(2)?.cells).toEqual({ 10: 3, 12: '2026-02-01T00:00' });
    expect(applyDiff(document, { row: { added: [], updated: [], removed: [{ id: 8 }] } }).structure).toBe(true);
    expect(names(document)).toEqual(['Works', 'Lay', 'Dig', 'Rest']);
  });

  test('a value changed where it stands leaves the rows as they lie; columns that come bring their values', () => {
    const update = { id: 3, before: { name: 'Lay' }, after: { name: 'Lay bricks' } };
    expect(applyDiff(made(), { row: { added: [], updated: [update], removed: [] } })).toEqual({
      structure: false,
      head: false,
      values: false,
    });
    expect(applyDiff(made(), { attribute: { added: [{ id: 14 }], updated: [], removed: [] } })).toMatchObject({ head: true, values: true });
  });
});

describe('cells', () => {
  test('are written as people read them', () => {
    const document = made();
    const row = laid(document).list[1];
    const texts = columns.map((each) => cellWriter(each, document, source)(each.attribute ? (row.cells[each.attribute.id] ?? null) : null));
    expect(texts.slice(4)).toEqual(['1,5', 'B25', '01.02.2026', '']);
    expect(cellWriter(columns[3], document, source)(100)).toBe('P-1');
    expect(columns.map(({ title }) => title).slice(3, 5)).toEqual(['⇠ Prices', 'Column 10, h *']);
  });

  test('are read for filters by their kind', () => {
    const document = made();
    const view = laid(document);
    const readerOf = readersOf(
      columns,
      () => view,
      (id) => cellWriter(columns.find((each) => each.id === id) ?? columns[0], document, source),
    );
    expect(readerOf('attribute:10')?.at(1)).toBe(1.5);
    expect(readerOf('attribute:10')?.at(0)).toBeNaN();
    expect(readerOf('attribute:11')?.at(1)).toBe('B25');
    expect(readerOf('measure')?.at(1)).toBe('m²');
    expect(readerOf('gone')).toBeNull();
  });
});

describe('edits', () => {
  test('of cells become one change a row; rows of other directories are named by code', () => {
    const edits = [
      { row: 1, columnId: 'attribute:10', value: 4 },
      { row: 1, columnId: 'attribute:11', value: '' },
      { row: 1, columnId: 'donor:77', value: 'p-1' },
      { row: 2, columnId: 'measure', value: '9' },
      { row: 2, columnId: 'donor:77', value: 'nobody' },
    ];
    const { changes, refused } = changesOf(edits, laid(), columns, reading);
    expect(changes).toEqual([
      { do: 'update', id: 2, cells: { 10: 4, 11: null }, donors: { 77: 100 } },
      { do: 'update', id: 3, measure_id: 9 },
    ]);
    expect(refused).toEqual([{ row: 2, columnId: 'donor:77', text: 'directory.no_such_row' }]);
  });

  test('of a fixed form are kept in one spelling and shown in another; what has no such form is refused in words', () => {
    const forms = directoryColumns([column(20, { type: 'phone' }), column(21, { type: 'time' })], source);
    const edits = [
      { row: 1, columnId: 'attribute:20', value: '+7 (916) 123-45-67' },
      { row: 1, columnId: 'attribute:21', value: '0830' },
      { row: 2, columnId: 'attribute:21', value: 'at noon' },
    ];
    expect(changesOf(edits, laid(), forms, reading)).toEqual({
      changes: [{ do: 'update', id: 2, cells: { 20: '+79161234567', 21: '08:30' } }],
      refused: [{ row: 2, columnId: 'attribute:21', text: 'directory_value.time' }],
    });
    const within = [{ row: 1, columnId: 'attribute:20', value: '06 12 34 56 78' }];
    expect(changesOf(within, laid(), forms, { ...reading, language: 'fr' }).changes).toMatchObject([{ cells: { 20: '+33612345678' } }]);
    const phone = forms.find(({ id }) => id === 'attribute:20') ?? forms[0];
    expect(cellWriter(phone, made(), source)('+79161234567')).toBe('+7 916 123-45-67');
  });

  test('pasted lines become rows one after the other; what cannot be read is counted', () => {
    const read = (each: { type: string }, text: string) =>
      each.type === 'number' && Number.isNaN(Number(text)) ? { refusal: 'no' } : { value: each.type === 'number' ? Number(text) : text };
    const lines = [
      ['C', 'Third', '', '', '5'],
      ['D', 'Fourth', '', '', 'many'],
    ];
    expect(rowsOfLines(lines, columns, { parentId: null, afterId: 4 }, reading, read)).toEqual({
      changes: [
        { do: 'add', id: -1, parent_id: null, after_id: 4, code: 'C', name: 'Third', cells: { 10: 5 } },
        { do: 'add', id: -2, parent_id: null, after_id: -1, code: 'D', name: 'Fourth' },
      ],
      unread: 1,
    });
  });

  test('of places go by siblings', () => {
    const view = laid();
    expect(topmost(view, [2, 0, 1])).toEqual([0]);
    expect(placeBeside(view, 2, 'before')).toEqual({ parentId: 1, afterId: 2 });
    expect(placeBeside(view, 1, 'before')).toEqual({ parentId: 1, afterId: null });
    expect(shiftChanges(view, 'indent', [3])).toEqual([{ do: 'move', id: 4, parent_id: 1 }]);
    expect(shiftChanges(view, 'outdent', [1])).toEqual([{ do: 'move', id: 2, parent_id: null, after_id: 1 }]);
    expect(shiftChanges(view, 'up', [2])).toEqual([{ do: 'move', id: 3, parent_id: 1, after_id: null }]);
    expect(shiftChanges(view, 'down', [1])).toEqual([{ do: 'move', id: 2, parent_id: 1, after_id: 3 }]);
    expect(shiftChanges(view, 'up', [0])).toEqual([]);
    expect(moveChanges(view, [1, 2], 3, 'inside')).toEqual([
      { do: 'move', id: 2, parent_id: 4 },
      { do: 'move', id: 3, parent_id: 4, after_id: 2 },
    ]);
  });
});

test('the graph unfolds what is told once, both ways, cycles among it', () => {
  const node = (id: number) => ({ kind: 'directory' as const, id, name: `D${id}`, node_id: 1 });
  const edge = (from: number, to: number) => ({
    from: { kind: 'directory' as const, id: from },
    to: { kind: 'directory' as const, id: to },
    by: 'relation' as const,
    name: '',
  });
  const graph = { nodes: [1, 2, 3].map(node), edges: [edge(1, 2), edge(2, 3), edge(1, 3)] };
  const [first, second] = branchesOf(graph, 1, 'gives');
  expect([first.node.id, first.below[0].node.id, second.node.id, second.again]).toEqual([2, 3, 3, true]);
  expect(branchesOf(graph, 3, 'takes').map((branch) => branch.node.id)).toEqual([2, 1]);
  expect(branchesOf(graph, 1, 'takes')).toEqual([]);
});
