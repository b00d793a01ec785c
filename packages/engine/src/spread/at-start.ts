import type { Shape } from './shape.ts';

/** All of it on the first working day. */
export const atStart: Shape = { cumulative: () => 1 };
