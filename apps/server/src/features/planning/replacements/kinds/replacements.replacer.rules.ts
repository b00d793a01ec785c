import type { Replaced, ReplacementKind, ReplacementRule, WbsRow } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import type { Draft } from '../../edits/edits.service.ts';
import type { RefusedRow } from '../../wbs/wbs.service.ts';

/** What a rule did: rows with what stood there before and after, rows that keep what they have, and what is worth a look. */
export type Outcome = {
  lines: { itemId: number; before: string; after: string }[];
  refused: RefusedRow[];
  notes: { code: string; parameters: Record<string, string> }[];
};
export const EMPTY: Outcome = { lines: [], refused: [], notes: [] };

/** How one kind of thing is replaced on some rows of a draft. */
export type Replacer<K extends ReplacementKind> = (
  context: Context,
  draft: Draft,
  what: Extract<Replaced, { kind: K }>,
  rows: readonly WbsRow[],
  rule: Pick<ReplacementRule, 'remaining_only'>,
) => Promise<Outcome>;
