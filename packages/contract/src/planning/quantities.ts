import { z } from 'zod';

/** What of the elements of a model is added up; `by_unit`: what the unit measures, cubic metres where there is none. */
export const MODEL_QUANTITIES = ['by_unit', 'volume', 'area', 'length', 'count'] as const;
export type ModelQuantity = (typeof MODEL_QUANTITIES)[number];

/** A quantity that was added up from elements of a model, and from which of them. */
export const measuredQuantity = z.object({
  quantity: z.enum(MODEL_QUANTITIES).exclude(['by_unit']),
  /** Elements whose quantities the file states, whose geometry was measured, and which have none. */
  from_file: z.number(),
  from_geometry: z.number(),
  without: z.number(),
});
