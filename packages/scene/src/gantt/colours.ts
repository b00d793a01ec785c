/** Colour roles of the chart. The scene knows roles only; a theme gives each a colour. */
export const GANTT_COLOURS = [
  'surface', 'surface-raised', 'header', 'line', 'line-strong', 'text', 'text-muted', 'text-on-bar', 'non-working',
  'selection', 'selection-muted', 'accent', 'hover', 'sum-row',
  'task', 'task-done', 'work', 'work-done', 'summary', 'summary-done', 'milestone', 'draft',
  'critical', 'critical-done', 'critical-text', 'near', 'near-done', 'near-text',
  'baseline', 'float', 'link', 'link-driving', 'link-critical', 'link-selected',
  'today', 'data-date', 'mark', 'mark-text', 'histogram', 'histogram-over', 'histogram-limit',
  'tint-1', 'tint-2', 'tint-3', 'tint-4', 'tint-5', 'tint-6', 'tint-7', 'tint-8',
  'drop', 'drop-refused', 'ghost',
] as const;
export type GanttColour = (typeof GANTT_COLOURS)[number];

/** Number of each role, as the scene stores it. */
export const COLOUR = Object.fromEntries(GANTT_COLOURS.map((name, index) => [name, index])) as Record<GanttColour, number>;

/** Paint order inside a zone. */
export const LAYER = { ground: 0, shade: 1, rowLine: 2, under: 3, link: 4, bar: 5, overBar: 6, mark: 7, line: 8, text: 9, top: 10 } as const;
