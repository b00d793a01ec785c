import type { GanttColour } from './colours.ts';
import { GANTT_COLOURS } from './colours.ts';

/** Colours on white paper; printers and PDF take them as they are. */
const PAPER: Record<GanttColour, string> = {
  surface: '#ffffff',
  'surface-raised': '#ffffff',
  header: '#f2f4f7',
  line: '#dfe3e9',
  'line-strong': '#b4bcc8',
  text: '#10151d',
  'text-muted': '#48515f',
  'text-on-bar': '#10151d',
  'non-working': '#f1f3f6',
  selection: '#ffffff',
  'selection-muted': '#ffffff',
  accent: '#2767c9',
  hover: '#ffffff',
  'sum-row': '#f6f7f9',
  task: '#9dbce6',
  'task-done': '#5285c7',
  work: '#a5cfc6',
  'work-done': '#4f9a8a',
  summary: '#3c4554',
  'summary-done': '#c3ccd9',
  milestone: '#2d3644',
  draft: '#6d7685',
  critical: '#eda5a0',
  'critical-done': '#c84a42',
  'critical-text': '#a01c15',
  near: '#f3d08c',
  'near-done': '#c18a1c',
  'near-text': '#7a4f00',
  baseline: '#858e9d',
  float: '#6d7685',
  'link-faded': '#c3c9d3',
  link: '#98a1af',
  'link-driving': '#4a5565',
  'link-critical': '#b83a32',
  'link-selected': '#4a5565',
  today: '#2f6d4f',
  'data-date': '#2767c9',
  mark: '#3c4554',
  'mark-text': '#ffffff',
  histogram: '#a9c2e4',
  'histogram-over': '#55637a',
  'histogram-limit': '#10151d',
  'tint-1': '#b9c7f0',
  'tint-2': '#b6dcea',
  'tint-3': '#b9dfc4',
  'tint-4': '#d6dfa9',
  'tint-5': '#d8c7ef',
  'tint-6': '#edc6dd',
  'tint-7': '#d3c4b4',
  'tint-8': '#c5ccd6',
  drop: '#2767c9',
  'drop-refused': '#a01c15',
  ghost: '#9dbce6',
};

/** Colours by role number for a painter onto paper. */
export const PRINT_COLOURS: readonly string[] = GANTT_COLOURS.map((role) => PAPER[role]);

/** The same as shades of grey: as bright as the eye sees the colours, so that texts and bars stay apart on a printer without colours. */
export const PRINT_GREYS: readonly string[] = PRINT_COLOURS.map((colour) => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const shade = Math.round(0.299 * red + 0.587 * green + 0.114 * blue)
    .toString(16)
    .padStart(2, '0');
  return `#${shade}${shade}${shade}`;
});
