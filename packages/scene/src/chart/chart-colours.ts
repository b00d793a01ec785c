/** Colour roles of charts of figures, numbered apart from those of schedules: a document holds one of the two lists. */
export const CHART_COLOURS = [
  'surface',
  'header',
  'text',
  'text-muted',
  'rule',
  'zero',
  'frame',
  'target',
  'plan',
  'fact',
  'approved',
  'forecast',
  'band',
  'data-date',
  'clash',
  'ok',
  'warn',
  'error',
  'flow-1',
  'flow-2',
  'flow-3',
  'flow-4',
  'flow-5',
  'flow-6',
  'flow-7',
  'flow-8',
] as const;
export type ChartColour = (typeof CHART_COLOURS)[number];

/** Number of each role, as the scene stores it. */
export const CHART_COLOUR = Object.fromEntries(CHART_COLOURS.map((name, index) => [name, index])) as Record<ChartColour, number>;

/** What lines of a chart may be drawn in. */
export type LineColour = Extract<ChartColour, 'target' | 'plan' | 'fact' | 'approved' | 'forecast' | `flow-${number}`>;

const FLOW = ['flow-1', 'flow-2', 'flow-3', 'flow-4', 'flow-5', 'flow-6', 'flow-7', 'flow-8'] as const;

/** The colour of a tint from 1; after the last one they begin anew. */
export const flowColour = (tint: number): LineColour => FLOW[(tint - 1) % FLOW.length];

const PAPER: Record<ChartColour, string> = {
  surface: '#ffffff',
  header: '#f2f4f7',
  text: '#10151d',
  'text-muted': '#48515f',
  rule: '#e2e6ec',
  zero: '#7d8797',
  frame: '#b4bcc8',
  target: '#858e9d',
  plan: '#3d77d1',
  fact: '#2c8a5b',
  approved: '#8458c4',
  forecast: '#0e8296',
  band: '#dde8f7',
  'data-date': '#4338ca',
  clash: '#f0b6b8',
  ok: '#0b7c52',
  warn: '#9a6100',
  error: '#a1292f',
  'flow-1': '#3762f9',
  'flow-2': '#1a8094',
  'flow-3': '#406d4a',
  'flow-4': '#8b6c0c',
  'flow-5': '#6641ab',
  'flow-6': '#b73e7d',
  'flow-7': '#774816',
  'flow-8': '#51555b',
};

/** Colours by role number on white paper. */
export const CHART_PAPER: readonly string[] = CHART_COLOURS.map((role) => PAPER[role]);

/** Paint order of a chart. */
export const CHART_LAYER = { ground: 0, band: 1, rule: 2, bar: 3, line: 4, mark: 5, text: 6 } as const;
