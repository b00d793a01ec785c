import { CELL_PADDING, columnAt, widthFor } from '@gantry/scene';
import type { Chart } from '../chart.ts';
import { DIRTY } from '../chart.ts';
import { setColumnWidth } from '../data.ts';
import { flush } from '../drawing/paint.ts';
import { moveTo } from '../drawing/scroller.ts';

const NARROWEST = 36;
const REACH = 4;

/** The column whose right border is near `x`, -1 = none. */
function borderAt(chart: Chart, x: number): number {
  const { model, view } = chart;
  if (x > view.gridWidth + REACH) return -1;
  const { left, width, frozenWidth } = model.columnLayout;
  for (let index = 0; index < left.length; index++) {
    const border = left[index] + width[index] - (model.columns[index].frozen ? 0 : view.gridLeft);
    if (Math.abs(x - border) <= REACH && (model.columns[index].frozen || border > frozenWidth)) return index;
  }
  return -1;
}

/** Header: borders resize columns, titles are clicked or carried, the scale is drawn sideways. */
export function watchHeader(chart: Chart): void {
  const { header } = chart.dom;
  let held: { kind: 'border' | 'title' | 'scale'; index: number; x: number; width: number; left: number; moved: boolean } | null = null;
  const at = (event: PointerEvent | MouseEvent): number => event.clientX - header.getBoundingClientRect().left;

  const resizeColumn = (index: number, width: number): void => {
    setColumnWidth(chart, chart.model.columns[index].id, width);
    flush(chart);
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const x = at(event);
    const { view, model } = chart;
    const border = borderAt(chart, x);
    if (border >= 0) held = { kind: 'border', index: border, x, width: model.columnLayout.width[border], left: 0, moved: false };
    else if (x < view.gridWidth)
      held = { kind: 'title', index: columnAt(model.columnLayout, x, view.gridLeft), x, width: 0, left: 0, moved: false };
    else held = { kind: 'scale', index: -1, x, width: 0, left: view.left, moved: false };
    header.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    const x = at(event);
    if (!held) {
      header.style.cursor = borderAt(chart, x) >= 0 ? 'col-resize' : x < chart.view.gridWidth ? 'pointer' : 'grab';
      return;
    }
    held.moved ||= Math.abs(x - held.x) > 3;
    if (!held.moved) return;
    if (held.kind === 'border') resizeColumn(held.index, Math.max(NARROWEST, Math.round(held.width + x - held.x)));
    else if (held.kind === 'scale') moveTo(chart, chart.view.top, held.left - (x - held.x));
    else header.style.cursor = 'grabbing';
  };
  const up = (event: PointerEvent): void => {
    const done = held;
    held = null;
    if (!done) return;
    const { model, view, options } = chart;
    const column = model.columns[done.index];
    if (done.kind === 'border' && done.moved) options.events.columnResize?.(column.id, column.width);
    if (done.kind !== 'title' || !column) return;
    if (!done.moved) options.events.headerClick?.(column.id);
    else {
      const over = columnAt(model.columnLayout, at(event), view.gridLeft);
      if (over !== done.index) options.events.columnMove?.(column.id, model.columns[over]?.id ?? null);
    }
  };
  const menu = (event: MouseEvent): void => {
    event.preventDefault();
    const x = at(event);
    const index = x < chart.view.gridWidth ? columnAt(chart.model.columnLayout, x, chart.view.gridLeft) : -1;
    chart.dom.mirror.focus({ preventScroll: true });
    chart.options.events.contextMenu?.({
      row: -1,
      columnId: chart.model.columns[index]?.id ?? null,
      link: -1,
      header: true,
      x: event.clientX,
      y: event.clientY,
    });
  };
  /** A double click on a border fits the column to the texts in sight. */
  const double = (event: MouseEvent): void => {
    const index = borderAt(chart, at(event));
    if (index < 0) return;
    const { frame, model } = chart;
    const column = model.columns[index];
    const shown = model.visible.rowAt.subarray(frame.first, frame.last + 1);
    const title = frame.fitter.width(column.title, 'strong') + 2 * CELL_PADDING;
    resizeColumn(index, Math.max(NARROWEST, Math.ceil(title), widthFor(column, model.rows, frame.fitter, shown)));
    chart.dirty |= DIRTY.all;
    flush(chart);
    chart.options.events.columnResize?.(column.id, chart.model.columns[index].width);
  };
  header.addEventListener('pointerdown', down);
  header.addEventListener('pointermove', move);
  header.addEventListener('pointerup', up);
  header.addEventListener('contextmenu', menu);
  header.addEventListener('dblclick', double);
}
