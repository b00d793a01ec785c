import type { Chart } from '../chart.ts';
import { hitChart } from '@gantry/scene';
import { openMenu, pointOf, toggleRow } from './under-pointer.ts';
import { selectRow } from '../keys/selection.ts';
import { zoomTo } from '../drawing/zoom.ts';

const LONG_PRESS_MS = 500;
const STILL = 10;

/** Fingers: one pans (the native scroller), two pinch the scale, a tap selects, a long press opens the menu. */
export function watchTouch(chart: Chart): void {
  const { sticky } = chart.dom;
  const fingers = new Map<number, { x: number; y: number }>();
  let pinch: { distance: number; pixelsPerDay: number; x: number } | null = null;
  let tap: { x: number; y: number } | null = null;
  let timer = 0;

  const distance = (): { size: number; x: number } => {
    const [a, b] = [...fingers.values()];
    return { size: Math.max(1, Math.abs(a.x - b.x)), x: (a.x + b.x) / 2 };
  };
  const release = (): void => {
    window.clearTimeout(timer);
    tap = null;
  };
  const down = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') return;
    const point = pointOf(chart, event);
    fingers.set(event.pointerId, point);
    if (fingers.size === 2) {
      release();
      const { size, x } = distance();
      pinch = { distance: size, pixelsPerDay: chart.view.scale.pixelsPerDay, x };
      return;
    }
    tap = point;
    const { clientX, clientY } = event;
    timer = window.setTimeout(() => {
      tap = null;
      openMenu(chart, point, clientX, clientY);
    }, LONG_PRESS_MS);
  };
  const move = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch' || !fingers.has(event.pointerId)) return;
    const point = pointOf(chart, event);
    fingers.set(event.pointerId, point);
    if (tap && Math.hypot(point.x - tap.x, point.y - tap.y) > STILL) release();
    if (pinch && fingers.size === 2) zoomTo(chart, (pinch.pixelsPerDay * distance().size) / pinch.distance, pinch.x);
  };
  const up = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') return;
    fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    if (event.type === 'pointerup' && tap) {
      const hit = hitChart(chart.frame, tap.x, tap.y);
      if (hit.part === 'fold') toggleRow(chart, hit.row, chart.model.rows.collapsed[hit.row] === 0, false);
      else selectRow(chart, hit.row, hit.column, 'one');
    }
    release();
  };
  // One finger scrolls natively; a second one must not zoom the page.
  sticky.style.touchAction = 'pan-x pan-y';
  sticky.addEventListener('pointerdown', down);
  sticky.addEventListener('pointermove', move);
  sticky.addEventListener('pointerup', up);
  sticky.addEventListener('pointercancel', up);
}
