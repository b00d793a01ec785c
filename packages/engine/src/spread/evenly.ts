import type { Shape } from './shape.ts';

/** By working time. */
export const evenly: Shape = { cumulative: (passed) => passed };
