import type { Chart } from './chart.ts';
import { DIRTY } from './chart.ts';
import { canEdit } from './keys/clipboard.ts';
import { remarksOn } from './gestures/hover-tip.ts';
import { invalidate } from './drawing/paint.ts';

/** The mirror follows so long after the last paint. */
const IDLE_MS = 120;

function attributes(element: HTMLElement, values: Record<string, string | number | boolean | null>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
}

/** Writes the rows in sight, and the focused one, into the tree grid that assistive technology reads, a row a step. */
function* rowByRow(chart: Chart): Generator<void, void> {
  const { dom, model, frame, options } = chart;
  const { mirror } = dom;
  attributes(mirror, {
    role: 'treegrid',
    'aria-label': options.labels.name,
    'aria-rowcount': model.visible.count + 1,
    'aria-colcount': model.columns.length,
    'aria-multiselectable': true,
    'aria-readonly': options.readOnly,
  });
  const places = new Set<number>();
  for (let place = frame.first; place <= frame.last; place++) places.add(place);
  const focus = model.focusRow >= 0 ? model.visible.indexOf[model.focusRow] : -1;
  if (focus >= 0) places.add(focus);
  const wanted = [...places].sort((a, b) => a - b);
  while (mirror.childElementCount > wanted.length + 1) mirror.lastElementChild?.remove();
  writeRow(
    mirror,
    0,
    { 'aria-rowindex': 1, 'aria-level': null, 'aria-expanded': null, 'aria-selected': null },
    model.columns.map((column) => column.title),
    'columnheader',
    '',
    (column) => ({ 'aria-sort': sortOf(chart, column) }),
  );
  for (const [index, place] of wanted.entries()) {
    yield;
    const row = model.visible.rowAt[place];
    const parent = model.rows.end[row] > row + 1;
    const described = options.labels.describeRow?.(row) ?? '';
    const values = {
      'aria-rowindex': place + 2,
      'aria-level': model.rows.level[row] + 1,
      'aria-expanded': parent ? model.rows.collapsed[row] === 0 : null,
      'aria-selected': model.selected[row] === 1,
      'aria-description': described === '' ? null : described,
    };
    writeRow(
      mirror,
      index + 1,
      values,
      model.columns.map((column) => column.text(row)),
      'gridcell',
      place === focus ? `gantt-cell-${model.rows.id[row]}` : '',
      (column) => {
        const { fault, note } = remarksOn(model.columns[column], row);
        return {
          'aria-readonly': !canEdit(chart, row, model.columns[column]),
          'aria-invalid': fault === '' ? null : true,
          'aria-description': fault || note || null,
        };
      },
    );
  }
  const cell = focus >= 0 ? mirror.children[wanted.indexOf(focus) + 1]?.children[Math.max(0, model.focusColumn)] : null;
  attributes(mirror, { 'aria-activedescendant': cell ? cell.id : null });
}

function writeMirror(chart: Chart): void {
  for (const _row of rowByRow(chart));
}

function sortOf({ model }: Chart, column: number): 'ascending' | 'descending' | null {
  if (model.sort?.columnId !== model.columns[column].id) return null;
  return model.sort.descending ? 'descending' : 'ascending';
}

function writeRow(
  mirror: HTMLElement,
  index: number,
  values: Record<string, string | number | boolean | null>,
  texts: string[],
  role: string,
  id: string,
  more: (column: number) => Record<string, string | boolean | null>,
): void {
  let row = mirror.children[index] as HTMLElement | undefined;
  if (!row) {
    row = document.createElement('div');
    row.setAttribute('role', 'row');
    mirror.append(row);
  }
  attributes(row, values);
  while (row.childElementCount > texts.length) row.lastElementChild?.remove();
  texts.forEach((text, column) => {
    let cell = row.children[column] as HTMLElement | undefined;
    if (!cell) {
      cell = document.createElement('span');
      row.append(cell);
    }
    attributes(cell, { role, 'aria-colindex': column + 1, id: id === '' ? null : `${id}-${column}`, ...more(column) });
    if (cell.textContent !== text) cell.textContent = text;
  });
}

/** Updates the mirror: at once when the focus moves, in idle time after scrolling. */
export function watchMirror(chart: Chart): void {
  const { mirror } = chart.dom;
  const { model } = chart;
  let timer = 0;
  let idleCall = 0;
  let painted = performance.now();
  let focusRow = model.focusRow;
  let focusColumn = model.focusColumn;
  // One timer looks again until nothing has been painted for a while: setting it anew in every frame costs more than it.
  const look = (): void => {
    const rest = painted + IDLE_MS - performance.now();
    timer = rest > 1 ? window.setTimeout(look, rest) : 0;
    if (timer !== 0) return;
    if ('requestIdleCallback' in window) goOn(rowByRow(chart));
    else writeMirror(chart);
  };
  // Writing hundreds of columns takes longer than a frame. The browser calls this between frames, and the next paint cancels it.
  const goOn = (rows: Generator<void, void>): void => {
    const write = (deadline: IdleDeadline): void => {
      idleCall = 0;
      do if (rows.next().done) return;
      while (deadline.timeRemaining() > 1);
      goOn(rows);
    };
    idleCall = window.requestIdleCallback(write, { timeout: 1000 });
  };
  const stop = (): void => {
    if (idleCall !== 0) window.cancelIdleCallback(idleCall);
    idleCall = 0;
  };
  const later = (): void => {
    stop();
    painted = performance.now();
    if (timer === 0) timer = window.setTimeout(look, IDLE_MS);
  };
  chart.painted = () => {
    if (model.focusRow === focusRow && model.focusColumn === focusColumn) {
      later();
      return;
    }
    focusRow = model.focusRow;
    focusColumn = model.focusColumn;
    stop();
    writeMirror(chart);
  };
  writeStub(chart);
  later();
  const onFocus = (): void => {
    if (chart.model.focusRow < 0 && chart.model.visible.count > 0) {
      chart.model.focusRow = chart.model.visible.rowAt[Math.max(0, chart.frame.first)];
      invalidate(chart, DIRTY.body);
    }
    writeMirror(chart);
  };
  mirror.addEventListener('focus', onFocus);
  chart.cleanups.push(() => {
    window.clearTimeout(timer);
    stop();
    mirror.removeEventListener('focus', onFocus);
  });
}

function writeStub(chart: Chart): void {
  attributes(chart.dom.mirror, {
    role: 'treegrid',
    'aria-label': chart.options.labels.name,
    'aria-rowcount': chart.model.visible.count + 1,
  });
}
