import { newRows, newVisible, layOutColumns, listVisible, type GanttColumn } from '@gantry/scene';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CellEdit, Chart } from './chart.ts';
import { buildDom } from './dom.ts';
import { startEdit } from './editor.ts';

const ROW = 28;
let chart: Chart;
let sent: CellEdit[];

/** Rows of a plan by their ids, in this order. */
function takeRows(ids: number[]): void {
  const rows = newRows(ids.length);
  rows.id.set(ids);
  rows.end.set(ids.map((_, row) => row + 1));
  chart.model.rows = rows;
  chart.model.visible = newVisible(ids.length);
  listVisible(rows, chart.model.visible, null, null);
}

beforeEach(() => {
  sent = [];
  const host = document.createElement('div');
  document.body.append(host);
  const column: GanttColumn = {
    id: 'name',
    title: 'Name',
    width: 200,
    editor: 'text',
    text: (row) => `Row ${chart.model.rows.id[row]}`,
    fault: (row) => (chart.model.rows.id[row] === 30 ? 'Closes a cycle' : ''),
    refused: (row) => (chart.model.rows.id[row] === 30 ? 'Refused before' : undefined),
  };
  chart = {
    dom: buildDom(host),
    model: { columns: [column], columnLayout: layOutColumns([column]), focusRow: 0, focusColumn: 0 },
    options: {
      readOnly: false,
      labels: { cells: {} },
      events: {
        edit: (edits: CellEdit[]) => {
          sent.push(...edits);
          return null;
        },
      },
    },
    view: { width: 800, height: 400, gridWidth: 400, gridLeft: 0, top: 0, rowHeight: ROW },
    native: { top: 0, left: 0, width: 800, ratio: 1 },
    scheduled: 1,
    editing: null,
  } as unknown as Chart;
  takeRows([10, 20, 30]);
});

afterEach(() => chart.editing?.close(false));

const editor = () => document.querySelector<HTMLInputElement>('.gantt-editor');

test('the editor of a cell goes with its row when the grid scrolls', () => {
  startEdit(chart, 2, 0, null);
  expect(editor()?.style.top).toBe(`${2 * ROW}px`);
  chart.view.top = ROW;
  chart.editing?.follow();
  expect(editor()?.style.top).toBe(`${ROW}px`);
});

test('what is typed goes to the row it was typed in, wherever that went meanwhile', () => {
  startEdit(chart, 1, 0, 'Cellar');
  takeRows([5, 10, 20, 30]);
  chart.editing?.follow();
  expect(editor()?.style.top).toBe(`${2 * ROW}px`);
  chart.editing?.close(true);
  expect(sent).toEqual([{ row: 2, columnId: 'name', value: 'Cellar' }]);
});

test('what was typed is not put into another row when its own is deleted', () => {
  startEdit(chart, 1, 0, 'Cellar');
  takeRows([10, 30]);
  chart.editing?.follow();
  expect([editor(), chart.editing, sent]).toEqual([null, null, []]);
});

test('an editor begins with what was refused there and why, until something else is typed', () => {
  const reason = () => document.querySelector('.gantt-refusal')?.textContent;
  startEdit(chart, 2, 0, null);
  expect(editor()?.value).toBe('Refused before');
  expect(reason()).toBe('Closes a cycle');
  editor()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  expect(reason()).toBeUndefined();
});
