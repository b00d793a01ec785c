/** What of the elements of a model is added up; `by_unit`: what the unit measures, cubic metres where there is none. */
export const MODEL_QUANTITIES = ['by_unit', 'volume', 'area', 'length', 'count'] as const;
export type ModelQuantity = (typeof MODEL_QUANTITIES)[number];
