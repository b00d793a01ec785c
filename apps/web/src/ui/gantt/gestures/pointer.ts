import type { Hit } from '@gantry/scene';
import { hitChart, hitLink } from '@gantry/scene';
import type { Chart } from '../chart.ts';
import { DIRTY } from '../chart.ts';
import { startEdit } from '../editor.ts';
import type { Gesture, Point } from './gesture.ts';
import { holdBar } from './gesture-bar.ts';
import { holdCells } from './gesture-cells.ts';
import { holdLink } from './gesture-link.ts';
import { holdMarquee } from './gesture-marquee.ts';
import { holdSplitter } from './gesture-splitter.ts';
import { noTip, tipLater } from './hover-tip.ts';
import { invalidate } from '../drawing/paint.ts';
import { moveTo } from '../drawing/scroller.ts';
import { selectRow } from '../keys/selection.ts';
import { watchHeader } from './header-pointer.ts';
import { watchTouch } from './touch.ts';
import { openMenu, pointOf, toggleRow } from './under-pointer.ts';
import { zoomTo } from '../drawing/zoom.ts';

const CURSORS: Record<Hit['part'], string> = {
  none: 'default',
  fold: 'pointer',
  body: 'grab',
  start: 'ew-resize',
  finish: 'ew-resize',
  progress: 'col-resize',
  'link-start': 'crosshair',
  'link-finish': 'crosshair',
};
const AUTO_SCROLL_EDGE = 26;

function press(chart: Chart, point: Point, hit: Hit): Gesture | null {
  const { model } = chart;
  if (hit.area === 'splitter' && chart.options.panes === 'both') return holdSplitter(chart);
  if (hit.part === 'fold') {
    toggleRow(chart, hit.row, model.rows.collapsed[hit.row] === 0, point.alt);
    return null;
  }
  const mode = point.shift ? 'range' : point.ctrl ? 'add' : 'one';
  if (hit.area === 'grid') {
    if (hit.row < 0) return null;
    return holdCells(chart, point, hit, mode);
  }
  if (hit.part === 'link-start' || hit.part === 'link-finish') return holdLink(chart, hit.row, hit.part === 'link-finish');
  if (hit.part !== 'none') {
    if (model.selected[hit.row] === 0 || mode !== 'one') selectRow(chart, hit.row, -1, mode);
    return holdBar(chart, point, hit);
  }
  const link = model.showLinks ? hitLink(chart.frame, point.x, point.y) : -1;
  if (link >= 0) {
    model.selectedLink = link;
    invalidate(chart, DIRTY.body);
    chart.options.events.selectLink?.(link);
    return null;
  }
  return holdMarquee(chart, point, hit.row, mode);
}

function hoverAt(chart: Chart, point: Point): void {
  const { dom, hover, view } = chart;
  const inside = point.x >= 0 && point.y >= 0 && point.x < view.width && point.y < view.height;
  const hit = inside ? hitChart(chart.frame, point.x, point.y) : null;
  const link = hit && hit.area === 'chart' && hit.part === 'none' && chart.model.showLinks ? hitLink(chart.frame, point.x, point.y) : -1;
  dom.sticky.style.cursor = !hit ? 'default' : hit.area === 'splitter' ? 'col-resize' : link >= 0 ? 'pointer' : cursorOf(chart, hit);
  const row = hit ? hit.row : -1;
  const part = hit ? hit.part : 'none';
  const column = hit ? hit.column : -1;
  if (hover.row === row && hover.part === part && hover.link === link && hover.column === column) return;
  chart.hover = { row, column, part, link };
  tipLater(chart, point);
  invalidate(chart, DIRTY.overlay);
}

function cursorOf(chart: Chart, hit: Hit): string {
  if (hit.area === 'chart' && chart.options.readOnly) return hit.part === 'none' ? 'default' : 'pointer';
  return CURSORS[hit.part];
}

/** Runs the gestures of mouse and pen on the body, and of fingers through `watchTouch`. */
export function watchPointer(chart: Chart): void {
  const { dom } = chart;
  let gesture: Gesture | null = null;
  let last: Point | null = null;
  let timer = 0;

  const stop = (): void => {
    gesture = null;
    cancelAnimationFrame(timer);
    timer = 0;
  };
  const creep = (): void => {
    timer = 0;
    if (!gesture?.scrolls || !last) return;
    const { view } = chart;
    const push = (at: number, from: number, to: number): number =>
      at < from + AUTO_SCROLL_EDGE ? at - from - AUTO_SCROLL_EDGE : at > to - AUTO_SCROLL_EDGE ? at - to + AUTO_SCROLL_EDGE : 0;
    const dy = push(last.y, 0, view.height);
    const dx = gesture.scrolls === 'both' ? push(last.x, view.gridWidth, view.width) : 0;
    if (dx !== 0 || dy !== 0) {
      moveTo(chart, view.top + dy * 0.6, view.left + dx * 0.6);
      gesture.move(last);
    }
    timer = requestAnimationFrame(creep);
  };
  const down = (event: PointerEvent): void => {
    if (
      event.button !== 0 ||
      event.pointerType === 'touch' ||
      event.target instanceof HTMLInputElement ||
      event.target instanceof HTMLSelectElement
    )
      return;
    const point = pointOf(chart, event);
    if (point.y >= chart.view.height) return;
    event.preventDefault();
    chart.placed = true;
    noTip(chart);
    chart.editing?.close(true);
    dom.mirror.focus({ preventScroll: true });
    gesture = press(chart, point, hitChart(chart.frame, point.x, point.y));
    if (!gesture) return;
    dom.sticky.setPointerCapture(event.pointerId);
    last = point;
    if (gesture.scrolls) timer = requestAnimationFrame(creep);
  };
  const move = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return;
    const point = pointOf(chart, event);
    last = point;
    if (gesture) gesture.move(point);
    else hoverAt(chart, point);
  };
  const up = (event: PointerEvent): void => {
    const held = gesture;
    stop();
    held?.drop(pointOf(chart, event));
  };
  const cancel = (): void => {
    const held = gesture;
    stop();
    held?.cancel();
  };
  const leave = (): void => {
    if (!gesture) hoverAt(chart, { x: -1, y: -1, ctrl: false, shift: false, alt: false });
  };
  const double = (event: MouseEvent): void => {
    const point = pointOf(chart, event);
    const hit = hitChart(chart.frame, point.x, point.y);
    if (hit.row < 0 || hit.part === 'fold' || hit.area === 'splitter') return;
    if (hit.area !== 'grid' || !startEdit(chart, hit.row, hit.column, null)) chart.options.events.open?.(hit.row);
  };
  const menu = (event: MouseEvent): void => {
    event.preventDefault();
    const point = pointOf(chart, event);
    openMenu(chart, point, event.clientX, event.clientY);
  };
  const wheel = (event: WheelEvent): void => {
    const point = pointOf(chart, event);
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const step = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
      zoomTo(chart, chart.view.scale.pixelsPerDay * Math.exp(-Math.max(-240, Math.min(240, step)) * 0.0022), point.x);
      return;
    }
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (point.x < chart.view.gridWidth && Math.abs(sideways) > 0 && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))) {
      event.preventDefault();
      dom.gridBar.scrollLeft += sideways;
    }
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !gesture) return;
    event.stopPropagation();
    cancel();
  };
  const { sticky } = dom;
  sticky.addEventListener('pointerdown', down);
  sticky.addEventListener('pointermove', move);
  sticky.addEventListener('pointerup', up);
  sticky.addEventListener('pointercancel', cancel);
  sticky.addEventListener('pointerleave', leave);
  sticky.addEventListener('dblclick', double);
  sticky.addEventListener('contextmenu', menu);
  dom.scroller.addEventListener('wheel', wheel, { passive: false });
  window.addEventListener('keydown', escape, true);
  chart.cleanups.push(() => window.removeEventListener('keydown', escape, true));
  watchHeader(chart);
  watchTouch(chart);
}
