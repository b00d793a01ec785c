import { CHART_COLOURS, type ChartColour, type SvgStyle } from '@gantry/scene';

const SCREEN: Record<ChartColour, string> = {
  surface: '--gantry-neutral-0',
  header: '--gantry-neutral-1',
  text: '--gantry-neutral-11',
  'text-muted': '--gantry-neutral-8',
  rule: '--gantry-grid-line',
  zero: '--gantry-neutral-7',
  frame: '--gantry-neutral-4',
  target: '--gantry-baseline',
  plan: '--gantry-plan',
  fact: '--gantry-fact',
  approved: '--gantry-approved',
  forecast: '--gantry-forecast',
  band: '--gantry-accent-soft',
  'data-date': '--gantry-data-date',
  clash: '--gantry-error-soft',
  ok: '--gantry-ok',
  warn: '--gantry-warn',
  error: '--gantry-error',
  'flow-1': '--gantry-flow-1',
  'flow-2': '--gantry-flow-2',
  'flow-3': '--gantry-flow-3',
  'flow-4': '--gantry-flow-4',
  'flow-5': '--gantry-flow-5',
  'flow-6': '--gantry-flow-6',
  'flow-7': '--gantry-flow-7',
  'flow-8': '--gantry-flow-8',
};

/** The colour of a role in the theme in force, as CSS takes it. */
export const chartColour = (role: ChartColour): string => `var(${SCREEN[role]})`;

/** How charts are written into the page: in its colours, which follow the theme by themselves, and in its font. */
export const CHART_STYLE: SvgStyle = {
  colours: CHART_COLOURS.map(chartColour),
  family: 'inherit',
  fonts: { regular: { size: 13, weight: 400 }, strong: { size: 13, weight: 600 }, caption: { size: 11, weight: 400 } },
};
