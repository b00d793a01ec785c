import type { Decoration } from '../frame.ts';
import { bar } from './bar.ts';
import { baseline } from './baseline.ts';
import { deadline } from './deadline.ts';
import { external } from './external.ts';
import { float } from './float.ts';
import { label } from './label.ts';
import { limits } from './limits.ts';
import { milestone } from './milestone.ts';
import { pause } from './pause.ts';
import { summary } from './summary.ts';

/**
 * Everything that can stand on an item's row, in the order of drawing; what lies above what is said by layers.
 * A new one is a file beside these with an object that draws one row, and its name here.
 */
export const DECORATIONS = { baseline, float, bar, summary, milestone, pause, limits, deadline, external, label } satisfies Record<
  string,
  Decoration
>;

export type DecorationId = keyof typeof DECORATIONS;

/** All names, as settings offer them. */
export const DECORATION_IDS = Object.keys(DECORATIONS) as readonly DecorationId[];

/** The decorations that names stand for; a caller's own ones pass through. */
export function decorationsOf(list: readonly (DecorationId | Decoration)[]): Decoration[] {
  return list.map((each) => (typeof each === 'string' ? DECORATIONS[each] : each));
}
