import { z } from 'zod';
import { presetContract } from '../preset.ts';
import { rowGrouping } from './grouping.ts';
import { rowFilter, rowSort } from './row-filter.ts';

const column = z.string().min(1).max(64);
const COLUMNS = 500;

/** How grid and chart stand: columns in their order, widths and frozen ones, sorting, panes and scale. */
export const gridLayout = z.object({
  /** Those shown, from left to right. */
  columns: z.array(column).min(1).max(COLUMNS),
  frozen: z.array(column).max(COLUMNS),
  widths: z.record(column, z.number().int().min(24).max(2000)),
  gridWidth: z.number().int().min(0).max(8000),
  pixelsPerDay: z.number().positive().max(2000),
  panes: z.enum(['both', 'grid', 'chart']),
  showLinks: z.boolean(),
  /** The indicator that colours bars; null: the colours of the rows. */
  colourBy: z.number().int().positive().nullable().default(null),
  /** The column whose text stands beside the bars; null: none. */
  barText: column.nullable().default(null),
  sort: rowSort.nullable(),
});

export type GridLayout = z.output<typeof gridLayout>;

/** A layout as it is saved: with the rows that are shown, and their groups; absent where a layout says nothing of them. */
export const savedLayout = gridLayout.extend({ filter: rowFilter.nullable().optional(), grouping: rowGrouping.nullable().optional() });

export type SavedLayout = z.output<typeof savedLayout>;

/** Saved layouts of the table and the chart. */
export const layouts = presetContract('/api/v1/layouts', 'layouts', savedLayout);
