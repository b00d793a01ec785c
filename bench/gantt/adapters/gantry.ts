import { minuteOf, MINUTES_PER_DAY, RELATION_TYPES } from '@gantry/domain';
import { timeWords } from '@gantry/plan-view';
import type { GanttColumn, GanttLinks, GanttRows, PackedTexts } from '@gantry/scene';
import { LINK_FLAGS, newLinks, newRows, packTexts, ROW_FLAGS, sortSiblings, textAt, TYPE_SUM, TYPE_TASK } from '@gantry/scene';
import type { GanttLabels } from '../../../apps/web/src/ui/gantt/chart.ts';
import type { Gantt } from '../../../apps/web/src/ui/gantt/create-gantt.ts';
import { createGantt } from '../../../apps/web/src/ui/gantt/create-gantt.ts';
import { shortDate } from '../../../apps/web/src/ui/gantt/labels.ts';
import '../../../apps/web/src/ui/gantt/gantt.css';
import { register } from '../src/core.js';
import { engineHand } from './engine-hand.ts';
import { cascade } from './gantry-cascade.ts';

type Dataset = {
  n: number;
  nl: number;
  parent: Int32Array;
  level: Uint8Array;
  type: Uint8Array;
  start: Int32Array;
  dur: Int32Array;
  progress: Uint8Array;
  names: string[];
  src: Int32Array;
  dst: Int32Array;
  lag: Int32Array;
  minDay: number;
  maxDay: number;
};
type Options = { rich?: boolean; engine?: boolean };
type Data = {
  rows: GanttRows;
  links: GanttLinks;
  names: PackedTexts;
  lag: Int32Array;
  options: Options;
  hand: ReturnType<typeof engineHand> | null;
};

const EPOCH = minuteOf(2026, 1, 5);
const ROW = 32;
const DAY_PIXELS = 30;
const MONTH_PIXELS = 80 / 30.4;
let gantt: Gantt;
let data: Data;

function convert(ds: Dataset, options: Options): Data {
  const rows = newRows(ds.n);
  rows.level.set(ds.level);
  for (let row = ds.n - 1; row > 0; row--) rows.end[ds.parent[row]] = Math.max(rows.end[ds.parent[row]], rows.end[row]);
  for (let row = 0; row < ds.n; row++) {
    rows.id[row] = row + 1;
    rows.type[row] = ds.type[row] === 1 ? TYPE_SUM : TYPE_TASK;
    rows.start[row] = EPOCH + ds.start[row] * MINUTES_PER_DAY;
    rows.finish[row] = rows.start[row] + ds.dur[row] * MINUTES_PER_DAY;
    rows.progress[row] = ds.progress[row] / 100;
  }
  const links = newLinks(ds.nl);
  links.predecessor.set(ds.src);
  links.successor.set(ds.dst);
  links.type.fill(RELATION_TYPES.indexOf('fs'));
  if (options.rich) enrich(rows, links);
  return {
    rows,
    links,
    names: packTexts(ds.names),
    lag: ds.lag,
    options,
    hand: options.engine ? engineHand(ds, EPOCH, () => gantt) : null,
  };
}

function enrich(rows: GanttRows, links: GanttLinks): void {
  rows.lateFinish = rows.finish.map((finish, row) => finish + (row % 13) * MINUTES_PER_DAY);
  rows.freeFinish = rows.finish.map((finish, row) => finish + (row % 5) * MINUTES_PER_DAY);
  rows.baselineStart = rows.start.map((start, row) => start - (row % 4) * MINUTES_PER_DAY);
  rows.baselineFinish = rows.finish.map((finish, row) => finish - (row % 3) * MINUTES_PER_DAY);
  rows.deadline = rows.finish.map((finish, row) => (row % 9 === 0 ? finish + 2880 : -0x80000000));
  for (let row = 0; row < rows.count; row++) rows.flags[row] = row % 13 === 0 ? ROW_FLAGS.critical : row % 13 < 3 ? ROW_FLAGS.near : 0;
  for (let link = 0; link < links.count; link++)
    links.flags[link] = (link % 3 ? LINK_FLAGS.driving : 0) | (link % 13 === 0 ? LINK_FLAGS.critical : 0);
}

const labels: GanttLabels = {
  time: timeWords('en', { quarter: (quarter) => `Q${quarter}`, week: (week) => `Week ${week}` }),
  cells: {
    months: [],
    units: { minute: ['min'], hour: ['h'], day: ['d'], week: ['w'], month: ['mo'] },
    decimalComma: false,
    refusal: { number: '', date: '', duration: '', percentage: '', choice: '' },
  },
  name: 'Schedule',
  moved: (text) => text,
  shifted: String,
  selected: String,
  linkHint: (type) => type,
  rowOf: String,
  folded: String,
  unfolded: String,
  date: shortDate,
  percent: String,
};

register({
  name: 'Gantry',
  version: '0',
  rowH: ROW,
  features: { tree: true, links: true, autoSchedule: true },
  convert,
  mount(el: HTMLElement, converted: Data) {
    data = converted;
    const { rows, links, names, lag } = converted;
    const rich = converted.options.rich === true;
    const days = (row: number): number => (rows.finish[row] - rows.start[row]) / MINUTES_PER_DAY;
    const columns: GanttColumn[] = [
      { id: 'id', title: 'ID', width: 60, text: (row) => String(row + 1) },
      { id: 'text', title: 'Name', width: 220, tree: true, text: (row) => textAt(names, row) },
      { id: 'start', title: 'Start', width: 85, text: (row) => shortDate(rows.start[row]) },
      { id: 'finish', title: 'Finish', width: 85, text: (row) => shortDate(rows.finish[row]) },
      { id: 'duration', title: 'Dur', width: 50, text: (row) => String(days(row)) },
      { id: 'progress', title: '%', width: 60, text: (row) => `${Math.round(rows.progress[row] * 100)}%` },
    ];
    if (rich) document.documentElement.dataset.theme = 'dark';
    if (rich) el.dataset.mantineColorScheme = 'dark';
    gantt = createGantt(el, {
      rows,
      links,
      columns,
      labels,
      rowHeight: ROW,
      gridWidth: 560,
      pixelsPerDay: DAY_PIXELS,
      ...(rich
        ? {
            barLabels: [
              { side: 'right' as const, text: (row: number) => textAt(names, row) },
              { side: 'left' as const, text: (row: number) => String(days(row)) },
            ],
            calendars: [{ weekOff: 0b1100000, off: new Int32Array(0), worked: new Int32Array(0) }],
            marks: [{ minute: EPOCH + 400 * MINUTES_PER_DAY, label: 'Data date', kind: 'data-date' as const }],
            histogram: {
              title: 'Crew',
              starts: Int32Array.from({ length: 400 }, (_, week) => EPOCH + week * 7 * MINUTES_PER_DAY),
              values: Float32Array.from({ length: 400 }, (_, week) => 10 + (week % 9)),
              limits: new Float32Array(400).fill(15),
              format: String,
            },
          }
        : { decorations: ['bar', 'summary', 'milestone'] as const, calendars: [] }),
      events: { moveBars: () => undefined, select: () => undefined },
      ports: data.hand?.ports ?? { preview: (held, minutes) => cascade(rows, links, lag, held[0], minutes) },
    });
  },
  painted: () => gantt.chart.counters.paints > 0,
  viewH: () => gantt.chart.view.height,
  maxScroll(axis: 'x' | 'y') {
    const { view, model, dom } = gantt.chart;
    return axis === 'y' ? model.visible.count * view.rowHeight - view.height : dom.content.offsetWidth - view.width;
  },
  scrollTo(axis: 'x' | 'y', value: number) {
    const { view } = gantt.chart;
    if (axis === 'y') gantt.scrollTo(value, view.left);
    else gantt.scrollTo(view.top, value);
  },
  scrollPos: (axis: 'x' | 'y') => (axis === 'y' ? gantt.chart.view.top : gantt.chart.view.left),
  rowShown: (place: number) => place >= gantt.chart.frame.first && place <= gantt.chart.frame.last,
  zoom: (scale: 'day' | 'month') => gantt.zoom(scale === 'day' ? DAY_PIXELS : MONTH_PIXELS),
  expandAll: () => gantt.foldAll(false),
  collapseAll: () => gantt.foldAll(true),
  sort: (by: boolean) => {
    const { start } = data.rows;
    gantt.set({ order: by ? sortSiblings(data.rows, (a, b) => start[b] - start[a]) : null });
    gantt.paint();
  },
  /** Everything a hand's step does: cascade, patch of the columns, paint. */
  moveTask(row: number, days: number) {
    const { start, finish } = cascade(data.rows, data.links, data.lag, row, days * MINUTES_PER_DAY);
    data.rows.start.set(start);
    data.rows.finish.set(finish);
    gantt.patch();
    gantt.paint();
  },
  getStartDay: (row: number) => (data.rows.start[row] - EPOCH) / MINUTES_PER_DAY,
  engineOpen: (group: { hub: number }) => data.hand?.open(group.hub),
  engineSettled: (group: { leaves: number[] }) => data.hand?.settled(group.leaves),
  counters: () => gantt.chart.counters,
  barOf: (row: number) => {
    gantt.goTo(row);
    const { view, model, frame } = gantt.chart;
    const x = view.gridWidth - view.left + ((model.rows.start[row] - view.scale.origin) * view.scale.pixelsPerDay) / MINUTES_PER_DAY;
    return { x: x + 60, y: 48 + model.visible.indexOf[row] * view.rowHeight - view.top + frame.bar.top + 5 };
  },
});
