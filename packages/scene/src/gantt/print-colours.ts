import type { Hatch, Ink } from '../drawing/ink.ts';
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

/** Bars that are told by lines beside their colour: what is critical and what nearly is. */
const HATCHED: Partial<Record<GanttColour, Hatch['lines']>> = { critical: 'rising', near: 'falling' };

/** Colours that people who see few of them tell apart (after Okabe and Ito, 2008). */
const SAFE: Partial<Record<GanttColour, string>> = {
  task: '#a6d3f0',
  'task-done': '#0072b2',
  work: '#b3dcd0',
  'work-done': '#009e73',
  critical: '#f0b48c',
  'critical-done': '#b34700',
  'critical-text': '#8f3900',
  near: '#f3e38a',
  'near-done': '#a67c00',
  'near-text': '#6b5000',
  'link-critical': '#b34700',
  'data-date': '#0072b2',
  today: '#009e73',
};

/** Black on white: what is grey on others is hatched here. */
const BLACK: Partial<Record<GanttColour, Ink>> = {
  header: '#ffffff',
  'sum-row': '#ffffff',
  'non-working': { ink: '#000000', paper: '#ffffff', lines: 'dotted' },
  task: { ink: '#000000', paper: '#ffffff', lines: 'falling' },
  work: { ink: '#000000', paper: '#ffffff', lines: 'dotted' },
  critical: { ink: '#000000', paper: '#ffffff', lines: 'crossed' },
  near: { ink: '#000000', paper: '#ffffff', lines: 'rising' },
  'summary-done': '#ffffff',
  ghost: { ink: '#000000', paper: '#ffffff', lines: 'falling' },
  histogram: { ink: '#000000', paper: '#ffffff', lines: 'rising' },
};
const WHITE = new Set<GanttColour>(['surface', 'surface-raised', 'selection', 'selection-muted', 'hover', 'mark-text']);

/** The ink of a role in colours: lines of the colour of what is done, over that of what is not. */
function hatched(colours: Readonly<Record<GanttColour, string>>, role: GanttColour): Ink {
  const lines = HATCHED[role];
  return lines ? { ink: colours[`${role}-done` as GanttColour], paper: colours[role], lines } : colours[role];
}

/** As bright as the eye sees a colour, so that texts and bars stay apart on a printer without colours. */
function greyOf(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const shade = Math.round(0.299 * red + 0.587 * green + 0.114 * blue)
    .toString(16)
    .padStart(2, '0');
  return `#${shade}${shade}${shade}`;
}

const inksOf = (colours: Readonly<Record<GanttColour, string>>): readonly Ink[] => GANTT_COLOURS.map((role) => hatched(colours, role));
const GREY = Object.fromEntries(GANTT_COLOURS.map((role) => [role, greyOf(PAPER[role])])) as Record<GanttColour, string>;

/** What roles are painted with on paper, by the choice of a person. */
export const PRINT_INKS: Record<'colour' | 'safe' | 'grey' | 'black', readonly Ink[]> = {
  colour: inksOf(PAPER),
  safe: inksOf({ ...PAPER, ...SAFE }),
  grey: inksOf(GREY),
  black: GANTT_COLOURS.map((role) => BLACK[role] ?? (WHITE.has(role) ? '#ffffff' : '#000000')),
};

/** Colours by role number for a painter onto paper that hatches nothing. */
export const PRINT_COLOURS: readonly string[] = GANTT_COLOURS.map((role) => PAPER[role]);
