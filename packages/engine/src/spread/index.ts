import { atEnd } from './at-end.ts';
import { atStart } from './at-start.ts';
import { byCurve } from './by-curve.ts';
import { evenly } from './evenly.ts';
import type { Shape } from './shape.ts';

/** Names of the distribution modes; start, end and evenly are the product's words. */
export type ShapeName = 'start' | 'end' | 'evenly' | 'curve';

/** The distribution modes. */
export const SHAPES = { start: atStart, end: atEnd, evenly, curve: byCurve } satisfies Record<ShapeName, Shape>;
