import { PERIODS } from '@gantry/domain';
import { z } from 'zod';
import { presetContract } from '../preset.ts';

const LEVELS = 6;

/** What rows are grouped by, level by level; dates by their day, week, month, quarter or year. */
export const rowGrouping = z.object({
  levels: z
    .array(
      z.object({
        column: z.string().min(1).max(64),
        direction: z.union([z.literal(1), z.literal(-1)]).default(1),
        period: z.enum(PERIODS).nullable().default(null),
      }),
    )
    .min(1)
    .max(LEVELS),
  /** Sums and spans in the rows of the groups. */
  subtotals: z.boolean().default(true),
});

export type RowGrouping = z.output<typeof rowGrouping>;

export const grouping = presetContract('/api/v1/wbs-group-settings', 'groupings', rowGrouping);
