import { MINUTES_PER_DAY, NO_DATE } from '@gantry/domain';
import { foldAll, parentOf, ROW_FLAGS, stepUnit } from '@gantry/scene';
import type { Chart } from '../chart.ts';
import { DIRTY } from '../chart.ts';
import { canEdit, copyText, pasteText, showWhyNot } from './clipboard.ts';
import { fillRange, fillRight, fillSelection, inSeries } from './fill.ts';
import { relist, setColumnWidth } from '../data.ts';
import { startEdit } from '../editor.ts';
import { linkKey, startLink } from './link-keys.ts';
import { flush, invalidate } from '../drawing/paint.ts';
import { toggleRow } from '../gestures/under-pointer.ts';
import { moveTo, showRow } from '../drawing/scroller.ts';
import { extendRange, moveFocus, selectAll, selectedRows, selectRow } from './selection.ts';
import { fit, showBar, zoomTo } from '../drawing/zoom.ts';

type Act = (chart: Chart, event: KeyboardEvent) => boolean | void;

const mode = (event: KeyboardEvent): 'one' | 'range' => (event.shiftKey ? 'range' : 'one');
const page = (chart: Chart): number => Math.max(1, Math.floor(chart.view.height / chart.view.rowHeight) - 1);

function fold(chart: Chart, folded: boolean, deep: boolean): void {
  if (chart.model.focusRow >= 0) toggleRow(chart, chart.model.focusRow, folded, deep);
}

/** Opens the editor of the focused cell with what was typed; a cell of a series that takes nothing says why. */
const typeInto = (chart: Chart, typed: string | null): boolean =>
  startEdit(chart, chart.model.focusRow, chart.model.focusColumn, typed) || (inSeries(chart) && showWhyNot(chart));

/** In a cell of numbers a sign begins one; elsewhere it folds. */
function signOrFold(chart: Chart, sign: string, folded: boolean): boolean {
  const column = chart.model.columns[chart.model.focusColumn];
  const isNumber = column?.editor === 'number' && (inSeries(chart) || canEdit(chart, chart.model.focusRow, column));
  if (isNumber) return typeInto(chart, sign);
  fold(chart, folded, false);
  return true;
}

function foldEverything(chart: Chart, folded: boolean): void {
  foldAll(chart.model.rows, folded);
  relist(chart);
  flush(chart);
  chart.options.events.toggle?.(null, folded);
}

/** Left and right as the treegrid pattern has them: in the first column they fold and go to the parent. */
function sideways(chart: Chart, direction: 1 | -1, event: KeyboardEvent): void {
  const { model } = chart;
  const row = model.focusRow;
  const tree = model.columns[model.focusColumn]?.tree === true;
  const parentRow = row >= 0 ? parentOf(model.rows, row) : -1;
  if (tree && row >= 0 && direction > 0 && model.rows.collapsed[row] === 1) toggleRow(chart, row, false, false);
  else if (tree && row >= 0 && direction < 0 && model.rows.end[row] > row + 1 && model.rows.collapsed[row] === 0 && model.focusColumn === 0)
    toggleRow(chart, row, true, false);
  else if (tree && direction < 0 && model.focusColumn === 0 && parentRow >= 0) {
    selectRow(chart, parentRow, -1, 'one');
    showRow(chart, parentRow);
  } else if (event.shiftKey) extendRange(chart, 0, direction);
  else moveFocus(chart, 0, direction, 'one');
}

/** With Shift, whole rows; once Shift and a sideways arrow have begun a range of cells, that range. */
function upOrDown(chart: Chart, direction: 1 | -1, event: KeyboardEvent): void {
  if (event.shiftKey && chart.cellRange) extendRange(chart, direction, 0);
  else moveFocus(chart, direction, 0, mode(event));
}

function widenColumn(chart: Chart, by: number): void {
  const { model, options } = chart;
  const column = model.columns[model.focusColumn];
  if (!column) return;
  const width = Math.max(36, column.width + by);
  setColumnWidth(chart, column.id, width);
  options.events.columnResize?.(column.id, width);
}

function rowAct(chart: Chart, act: ((rows: readonly number[]) => void) | undefined): boolean {
  const rows = selectedRows(chart);
  if (!act || rows.length === 0 || chart.options.readOnly) return false;
  act(rows);
  return true;
}

function clearCells(chart: Chart): boolean {
  // In cells Delete empties them; rows go by their names.
  if (inSeries(chart)) return fillRange(chart, null) || true;
  if (chart.model.selectedLink >= 0 && chart.options.events.removeLink && !chart.options.readOnly) {
    chart.options.events.removeLink(chart.model.selectedLink);
    chart.model.selectedLink = -1;
    return true;
  }
  return rowAct(chart, chart.options.events.remove);
}

/** Moves the selected bars by a day, by a week or a month where days are too narrow to see. */
function nudge(chart: Chart, direction: 1 | -1): boolean {
  const { options, model, view } = chart;
  const rows = selectedRows(chart).filter((row) => (model.rows.flags[row] & ROW_FLAGS.locked) === 0 && model.rows.start[row] !== NO_DATE);
  if (!options.events.moveBars || options.readOnly || rows.length === 0) return false;
  const step = stepUnit(view.scale.pixelsPerDay);
  const days = step === 'month' ? 30 : step === 'week' ? 7 : 1;
  const start = model.rows.start[rows[0]];
  const wanted = start + direction * days * MINUTES_PER_DAY;
  const minute = options.ports.snap?.(rows[0], wanted, 'start', 'minute') ?? wanted;
  if (minute !== start) void options.events.moveBars(rows, minute - start);
  return true;
}

/** Keys by name; `Mod` is Ctrl, or Cmd on a Mac. Shift is left to the act unless it stands here. */
const ACTS: Record<string, Act> = {
  ArrowDown: (chart, event) => upOrDown(chart, 1, event),
  ArrowUp: (chart, event) => upOrDown(chart, -1, event),
  ArrowLeft: (chart, event) => sideways(chart, -1, event),
  ArrowRight: (chart, event) => sideways(chart, 1, event),
  PageDown: (chart, event) => moveFocus(chart, page(chart), 0, mode(event)),
  PageUp: (chart, event) => moveFocus(chart, -page(chart), 0, mode(event)),
  Home: (chart) => moveFocus(chart, 0, -chart.model.columns.length, 'one'),
  End: (chart) => moveFocus(chart, 0, chart.model.columns.length, 'one'),
  'Mod+Home': (chart, event) => moveFocus(chart, -chart.model.visible.count, 0, mode(event)),
  'Mod+End': (chart, event) => moveFocus(chart, chart.model.visible.count, 0, mode(event)),
  Enter: (chart) => {
    if (!startEdit(chart, chart.model.focusRow, chart.model.focusColumn, null) && chart.model.focusRow >= 0)
      chart.options.events.open?.(chart.model.focusRow);
  },
  F2: (chart) => typeInto(chart, null),
  // At the grid's edge Tab leaves the chart: it must not be a trap.
  Tab: (chart, event) => {
    const next = chart.model.focusColumn + (event.shiftKey ? -1 : 1);
    if (chart.model.focusRow < 0 || next < 0 || next >= chart.model.columns.length) return false;
    moveFocus(chart, 0, event.shiftKey ? -1 : 1, 'one');
    return true;
  },
  Insert: (chart, event) => {
    const { insert } = chart.options.events;
    if (!insert || chart.options.readOnly) return false;
    insert(chart.model.focusRow, event.shiftKey ? 'before' : event.altKey ? 'inside' : 'after');
    return true;
  },
  Delete: (chart) => clearCells(chart),
  'Mod+A': (chart) => selectAll(chart),
  'Mod+Z': (chart, event) => (event.shiftKey ? chart.options.events.redo?.() : chart.options.events.undo?.()),
  'Mod+Y': (chart) => chart.options.events.redo?.(),
  'Alt+Shift+ArrowRight': (chart) => rowAct(chart, chart.options.events.indent),
  'Alt+Shift+ArrowLeft': (chart) => rowAct(chart, chart.options.events.outdent),
  'Alt+Shift+ArrowUp': (chart) => rowAct(chart, chart.options.events.moveUp),
  'Alt+Shift+ArrowDown': (chart) => rowAct(chart, chart.options.events.moveDown),
  'Mod+Shift+ArrowRight': (chart) => nudge(chart, 1),
  'Mod+Shift+ArrowLeft': (chart) => nudge(chart, -1),
  'Mod+F2': (chart) => startLink(chart),
  'Mod+D': (chart) => fillSelection(chart),
  'Mod+R': (chart) => fillRight(chart),
  'Mod+Alt+ArrowLeft': (chart) => widenColumn(chart, -16),
  'Mod+Alt+ArrowRight': (chart) => widenColumn(chart, 16),
  'Mod+Alt+S': (chart) => chart.options.events.headerClick?.(chart.model.columns[chart.model.focusColumn].id),
  '+': (chart) => signOrFold(chart, '+', false),
  '-': (chart) => signOrFold(chart, '-', true),
  '*': (chart) => fold(chart, false, true),
  'Mod++': (chart) => foldEverything(chart, false),
  'Mod+-': (chart) => foldEverything(chart, true),
  'Alt+ArrowLeft': (chart) => moveTo(chart, chart.view.top, chart.view.left - 120),
  'Alt+ArrowRight': (chart) => moveTo(chart, chart.view.top, chart.view.left + 120),
  'Alt+ArrowUp': (chart) => zoomTo(chart, chart.view.scale.pixelsPerDay * 1.25),
  'Alt+ArrowDown': (chart) => zoomTo(chart, chart.view.scale.pixelsPerDay / 1.25),
  'Mod+Enter': (chart) => {
    const { model } = chart;
    if (inSeries(chart)) return fillRange(chart, model.columns[model.focusColumn].value?.(model.focusRow) ?? null);
    return model.focusRow < 0 ? false : showBar(chart, model.focusRow);
  },
  'Alt+0': (chart) => fit(chart, 'schedule'),
  Escape: (chart) => {
    if (!chart.cellRange && chart.model.selectedLink < 0) return false;
    chart.cellRange = null;
    chart.model.selectedLink = -1;
    invalidate(chart, DIRTY.body | DIRTY.overlay);
    return true;
  },
  ContextMenu: (chart) => keyboardMenu(chart),
  F10: (chart, event) => (event.shiftKey ? keyboardMenu(chart) : false),
  ' ': (chart, event) => {
    if (chart.model.focusRow < 0) return false;
    selectRow(chart, chart.model.focusRow, -1, event.ctrlKey ? 'add' : 'one');
    return true;
  },
};

function keyboardMenu(chart: Chart): boolean {
  const { model, view, dom, options } = chart;
  const place = model.focusRow >= 0 ? model.visible.indexOf[model.focusRow] : -1;
  if (place < 0) return false;
  const box = dom.sticky.getBoundingClientRect();
  const x = box.left + (model.columnLayout.left[Math.max(0, model.focusColumn)] ?? 0) + 20;
  const y = box.top + (place + 1) * view.rowHeight - view.top;
  options.events.contextMenu?.({
    row: model.focusRow,
    columnId: model.columns[model.focusColumn]?.id ?? null,
    link: -1,
    header: false,
    x,
    y,
  });
  return true;
}

/** The name of what was pressed, as the table has it. Letters by their place, so that shortcuts work in any layout. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  const mod = event.ctrlKey || event.metaKey;
  const key = mod && letter ? letter : event.key === '=' && mod ? '+' : event.key;
  const shift = event.shiftKey && (event.altKey || mod) && key.startsWith('Arrow');
  return `${mod ? 'Mod+' : ''}${event.altKey && key !== 'Insert' ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`;
}

/** Keys and the clipboard. Typing starts the editor of the focused cell. */
export function watchKeyboard(chart: Chart): void {
  const { mirror } = chart.dom;
  const down = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    chart.placed = true;
    if (chart.linking) {
      if (linkKey(chart, event)) event.preventDefault();
      return;
    }
    const act = ACTS[keyName(event)];
    if (act) {
      if (act(chart, event) !== false) event.preventDefault();
      return;
    }
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && typeInto(chart, event.key)) event.preventDefault();
  };
  const copy = (event: ClipboardEvent): void => {
    const { rows, text } = copyText(chart);
    if (rows.length === 0) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    chart.options.events.copy?.(rows, text);
  };
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text === '') return;
    event.preventDefault();
    pasteText(chart, text);
  };
  mirror.addEventListener('keydown', down);
  const cut = (event: ClipboardEvent): void => {
    if (chart.cellRange || chart.options.readOnly || !chart.options.events.cut) return;
    const { rows, text } = copyText(chart);
    if (rows.length === 0 || !event.clipboardData) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
    chart.options.events.cut(rows, text);
  };
  mirror.addEventListener('copy', copy);
  mirror.addEventListener('cut', cut);
  mirror.addEventListener('paste', paste);
}
