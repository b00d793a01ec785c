import { formatMinute, minuteOf } from '@gantry/domain';
import { newRows, newVisible, layOutColumns, listVisible, type GanttColumn } from '@gantry/scene';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CalendarAsked } from './cell-editors/date-hand.ts';
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

describe('the calendar of a date cell', () => {
  let asked: CalendarAsked | null;

  beforeEach(() => {
    asked = null;
    const column: GanttColumn = {
      id: 'start',
      title: 'Start',
      width: 200,
      editor: 'date',
      text: () => '02.03.2026',
      value: () => minuteOf(2026, 3, 2, 8),
    };
    Object.assign(chart.model, { columns: [column], columnLayout: layOutColumns([column]) });
    Object.assign(chart.options.labels.cells, { months: [], refusal: { date: 'no date' } });
    Object.assign(chart.options.labels, { calendar: 'Calendar' });
    Object.assign(chart.options, { calendar: (next: CalendarAsked | null) => (asked = next) });
    startEdit(chart, 0, 0, null);
  });

  const button = () => document.querySelector<HTMLButtonElement>('.gantt-editor-calendar');
  const press = (key: string) => editor()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const sentMinute = () => sent.map(({ value }) => formatMinute(Number(value)));

  test('opens by its button, and what is picked is taken with the time that the cell had', () => {
    expect(button()?.getAttribute('aria-label')).toBe('Calendar');
    button()?.click();
    expect(asked).toMatchObject({ byKey: false, chosen: minuteOf(2026, 3, 2, 8) });
    asked?.pick(minuteOf(2026, 3, 17));
    expect(sentMinute()).toEqual(['2026-03-17T08:00']);
    expect(asked).toBeNull();
    expect(editor()).toBeNull();
    expect(button()).toBeNull();
  });

  test('opens by the arrow down with the focus, and goes from what is typed', () => {
    const field = editor() as HTMLInputElement;
    field.value = '05.04.2026';
    press('ArrowDown');
    expect(asked).toMatchObject({ byKey: true, chosen: minuteOf(2026, 4, 5) });
    asked?.pick(minuteOf(2026, 4, 6));
    expect(sentMinute()).toEqual(['2026-04-06T00:00']);
  });

  test('keeps the cell open while the focus is in it; Escape closes first it, then the cell', () => {
    press('ArrowDown');
    const day = document.createElement('button');
    const calendar = document.createElement('div');
    calendar.setAttribute('data-cell-calendar', 'true');
    calendar.append(day);
    document.body.append(calendar);
    editor()?.dispatchEvent(new FocusEvent('blur', { relatedTarget: day }));
    expect(editor()).not.toBeNull();
    calendar.remove();
    press('Escape');
    expect(asked).toBeNull();
    expect(editor()).not.toBeNull();
    press('Escape');
    expect(editor()).toBeNull();
    expect(sent).toEqual([]);
  });

  test('leaves with the focus: what was typed is taken', () => {
    const field = editor() as HTMLInputElement;
    press('ArrowDown');
    field.value = '05.04.2026';
    asked?.leave();
    expect(sentMinute()).toEqual(['2026-04-05T00:00']);
    expect(asked).toBeNull();
  });

  test('typing on closes it', () => {
    button()?.click();
    editor()?.dispatchEvent(new Event('input'));
    expect(asked).toBeNull();
  });
});
