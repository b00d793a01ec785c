import type { Minute, Period } from '@gantry/domain';
import { dayOf, MINUTES_PER_DAY } from '@gantry/domain';
import {
  DECORATION_IDS,
  decorationsOf,
  foldAll,
  layOutColumns,
  newFrame,
  newLinkIndex,
  newLinks,
  newRows,
  newScene,
  newVisible,
  PERIOD_PIXELS,
  reveal,
} from '@gantry/scene';
import { watchMirror } from './aria-mirror.ts';
import { copyText, pasteText } from './keys/clipboard.ts';
import { canvasPainter } from './drawing/canvas-painter.ts';
import type { Chart, GanttOptions } from './chart.ts';
import { DIRTY } from './chart.ts';
import { applyOptions, foldRow, patchRows, relist, takeRows } from './data.ts';
import { refitColumns, takeColumns } from './drawing/columns.ts';
import { buildDom } from './dom.ts';
import { startEdit } from './editor.ts';
import { watchKeyboard } from './keys/keyboard.ts';
import { startLink } from './keys/link-keys.ts';
import { canvasFitter } from './drawing/measure.ts';
import { flush, invalidate } from './drawing/paint.ts';
import { watchPointer } from './gestures/pointer.ts';
import { watchSplitter } from './keys/splitter-keys.ts';
import { moveTo, resize, showRow, watchScroll } from './drawing/scroller.ts';
import { nameOf, selectedRows, selectRow, selectRows } from './keys/selection.ts';
import { readTheme } from './drawing/theme.ts';
import { fit, fitSpan, open, showBar, showMinute, zoomTo } from './drawing/zoom.ts';

/** What a caller must bring; the rest has defaults. */
export type GanttSetup = Pick<GanttOptions, 'rows' | 'columns' | 'labels'> & Partial<GanttOptions>;

/** The chart's own words to its owner. */
export type Gantt = ReturnType<typeof createGantt>;

const DEFAULTS: Omit<GanttOptions, 'rows' | 'columns' | 'labels'> = {
  links: null,
  calendars: [],
  order: null,
  hidden: null,
  sort: null,
  marks: [],
  decorations: DECORATION_IDS,
  barLabels: [],
  histogram: null,
  showLinks: true,
  readOnly: false,
  panes: 'both',
  opensAt: null,
  rowHeight: 28,
  gridWidth: 520,
  histogramHeight: 120,
  pixelsPerDay: PERIOD_PIXELS.week,
  range: null,
  events: {},
  ports: {},
};

function newChart(host: HTMLElement, options: GanttOptions): Chart {
  const dom = buildDom(host);
  const theme = readTheme(dom.root);
  const rows = newRows(0);
  const model: Chart['model'] = {
    rows,
    links: newLinks(0),
    linkIndex: newLinkIndex(0),
    visible: newVisible(0),
    calendars: options.calendars,
    columns: options.columns,
    columnLayout: layOutColumns(options.columns),
    selected: new Uint8Array(0),
    focusRow: -1,
    focusColumn: 0,
    selectedLink: -1,
    decorations: decorationsOf(options.decorations),
    labels: options.barLabels,
    marks: options.marks,
    histogram: options.histogram,
    showLinks: options.showLinks,
    sort: options.sort,
    words: options.labels.time,
  };
  const view: Chart['view'] = {
    width: 0,
    height: 0,
    gridWidth: options.gridWidth,
    gridLeft: 0,
    top: 0,
    left: 0,
    rowHeight: options.rowHeight,
    scale: { origin: 0, finish: MINUTES_PER_DAY, pixelsPerDay: options.pixelsPerDay },
  };
  const scenes = { body: newScene(), header: newScene(), overlay: newScene(), strip: newScene() };
  // The painters come first: they decide that their contexts are opaque.
  const painters = {
    body: canvasPainter(dom.body, true),
    header: canvasPainter(dom.scale, true),
    overlay: canvasPainter(dom.overlay, false),
    strip: canvasPainter(dom.strip, true),
  };
  return {
    dom,
    options,
    model,
    view,
    theme,
    scenes,
    painters,
    frame: newFrame(scenes.body, model, view, canvasFitter(theme, dom.scale)),
    sortedLinks: new Int32Array(0),
    native: { top: 0, left: 0, width: 0, ratio: 1 },
    ownScales: new Set(),
    opened: { at: null, gridLeft: 0 },
    placed: false,
    dirty: 0,
    scheduled: 0,
    painted: null,
    hover: { row: -1, column: -1, part: 'none', link: -1 },
    ghost: null,
    held: null,
    anchor: -1,
    fitted: new Map(),
    cellRange: null,
    linking: null,
    editing: null,
    cleanups: [],
    counters: { paints: 0, texts: 0, cells: 0, linksDrawn: 0, linksVisited: 0, linksHit: 0 },
  };
}

/** Takes colours and fonts again: after a change of theme, and when fonts have arrived. */
function refreshTheme(chart: Chart): void {
  chart.theme = readTheme(chart.dom.root);
  chart.frame.fitter = canvasFitter(chart.theme, chart.dom.scale);
  refitColumns(chart);
  invalidate(chart, DIRTY.all);
}

function watchTheme(chart: Chart): void {
  let alive = true;
  const renew = (): void => {
    if (alive) refreshTheme(chart);
  };
  const queries = [
    '(prefers-color-scheme: dark)',
    '(forced-colors: active)',
    '(prefers-contrast: more)',
    `(resolution: ${devicePixelRatio}dppx)`,
  ].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', renew);
  const observer = new MutationObserver(renew);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['class', 'style', 'data-mantine-color-scheme', 'data-theme'],
  });
  document.fonts.addEventListener('loadingdone', renew);
  chart.cleanups.push(() => {
    alive = false;
    observer.disconnect();
    document.fonts.removeEventListener('loadingdone', renew);
    for (const query of queries) query.removeEventListener('change', renew);
  });
}

/** Makes a chart inside a host element and paints it at once. */
export function createGantt(host: HTMLElement, setup: GanttSetup) {
  const chart = newChart(host, { ...DEFAULTS, ...setup });
  takeColumns(chart);
  takeRows(chart);
  open(chart);
  flush(chart);
  watchScroll(chart);
  watchTheme(chart);
  watchPointer(chart);
  watchKeyboard(chart);
  watchSplitter(chart);
  watchMirror(chart);
  const toggle = (row: number, folded: boolean, deep = false): void => {
    foldRow(chart.model.rows, row, folded, deep);
    relist(chart);
    flush(chart);
  };
  return {
    chart,
    /** Sets options; unchanged ones have no effect. */
    set: (changed: Partial<GanttOptions>): void => applyOptions(chart, changed),
    /** Values of these rows (default: any) changed in place. */
    patch: (rows?: ArrayLike<number>): void => patchRows(chart, rows),
    /** Folding flags changed in place. */
    relist: (): void => relist(chart),
    paint: (): void => flush(chart),
    refreshTheme: (): void => refreshTheme(chart),
    resize: (): void => {
      resize(chart);
      flush(chart);
    },
    toggle,
    foldAll: (folded: boolean, depth = 0): void => {
      foldAll(chart.model.rows, folded, depth);
      relist(chart);
      flush(chart);
    },
    select: (rows: ArrayLike<number>): void => selectRows(chart, rows, true),
    selected: (): number[] => selectedRows(chart),
    /** Unfolds down to a row, selects it, brings row and bar into sight. */
    goTo: (row: number): void => {
      chart.placed = true;
      if (reveal(chart.model.rows, row)) relist(chart);
      selectRow(chart, row, -1, 'one');
      const { view, model } = chart;
      const y = model.visible.indexOf[row] * view.rowHeight;
      if (y < view.top || y + view.rowHeight > view.top + view.height) moveTo(chart, y - view.height / 3, view.left);
      showBar(chart, row);
      const { labels } = chart.options;
      chart.dom.live.textContent = `${nameOf(chart, row)}, ${labels.rowOf(model.visible.indexOf[row] + 1, model.visible.count)}`;
    },
    focusCell: (row: number, columnId: string): void => {
      selectRow(
        chart,
        row,
        chart.model.columns.findIndex((column) => column.id === columnId),
        'one',
      );
      showRow(chart, row, chart.model.focusColumn);
    },
    focus: (): void => chart.dom.mirror.focus({ preventScroll: true }),
    edit: (row: number, columnId: string): boolean =>
      startEdit(
        chart,
        row,
        chart.model.columns.findIndex((column) => column.id === columnId),
        null,
      ),
    /** Takes the selected rows as Ctrl+C and Ctrl+X do; answers their text for the clipboard of the system. */
    copyRows: (cut: boolean): string => {
      const { rows, text } = copyText(chart, true);
      const { events, readOnly } = chart.options;
      if (rows.length && (!cut || !readOnly)) (cut ? events.cut : events.copy)?.(rows, text);
      return text;
    },
    paste: (text: string): void => pasteText(chart, text),
    /** Links the selected rows; from one row alone arrows choose the successor. */
    link: (): void => {
      chart.dom.mirror.focus({ preventScroll: true });
      startLink(chart);
    },
    scrollTo: (top: number, left: number): void => moveTo(chart, top, left),
    showMinute: (minute: Minute): void => showMinute(chart, minute),
    zoom: (pixelsPerDay: number): void => zoomTo(chart, pixelsPerDay),
    zoomPeriod: (period: Period): void => zoomTo(chart, PERIOD_PIXELS[period]),
    fit: (what: 'schedule' | 'selection'): void => fit(chart, what),
    fitDays: (from: Minute, to: Minute): void => fitSpan(chart, dayOf(from) * MINUTES_PER_DAY, to),
    destroy: (): void => {
      chart.editing?.close(false);
      cancelAnimationFrame(chart.scheduled);
      for (const cleanup of chart.cleanups) cleanup();
      chart.dom.root.remove();
    },
  };
}
