import type { CellValue, GanttColumn } from '@gantry/scene';
import { CELL_EDITOR_KINDS } from './cell-editors/index.ts';
import { dateHand } from './cell-editors/date-hand.ts';
import type { Chart } from './chart.ts';
import { canEdit, cellContext, readCell, send } from './keys/clipboard.ts';
import { fillRange } from './keys/fill.ts';
import { boxOf, placeRefusal, refuseAt } from './gestures/refusal.ts';
import { moveFocus } from './keys/selection.ts';
import { showRow } from './drawing/scroller.ts';

/** Width of the button that opens the calendar. */
const CALENDAR_PX = 24;
const DATE_PX = 116;

function field(
  chart: Chart,
  column: GanttColumn,
  row: number,
  value: CellValue,
  typed: string | null,
): HTMLInputElement | HTMLSelectElement {
  const context = cellContext(chart, column, row);
  const kind = CELL_EDITOR_KINDS[column.editor ?? 'text'];
  if (kind.element === 'select') {
    const select = document.createElement('select');
    for (const option of context.options) select.add(new Option(option.label, String(option.value), false, option.value === value));
    return select;
  }
  const input = document.createElement('input');
  input.type = 'text';
  input.autocomplete = 'off';
  input.spellcheck = column.editor === 'text';
  input.style.textAlign = column.align ?? 'left';
  input.value = typed ?? kind.write(value, context);
  return input;
}

/** Opens the editor over a cell; `typed` is what the user began to type. False where the cell cannot be edited. */
export function startEdit(chart: Chart, row: number, index: number, typed: string | null): boolean {
  const column = chart.model.columns[index];
  if (!canEdit(chart, row, column)) return false;
  chart.editing?.close(true);
  chart.model.focusRow = row;
  chart.model.focusColumn = index;
  showRow(chart, row, index);
  const kept = column.refused?.(row);
  const value: CellValue = kept ?? (column.value ? column.value(row) : column.text(row));
  if (column.editor === 'flag') {
    void send(chart, [{ row, columnId: column.id, value: value !== true }], row, index);
    return true;
  }
  const element = field(chart, column, row, value, typed);
  element.className = 'gantt-editor';
  element.setAttribute('aria-label', column.title);
  chart.dom.sticky.append(element);
  const initial = element.value;
  const { calendar, labels } = chart.options;
  const hand =
    calendar && column.editor === 'date' && element instanceof HTMLInputElement
      ? dateHand(element, {
          show: calendar,
          label: labels.calendar ?? column.title,
          read(text) {
            const read = readCell(chart, column, row, text);
            return 'value' in read && typeof read.value === 'number' ? read.value : null;
          },
          write: (minute) => CELL_EDITOR_KINDS.date.write(minute, cellContext(chart, column, row)),
          commit: () => close(true),
        })
      : null;
  if (hand) element.after(hand.button);
  // Rows come and go under an open editor: it belongs to the item, not to the place.
  const id = chart.model.rows.id[row];

  /** Where the cell now stands; false where it is gone. */
  const find = (): boolean => {
    const { rows, columns, visible } = chart.model;
    if (rows.id[row] !== id) row = rows.id.indexOf(id);
    if (columns[index]?.id !== column.id) index = columns.findIndex((each) => each.id === column.id);
    if (chart.editing) Object.assign(chart.editing, { row, column: index });
    return row >= 0 && index >= 0 && visible.indexOf[row] >= 0;
  };
  const follow = (): void => {
    if (!find()) return close(true);
    const { x, y, width, height } = boxOf(chart, row, index);
    // A date keeps all its digits in sight beside its button.
    const roomy = Math.max(hand ? DATE_PX : 60, width - 1);
    const top = Math.max(-height - 4, Math.min(chart.view.height + 4, y));
    Object.assign(element.style, {
      left: `${x}px`,
      top: `${top}px`,
      width: `${roomy}px`,
      height: `${height - 1}px`,
    });
    if (hand) {
      const place = { left: `${x + roomy - CALENDAR_PX}px`, top: `${top}px`, height: `${height - 1}px` };
      if (hand.isOpen() && hand.button.style.top && hand.button.style.top !== place.top) hand.hide();
      Object.assign(hand.button.style, place);
    }
    if (element.hasAttribute('aria-invalid')) placeRefusal(chart, row, index);
  };

  const close = (commit: boolean): void => {
    if (chart.editing?.close !== close) return;
    hand?.hide();
    const there = find();
    if (commit && row >= 0 && index >= 0 && (element.value !== initial || typed !== null)) {
      const read = readCell(chart, column, row, element.value);
      if ('refusal' in read && there) {
        element.setAttribute('aria-invalid', 'true');
        refuseAt(chart, row, index, read.refusal);
        element.setAttribute('aria-describedby', `gantt-refusal-${row}-${index}`);
        element.focus();
        return;
      }
      if ('value' in read) void send(chart, [{ row, columnId: column.id, value: read.value }], row, index);
    }
    chart.editing = null;
    chart.dom.sticky.querySelector('.gantt-refusal')?.remove();
    const hadFocus = document.activeElement === element;
    element.remove();
    hand?.button.remove();
    if (hadFocus) chart.dom.mirror.focus({ preventScroll: true });
  };
  const key = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === 'Escape' && hand?.isOpen()) hand.hide();
    else if (event.key === 'Escape') close(false);
    else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      if (event.key === 'Enter' && event.ctrlKey && column.series !== undefined && chart.cellRange) {
        const read = readCell(chart, column, row, element.value);
        close(!('value' in read));
        if ('value' in read) fillRange(chart, read.value);
        return;
      }
      close(true);
      if (chart.editing) return;
      if (event.key === 'Enter') moveFocus(chart, event.shiftKey ? -1 : 1, 0, 'one');
      else moveToEditable(chart, event.shiftKey ? -1 : 1);
    } else if (element.hasAttribute('aria-invalid') || kept !== undefined) {
      element.removeAttribute('aria-invalid');
      chart.dom.sticky.querySelector('.gantt-refusal')?.remove();
    }
  };
  element.addEventListener('keydown', key as EventListener);
  element.addEventListener('blur', (event) => {
    if (hand?.holds(event as FocusEvent)) return;
    if (!element.hasAttribute('aria-invalid')) close(true);
  });
  // Typing brings a cell that was scrolled away back into sight.
  element.addEventListener('beforeinput', () => showRow(chart, row, index));
  chart.editing = { row, column: index, close, follow };
  follow();
  // What was refused comes back with its reason, until something else is typed.
  const reason = kept === undefined ? '' : (column.fault?.(row) ?? '');
  if (reason) refuseAt(chart, row, index, reason);
  element.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement) {
    if (typed === null) element.select();
    else element.setSelectionRange(typed.length, typed.length);
  }
  return true;
}

/** To the next cell of the row that can be edited, then on in the next row. */
function moveToEditable(chart: Chart, direction: 1 | -1): void {
  const { model } = chart;
  for (let step = 1; step <= model.columns.length; step++) {
    const column = model.focusColumn + step * direction;
    if (column < 0 || column >= model.columns.length) break;
    if (canEdit(chart, model.focusRow, model.columns[column])) {
      moveFocus(chart, 0, step * direction, 'one');
      return;
    }
  }
  const first = direction > 0 ? model.columns.findIndex((column) => column.editor) : model.columns.findLastIndex((column) => column.editor);
  moveFocus(chart, direction, Math.max(0, first) - model.focusColumn, 'one');
}
