import { type ColumnLayout, MAX_SCROLL_PIXELS, widthOf } from '@gantry/scene';
import type { Chart } from '../chart.ts';
import { DIRTY } from '../chart.ts';
import { HEADER_HEIGHT, sizeCanvas } from '../dom.ts';
import { openingLeft, takeColumns } from './columns.ts';
import { flush, invalidate } from './paint.ts';

/** Places nearer than this are one place: the browser keeps them as floats. */
const NEAR = 0.02;

/** Room that the grid leaves to the chart: enough to plan in, half of a narrow window. */
const LEAST_CHART = 512;

/** The widest grid beside a chart in a window of this width. */
export const widestGrid = (width: number): number => width - Math.min(LEAST_CHART, Math.round(width / 2));

/** Of the border between grid and chart. */
const SPLITTER = 4;

/** The grid's width beside a chart: as wished; where the window has less room, as many whole columns as fit, so that no figure is cut. */
export function gridWidthIn(wished: number, width: number, { left, width: widths }: Pick<ColumnLayout, 'left' | 'width'>): number {
  const widest = widestGrid(width);
  if (wished <= widest) return Math.max(60, wished);
  const ends = Array.from(left, (at, index) => at + widths[index] + SPLITTER);
  return ends.findLast((end) => end <= widest && end > widest / 2) ?? Math.max(60, widest);
}

/** Rows' height in all, with half a row of air at the end. */
function rowsHeight(chart: Chart): number {
  return chart.model.visible.count * chart.view.rowHeight + Math.round(chart.view.rowHeight / 2);
}

/** Fits canvases and the scroll area to host, rows, scale and panes. Reads the layout once. */
export function resize(chart: Chart): void {
  const { dom, view, options } = chart;
  const width = dom.scroller.clientWidth;
  const height = dom.scroller.clientHeight;
  if (width === 0 || height === 0) return;
  const strip = options.histogram && options.panes !== 'grid' ? Math.min(options.histogramHeight, Math.max(0, height - 60)) : 0;
  view.width = width;
  view.height = height - strip;
  const gridWidth =
    options.panes === 'grid' ? width : options.panes === 'chart' ? 0 : gridWidthIn(options.gridWidth, width, chart.model.columnLayout);
  if (gridWidth !== view.gridWidth) {
    view.gridWidth = gridWidth;
    takeColumns(chart);
  }
  sizeCanvas(dom.body, width, view.height);
  sizeCanvas(dom.overlay, width, view.height);
  sizeCanvas(dom.scale, width, HEADER_HEIGHT);
  dom.header.style.width = `${width}px`;
  dom.strip.style.display = strip > 0 ? 'block' : 'none';
  if (strip > 0) sizeCanvas(dom.strip, width, strip);
  dom.sticky.style.width = `${width}px`;
  dom.sticky.style.height = `${height}px`;
  const total = rowsHeight(chart) + strip;
  const native = Math.min(total, MAX_SCROLL_PIXELS);
  chart.native.ratio = native > height ? Math.max(1, (total - height) / (native - height)) : 1;
  dom.content.style.height = `${Math.max(native, height)}px`;
  const chartWidth = options.panes === 'grid' ? 0 : widthOf(view.scale);
  chart.native.width = Math.max(width, view.gridWidth + chartWidth);
  dom.content.style.width = `${chart.native.width}px`;
  sizeGridBar(chart);
  openColumns(chart);
  // What was hidden or has shrunk stands elsewhere than it was put.
  chart.native.top = dom.scroller.scrollTop;
  chart.native.left = dom.scroller.scrollLeft;
  placeAt(chart, view.top, view.left);
  invalidate(chart, DIRTY.all);
}

function sizeGridBar(chart: Chart): void {
  const { dom, view, model } = chart;
  const over = model.columnLayout.totalWidth - view.gridWidth;
  const scrollbar = dom.scroller.offsetHeight - dom.scroller.clientHeight;
  dom.gridBar.style.display = over > 0 ? 'block' : 'none';
  dom.gridBar.style.width = `${view.gridWidth - 1}px`;
  dom.gridBar.style.bottom = `${scrollbar}px`;
  dom.gridBarContent.style.width = `${model.columnLayout.totalWidth}px`;
  view.gridLeft = Math.max(0, Math.min(view.gridLeft, over));
}

/** Puts the columns where the grid opens, as long as nobody has scrolled them. */
function openColumns(chart: Chart): void {
  const { options, opened, view } = chart;
  if (opened.at === options.opensAt && opened.gridLeft !== view.gridLeft) return;
  scrollColumns(chart, openingLeft(chart));
  chart.opened = { at: options.opensAt, gridLeft: view.gridLeft };
}

function scrollColumns({ dom, view }: Chart, gridLeft: number): void {
  if (gridLeft === view.gridLeft) return;
  dom.gridBar.scrollLeft = gridLeft;
  view.gridLeft = dom.gridBar.scrollLeft;
}

/** Highest `top` and `left`. */
function scrollLimits(chart: Chart): { top: number; left: number } {
  const { view, native } = chart;
  return {
    top: Math.max(0, rowsHeight(chart) - view.height),
    left: Math.max(0, native.width - view.width),
  };
}

/** The nearest place where device pixels meet: the browser stands nowhere else, and rows are whole numbers where its pixels are CSS pixels. */
function onPixel(place: number): number {
  return Math.round(place * devicePixelRatio) / devicePixelRatio;
}

/** Scrolls to a place, in rows' pixels and pixels of the scale, and paints at once. */
export function moveTo(chart: Chart, top: number, left: number): void {
  chart.placed = true;
  placeAt(chart, top, left);
  flush(chart);
}

/** Scrolls without painting yet, and without asking the page where it stands: that would lay it out in every frame. */
export function placeAt(chart: Chart, top: number, left: number): void {
  const { view, dom, native } = chart;
  const limits = scrollLimits(chart);
  const newTop = onPixel(Math.max(0, Math.min(limits.top, top)));
  const newLeft = Math.max(0, Math.min(limits.left, left));
  // A hand at the edge of a chart that is at its end asks in every frame; painting then would keep the mirror waiting.
  const moved = newTop !== view.top || newLeft !== view.left;
  if (newLeft !== view.left) chart.dirty |= DIRTY.header | DIRTY.strip;
  view.top = newTop;
  view.left = newLeft;
  const nativeTop = onPixel(view.top / native.ratio);
  const nativeLeft = onPixel(newLeft);
  if (nativeTop !== native.top) dom.scroller.scrollTop = native.top = nativeTop;
  if (nativeLeft !== native.left) dom.scroller.scrollLeft = native.left = nativeLeft;
  if (!moved) return;
  chart.dirty |= DIRTY.body;
  clearHover(chart);
}

/** Forgets what is under the pointer: while the rows move it means nothing. */
function clearHover(chart: Chart): void {
  if (chart.hover.row < 0 && chart.hover.link < 0) {
    if (chart.cellRange) chart.dirty |= DIRTY.overlay;
    return;
  }
  chart.hover = { row: -1, column: -1, part: 'none', link: -1 };
  if (!chart.ghost) chart.dom.sticky.querySelector('.gantt-tip')?.remove();
  chart.dirty |= DIRTY.overlay;
}

/**
 * Follows the native scroller. Where its pixels stand for more than one of the rows' (more than half a million rows),
 * short moves are taken as they are and long ones in proportion.
 */
function follow(chart: Chart): void {
  const { view, dom, native } = chart;
  const top = dom.scroller.scrollTop;
  const left = dom.scroller.scrollLeft;
  const moved = Math.abs(top - native.top) < NEAR ? 0 : top - native.top;
  const movedAside = Math.abs(left - native.left) >= NEAR;
  if (moved === 0 && !movedAside) return;
  chart.placed = true;
  native.top = top;
  if (moved !== 0) {
    const limit = scrollLimits(chart).top;
    const last = dom.scroller.scrollHeight - dom.scroller.clientHeight;
    if (native.ratio === 1) view.top = Math.min(limit, top);
    else if (top <= 0) view.top = 0;
    else if (top >= last - 1) view.top = limit;
    else
      view.top = Math.abs(moved) < view.height * 2 ? Math.max(0, Math.min(limit, view.top + moved)) : Math.min(limit, top * native.ratio);
    view.top = onPixel(view.top);
    chart.dirty |= DIRTY.body;
  }
  if (movedAside) {
    native.left = left;
    view.left = left;
    chart.dirty |= DIRTY.body | DIRTY.header | DIRTY.strip;
  }
  clearHover(chart);
  flush(chart);
}

/** Puts the native scroller where the rows are, after short moves have drifted from its proportion. */
function settle(chart: Chart): void {
  const { view, dom, native } = chart;
  if (native.ratio === 1) return;
  const wanted = onPixel(view.top / native.ratio);
  if (Math.abs(native.top - wanted) < 1) return;
  dom.scroller.scrollTop = native.top = wanted;
}

/** Listens to scrolling and to changes of size. */
export function watchScroll(chart: Chart): void {
  const { dom } = chart;
  const onScroll = (): void => follow(chart);
  const onEnd = (): void => settle(chart);
  const onGridScroll = (): void => {
    chart.view.gridLeft = dom.gridBar.scrollLeft;
    chart.dirty |= DIRTY.body | DIRTY.header;
    flush(chart);
  };
  const observer = new ResizeObserver(() => {
    if (
      dom.scroller.clientWidth === chart.view.width &&
      chart.view.height > 0 &&
      dom.sticky.style.height === `${dom.scroller.clientHeight}px`
    )
      return;
    resize(chart);
    flush(chart);
  });
  dom.scroller.addEventListener('scroll', onScroll, { passive: true });
  dom.scroller.addEventListener('scrollend', onEnd);
  dom.gridBar.addEventListener('scroll', onGridScroll, { passive: true });
  observer.observe(dom.scroller);
  chart.cleanups.push(() => {
    dom.scroller.removeEventListener('scroll', onScroll);
    dom.scroller.removeEventListener('scrollend', onEnd);
    dom.gridBar.removeEventListener('scroll', onGridScroll);
    observer.disconnect();
  });
}

/** Scrolls as little as needed to show a row, and a column where one is named. */
export function showRow(chart: Chart, row: number, column = -1): void {
  const { view, model } = chart;
  const place = model.visible.indexOf[row];
  if (place < 0) return;
  const y = place * view.rowHeight;
  let top = view.top;
  if (y < view.top) top = y;
  else if (y + view.rowHeight > view.top + view.height) top = y + view.rowHeight - view.height;
  if (column >= 0 && !model.columns[column].frozen) {
    const { left, width, frozenWidth } = model.columnLayout;
    const room = view.gridWidth - frozenWidth;
    let gridLeft = view.gridLeft;
    if (left[column] - frozenWidth < gridLeft) gridLeft = left[column] - frozenWidth;
    else if (left[column] + width[column] - frozenWidth > gridLeft + room)
      gridLeft = Math.min(left[column] - frozenWidth, left[column] + width[column] - frozenWidth - room);
    if (gridLeft !== view.gridLeft) {
      scrollColumns(chart, gridLeft);
      invalidate(chart, DIRTY.body | DIRTY.header);
    }
  }
  if (top !== view.top) moveTo(chart, top, view.left);
}
