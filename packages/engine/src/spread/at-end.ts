import type { Shape } from './shape.ts';

/** All of it on the last working day. */
export const atEnd: Shape = { allOn: 'last', cumulative: (passed) => (passed < 1 ? 0 : 1) };
