import { ESTIMATE_COLUMNS } from '@gantry/domain';
import { z } from 'zod';

const place = z.number().int().min(0).max(16_383);
/** How the table of a file is to be read; what is left out is found. */
export const estimateMapping = z.strictObject({
  sheet: z.string().max(200).optional(),
  headerRow: z.number().int().min(0).max(100_000).optional(),
  /** Places of the columns from 0. */
  columns: z.partialRecord(z.enum(ESTIMATE_COLUMNS), place).optional(),
  /**
   * What columns are called: they are where a row has these headings, wherever they stood before. Those without a heading stay at their
   * places.
   */
  headings: z.partialRecord(z.enum(ESTIMATE_COLUMNS), z.string().trim().min(1).max(512)).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  digits: z.number().int().min(0).max(4).optional(),
});
export type EstimateMapping = z.output<typeof estimateMapping>;

/** A form field that holds the mapping as JSON text. */
export const mappingField = z
  .string()
  .max(4000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'validation.mapping' });
      return z.NEVER;
    }
  })
  .pipe(estimateMapping)
  .optional();
