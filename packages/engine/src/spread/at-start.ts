import type { Shape } from './shape.ts';

/** All of it on the first working day. */
export const atStart: Shape = { allOn: 'first', cumulative: () => 1 };
