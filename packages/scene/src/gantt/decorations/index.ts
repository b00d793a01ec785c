import { bar } from './bar.ts';
import { baseline } from './baseline.ts';
import { deadline } from './deadline.ts';
import type { Decoration } from './decoration.ts';
import { float } from './float.ts';
import { label } from './label.ts';
import { limits } from './limits.ts';
import { milestone } from './milestone.ts';
import { pause } from './pause.ts';
import { summary } from './summary.ts';

/** Everything that can stand on an item's row. */
export const DECORATION_IDS = ['baseline', 'float', 'bar', 'summary', 'milestone', 'pause', 'limits', 'deadline', 'label'] as const;
export type DecorationId = (typeof DECORATION_IDS)[number];

export const DECORATIONS = { baseline, float, bar, summary, milestone, pause, limits, deadline, label } satisfies Record<
  DecorationId,
  Decoration
>;
