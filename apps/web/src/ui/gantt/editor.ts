import type { CellValue, GanttColumn } from '@gantry/scene';
import { CELL_EDITOR_KINDS } from './cell-editors/index.ts';
import type { Chart } from './chart.ts';
import { canEdit, cellContext, readCell, send } from './clipboard.ts';
import { boxOf, refuseAt } from './refusal.ts';
import { moveFocus } from './selection.ts';
import { showRow } from './scroller.ts';

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
  const value: CellValue = column.value ? column.value(row) : column.text(row);
  if (column.editor === 'flag') {
    void send(chart, [{ row, columnId: column.id, value: value !== true }], row, index);
    return true;
  }
  const element = field(chart, column, row, value, typed);
  element.className = 'gantt-editor';
  element.setAttribute('aria-label', column.title);
  const box = boxOf(chart, row, index);
  Object.assign(element.style, {
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${Math.max(60, box.width - 1)}px`,
    height: `${box.height - 1}px`,
  });
  chart.dom.sticky.append(element);
  const initial = element.value;

  const close = (commit: boolean): void => {
    if (chart.editing?.close !== close) return;
    if (commit && (element.value !== initial || typed !== null)) {
      const read = readCell(chart, column, row, element.value);
      if ('refusal' in read) {
        element.setAttribute('aria-invalid', 'true');
        refuseAt(chart, row, index, read.refusal);
        element.setAttribute('aria-describedby', `gantt-refusal-${row}-${index}`);
        element.focus();
        return;
      }
      void send(chart, [{ row, columnId: column.id, value: read.value }], row, index);
    }
    chart.editing = null;
    chart.dom.sticky.querySelector('.gantt-refusal')?.remove();
    const hadFocus = document.activeElement === element;
    element.remove();
    if (hadFocus) chart.dom.mirror.focus({ preventScroll: true });
  };
  const key = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === 'Escape') close(false);
    else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      close(true);
      if (chart.editing) return;
      if (event.key === 'Enter') moveFocus(chart, event.shiftKey ? -1 : 1, 0, 'one');
      else moveToEditable(chart, event.shiftKey ? -1 : 1);
    } else if (element.hasAttribute('aria-invalid')) {
      element.removeAttribute('aria-invalid');
      chart.dom.sticky.querySelector('.gantt-refusal')?.remove();
    }
  };
  element.addEventListener('keydown', key as EventListener);
  element.addEventListener('blur', () => {
    if (!element.hasAttribute('aria-invalid')) close(true);
  });
  chart.editing = { row, column: index, close };
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
