import { DEFAULT_PRINT_FORMAT, MINUTES_PER_DAY, type PrintFormat, type PrintSettings, TITLE_BLOCKS } from '@gantry/domain';
import * as fc from 'fast-check';
import { layOutColumns } from '../gantt/columns.ts';
import type { Histogram } from '../gantt/histogram.ts';
import type { PrintedPlan } from '../print/plan.ts';
import { drawnFrame, ORIGIN, PAGE_WORDS } from './drawn-plan.ts';

/** Phases of tasks one after the other, and columns of given widths, the first ones frozen. */
export function planOf(
  phases: readonly number[],
  widths: readonly number[],
  frozen: number,
  days: number,
  ties: string[] = [],
): PrintedPlan {
  const lines = phases.flatMap((tasks, phase) => [
    `s P${phase} 0-${days}`,
    ...Array.from({ length: tasks }, (_, task) => `  t T${phase}-${task} ${task}-${task + 2}`),
  ]);
  const { model } = drawnFrame(lines.join('\n'), ties);
  const [tree] = model.columns;
  model.columns = widths.map((width, index) => ({
    ...tree,
    id: `c${index}`,
    title: `Column ${index}`,
    width,
    tree: index === 0,
    frozen: index < frozen,
  }));
  model.columnLayout = layOutColumns(model.columns);
  const span = days === 0 ? null : { start: ORIGIN, finish: ORIGIN + days * MINUTES_PER_DAY };
  return { model, span, words: PAGE_WORDS };
}

/** Amounts of a load by days, for the strip under the chart. */
export const STRIP_OF_LOAD: Histogram = {
  title: 'Hours',
  starts: Int32Array.from({ length: 30 }, (_, day) => ORIGIN + day * MINUTES_PER_DAY),
  values: Float32Array.from({ length: 30 }, (_, day) => day % 9),
  limits: null,
  format: String,
};

export const printFormats: fc.Arbitrary<PrintFormat> = fc.record({
  sheet_height: fc.integer({ min: 210, max: 1189 }),
  sheet_width: fc.integer({ min: 297, max: 1682 }),
  margins: fc.record({
    top: fc.integer({ min: 0, max: 40 }),
    right: fc.integer({ min: 0, max: 40 }),
    bottom: fc.integer({ min: 0, max: 40 }),
    left: fc.integer({ min: 0, max: 40 }),
  }),
  titles: fc.constantFrom(DEFAULT_PRINT_FORMAT.titles, DEFAULT_PRINT_FORMAT.headers, {
    ...DEFAULT_PRINT_FORMAT.titles,
    upper_centre: 'One\ntwo\nthree',
  }),
  headers: fc.constantFrom(DEFAULT_PRINT_FORMAT.titles, DEFAULT_PRINT_FORMAT.headers),
  text_size: fc.integer({ min: 5, max: 24 }),
  legend: fc.constantFrom('none', 'first', 'each', 'last'),
  colours: fc.constant('colour'),
  range: fc.constant(null),
  range_days: fc.constant(null),
  title_block: fc.constantFrom(...TITLE_BLOCKS),
  title_cells: fc.constantFrom({}, { designation: 'A long designation that does not fit '.repeat(4) }),
  approvals: fc.array(fc.constant({ role: 'Engineer', person: 'Anna', decision: 'agreed', date: '' }), { maxLength: 4 }),
  watermark: fc.constantFrom({ text: '', share: 12 }, { text: 'DRAFT', share: 8 }),
  logo_id: fc.constant(null),
  picture_mm: fc.integer({ min: 5, max: 30 }),
  qr: fc.constant(''),
});
export const printSettings: fc.Arbitrary<PrintSettings> = fc.record({
  columns: fc.constant(null),
  levels: fc.constant(null),
  links: fc.constant('all'),
  wide: fc.record({ fit: fc.constantFrom('true', 'most', 'exact'), pages: fc.integer({ min: 1, max: 6 }) }),
  tall: fc.record({ fit: fc.constantFrom('true', 'most'), pages: fc.integer({ min: 1, max: 6 }) }),
  points_per_day: fc.double({ min: 0.2, max: 40, noNaN: true }),
  repeat_columns: fc.boolean(),
  break_level: fc.constantFrom(null, 1, 2),
  baseline: fc.boolean(),
  row_text: fc.constantFrom('cut', 'wrap'),
  bar_text: fc.constant(null),
  colour_by: fc.constant(null),
  strip: fc.constant(null),
  order: fc.constantFrom('down', 'across'),
  pages: fc.constant(''),
});
export const printedPlans = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 5 }),
    fc.array(fc.integer({ min: 30, max: 600 }), { minLength: 1, maxLength: 14 }),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 4000 }),
    fc.boolean(),
  )
  .map(([phases, widths, frozen, days, withStrip]) => {
    const plan = planOf(phases, widths, frozen, days);
    if (withStrip) plan.model.histogram = STRIP_OF_LOAD;
    return plan;
  });
