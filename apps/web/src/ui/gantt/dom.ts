/** Elements of the chart. */
export type ChartDom = {
  root: HTMLElement;
  /** Above the rows: the scale's canvas and the column titles. */
  header: HTMLElement;
  scale: HTMLCanvasElement;
  titles: HTMLElement;
  /** The border between grid and chart, for the keyboard. */
  splitter: HTMLElement;
  scroller: HTMLElement;
  content: HTMLElement;
  sticky: HTMLElement;
  body: HTMLCanvasElement;
  overlay: HTMLCanvasElement;
  strip: HTMLCanvasElement;
  gridBar: HTMLElement;
  gridBarContent: HTMLElement;
  /** Holds the focus and mirrors the rows in sight for assistive technology. */
  mirror: HTMLElement;
  /** Speaks. */
  live: HTMLElement;
};

export const HEADER_HEIGHT = 48;

function element<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, parent: HTMLElement): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  parent.append(made);
  return made;
}

/** Builds the elements inside a host; their layout is in gantt.css. */
export function buildDom(host: HTMLElement): ChartDom {
  const root = element('div', 'gantt', host);
  const header = element('div', 'gantt-header', root);
  const scale = element('canvas', 'gantt-scale', header);
  const titles = element('div', 'gantt-titles', header);
  const scroller = element('div', 'gantt-scroller', root);
  const content = element('div', 'gantt-content', scroller);
  const sticky = element('div', 'gantt-sticky', content);
  const body = element('canvas', 'gantt-canvas', sticky);
  const overlay = element('canvas', 'gantt-canvas', sticky);
  const strip = element('canvas', 'gantt-strip', sticky);
  const gridBar = element('div', 'gantt-grid-bar', root);
  const gridBarContent = element('div', 'gantt-grid-bar-content', gridBar);
  // Inside the scroller, so that what scrolls can be reached by keys.
  const mirror = element('div', 'gantt-mirror', sticky);
  const splitter = element('div', 'gantt-splitter', root);
  const live = element('div', 'gantt-live', root);
  for (const canvas of [scale, body, overlay, strip]) canvas.setAttribute('aria-hidden', 'true');
  // The mirror tells the titles; these are for the eye.
  titles.setAttribute('aria-hidden', 'true');
  scroller.tabIndex = -1;
  gridBar.tabIndex = -1;
  mirror.tabIndex = 0;
  live.setAttribute('aria-live', 'polite');
  header.style.height = `${HEADER_HEIGHT}px`;
  scroller.style.top = `${HEADER_HEIGHT}px`;
  overlay.style.pointerEvents = 'none';
  overlay.style.display = 'none';
  gridBar.style.display = 'none';
  strip.style.display = 'none';
  return { root, header, scale, titles, splitter, scroller, content, sticky, body, overlay, strip, gridBar, gridBarContent, mirror, live };
}

/** Gives a canvas its size in CSS pixels and device pixels; true where it changed. */
export function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number): boolean {
  const ratio = devicePixelRatio || 1;
  const wide = Math.max(1, Math.round(width * ratio));
  const high = Math.max(1, Math.round(height * ratio));
  if (canvas.width === wide && canvas.height === high && canvas.style.width === `${width}px`) return false;
  canvas.width = wide;
  canvas.height = high;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  return true;
}
