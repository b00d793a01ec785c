import { type CellValue, type GanttColumn, layOutColumns, listVisible, newRows, newVisible } from '@gantry/scene';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CellEdit, CellRange, Chart } from '../chart.ts';
import { buildDom } from '../dom.ts';
import { fillCells, fillRange, fillRight, fillSelection } from './fill.ts';
import { watchKeyboard } from './keyboard.ts';

let chart: Chart;
let sent: string[];
let removed: number[];
const VALUES: Record<string, CellValue[]> = { name: ['A', 'B', 'C'], d1: [1, 4, 7], d2: [2, 5, 8], d3: [3, 6, 9] };

const column = (id: string, series?: string): GanttColumn => ({
  id,
  title: id,
  width: 50,
  editor: series ? 'number' : 'text',
  ...(series && { series }),
  editable: (row) => !(id === 'd3' && row === 2),
  whyNot: () => `${id} is closed`,
  text: (row) => String(VALUES[id][row]),
  value: (row) => VALUES[id][row],
});

beforeEach(() => {
  sent = [];
  removed = [];
  const host = document.createElement('div');
  document.body.append(host);
  const columns = [column('name'), ...['d1', 'd2', 'd3'].map((id) => column(id, 'days'))];
  const rows = newRows(3);
  rows.id.set([10, 20, 30]);
  rows.end.set([1, 2, 3]);
  const visible = newVisible(3);
  listVisible(rows, visible, null, null);
  chart = {
    dom: buildDom(host),
    model: {
      rows,
      visible,
      columns,
      columnLayout: layOutColumns(columns),
      selected: new Uint8Array(3),
      focusRow: 0,
      focusColumn: 1,
      selectedLink: -1,
    },
    options: {
      readOnly: false,
      labels: { cells: { refusal: {} } },
      events: {
        edit: (edits: CellEdit[]) => {
          sent = edits.map(({ row, columnId, value }) => `${columnId}${row}=${value}`);
          return [];
        },
        remove: (list: number[]) => removed.push(...list),
      },
    },
    cellRange: null,
    scheduled: 1,
    cleanups: [],
    editing: null,
    linking: null,
  } as unknown as Chart;
});

const range = (rowFrom: number, columnFrom: number, rowTo: number, columnTo: number): CellRange => ({
  rowFrom,
  columnFrom,
  rowTo,
  columnTo,
});
const press = (key: string, more: KeyboardEventInit = {}) =>
  chart.dom.mirror.dispatchEvent(
    new KeyboardEvent('keydown', { key, code: key.length === 1 ? `Key${key.toUpperCase()}` : key, cancelable: true, ...more }),
  );

test.each([
  ['down', range(0, 1, 0, 2), range(0, 1, 2, 2), ['d11=1', 'd21=2', 'd12=1', 'd22=2']],
  ['up', range(2, 1, 2, 1), range(0, 1, 2, 1), ['d10=7', 'd11=7']],
  ['to the right, past a cell that takes nothing', range(2, 1, 2, 1), range(2, 1, 2, 3), ['d22=7']],
  ['to the left, a pattern', range(0, 2, 0, 3), range(0, 1, 0, 3), ['d10=3']],
  ['never from a series into another column', range(0, 1, 0, 1), range(0, 0, 0, 1), []],
])('cells are filled %s', (_way, source, target, edits) => {
  fillCells(chart, source, target);
  expect(sent).toEqual(edits);
});

test('keys of a spreadsheet fill and empty a range of cells', () => {
  watchKeyboard(chart);
  chart.cellRange = range(0, 1, 1, 2);
  fillRight(chart);
  expect(sent).toEqual(['d20=1', 'd21=4']);
  fillSelection(chart);
  expect(sent).toEqual(['d11=1', 'd21=2']);
  fillRange(chart, 9);
  expect(sent).toEqual(['d10=9', 'd20=9', 'd11=9', 'd21=9']);
  press('Delete');
  expect([sent, removed]).toEqual([['d10=null', 'd20=null', 'd11=null', 'd21=null'], []]);
  press('Enter', { ctrlKey: true });
  expect(sent).toEqual(['d10=1', 'd20=1', 'd11=1', 'd21=1']);
  chart.cellRange = null;
  chart.model.focusColumn = 3;
  expect(press('r', { ctrlKey: true })).toBe(false);
  expect(sent).toEqual(['d30=2']);
});

test('outside a series Delete removes rows, and Ctrl+R is the browser’s', () => {
  watchKeyboard(chart);
  chart.model.focusColumn = 0;
  chart.model.selected[1] = 1;
  press('Delete');
  expect(removed).toEqual([1]);
  expect(press('r', { ctrlKey: true })).toBe(true);
});

describe('what is typed into a cell of a series', () => {
  const editor = () => chart.dom.sticky.querySelector<HTMLInputElement>('.gantt-editor')?.value;
  const toggled = () => [...chart.model.rows.collapsed];
  beforeEach(() => {
    chart.model.rows.end.set([3, 2, 3]);
    Object.assign(chart, {
      view: { width: 800, height: 400, gridWidth: 400, gridLeft: 0, top: 0, rowHeight: 28 },
      native: { top: 0, left: 0, width: 800, ratio: 1 },
    });
    watchKeyboard(chart);
  });

  test.each(['-', '+', '4'])('%s begins a number and folds nothing', (key) => {
    press(key);
    expect([editor(), toggled()]).toEqual([key, [0, 0, 0]]);
    chart.editing?.close(false);
  });

  test('a minus in the column of names begins no name', () => {
    chart.model.rows.end.set([1, 2, 3]);
    chart.model.focusColumn = 0;
    press('-');
    expect(editor()).toBeUndefined();
  });

  test.each([
    ['typed', () => press('4')],
    ['typed with a minus', () => press('-')],
    ['opened', () => press('F2')],
    ['emptied', () => press('Delete')],
    ['filled', () => press('d', { ctrlKey: true })],
  ])('a cell that takes nothing says why when it is %s', (_how, act) => {
    Object.assign(chart.model, { focusRow: 2, focusColumn: 3 });
    act();
    expect([editor(), sent, chart.dom.live.textContent]).toEqual([undefined, [], 'd3 is closed']);
  });
});
