// What each page has: twelve widgets of four lines over 36 months, mounted by React as the product mounts its own.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

export const [WIDGETS, WIDTH, HEIGHT] = [12, 420, 174];
export const PERIODS = Array.from(
  { length: 36 },
  (_, month) => `${2025 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
);
/** Sums that grow as those of a plan do. */
export const linesOf = (widget) =>
  ['target', 'plan', 'fact', 'forecast'].map((name, line) => ({
    name,
    values: PERIODS.map((_, month) => Math.round((1e6 * (widget + 1)) / (1 + Math.exp((16 + 2 * line - month) / 5)))),
  }));

/** Mounts the widgets and notes when they are painted, in milliseconds from the beginning of the page. */
export function show(contentOf, afterMount = () => undefined) {
  const root = document.body.appendChild(document.createElement('main'));
  root.style.cssText = 'display:grid;grid-template-columns:repeat(3,430px)';
  const style = { width: WIDTH, height: HEIGHT };
  const boxes = Array.from({ length: WIDGETS }, (_, widget) =>
    createElement('div', { key: widget, id: `w${widget}`, style }, contentOf(widget)),
  );
  flushSync(() => createRoot(root).render(boxes));
  for (let widget = 0; widget < WIDGETS; widget += 1) afterMount(document.querySelector(`#w${widget}`), widget);
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => Object.assign(window, { painted: performance.now() });
    port2.postMessage(null);
  });
}
