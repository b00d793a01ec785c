import type { Chart } from '../chart.ts';
import { DIRTY } from '../chart.ts';
import { invalidate } from '../drawing/paint.ts';

/** A place of the pointer: inside the body (or header) canvas, with the keys held. */
export type Point = { x: number; y: number; ctrl: boolean; shift: boolean; alt: boolean };

/** Something a hand holds from press to release. */
export type Gesture = {
  move(point: Point): void;
  drop(point: Point): void;
  cancel(): void;
  /** The view follows the pointer beyond its edges. */
  scrolls?: 'both' | 'rows';
};

/** The gesture that does nothing. */
export const NO_GESTURE: Gesture = { move: () => undefined, drop: () => undefined, cancel: () => undefined };

/** Shows a text beside the pointer while something is held; '' takes it away. */
export function tip(chart: Chart, text: string, point: Point | null): void {
  const { sticky } = chart.dom;
  let element = sticky.querySelector<HTMLElement>('.gantt-tip');
  if (text === '' || !point) {
    element?.remove();
    return;
  }
  if (!element) {
    element = document.createElement('div');
    element.className = 'gantt-tip';
    element.setAttribute('aria-hidden', 'true');
    sticky.append(element);
  }
  element.textContent = text;
  const right = point.x + 16 + element.offsetWidth < chart.view.width;
  element.style.left = `${right ? point.x + 14 : point.x - 10 - element.offsetWidth}px`;
  element.style.top = `${Math.min(chart.view.height - 28, point.y + 18)}px`;
}

/** Takes ghost and tip away. */
export function clearGhost(chart: Chart): void {
  chart.ghost = null;
  tip(chart, '', null);
  invalidate(chart, DIRTY.body | DIRTY.overlay);
}
