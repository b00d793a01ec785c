import type { Chart } from '../chart.ts';
import { applyOptions } from '../data.ts';
import { clampGrid } from '../gestures/gesture-splitter.ts';
import { flush } from '../drawing/paint.ts';

const STEP = 24;
let made = 0;

/** The border between grid and chart for the keyboard: a separator that arrows, Home and End move. */
export function watchSplitter(chart: Chart): void {
  const { splitter, mirror } = chart.dom;
  mirror.id ||= `gantt-${++made}`;
  const { labels } = chart.options;
  const attributes = {
    role: 'separator',
    'aria-orientation': 'vertical',
    'aria-controls': mirror.id,
    'aria-label': labels.splitter ?? labels.name,
  };
  for (const [key, value] of Object.entries(attributes)) splitter.setAttribute(key, value);
  const notify = (): void => {
    splitter.tabIndex = chart.options.panes === 'both' ? 0 : -1;
    splitter.style.left = `${chart.view.gridWidth}px`;
    splitter.setAttribute('aria-valuenow', String(Math.round((chart.view.gridWidth / Math.max(1, chart.view.width)) * 100)));
  };
  const moves: Record<string, () => number> = {
    ArrowLeft: () => chart.view.gridWidth - STEP,
    ArrowRight: () => chart.view.gridWidth + STEP,
    Home: () => 0,
    End: () => chart.view.width,
  };
  splitter.addEventListener('keydown', (event) => {
    const wanted = moves[event.key]?.();
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    applyOptions(chart, { gridWidth: clampGrid(chart, wanted) });
    flush(chart);
    notify();
    chart.options.events.splitterMove?.(chart.options.gridWidth);
  });
  splitter.addEventListener('focus', notify);
  notify();
}
