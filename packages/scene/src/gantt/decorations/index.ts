import type { DecorationId } from '../decoration-ids.ts';
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

/** What draws each of them. */
export const DECORATIONS = { baseline, float, bar, summary, milestone, pause, limits, deadline, label } satisfies Record<
  DecorationId,
  Decoration
>;
