import { type ScheduleDocument, textAt } from '../document/document.ts';

/** Codes that more than one row of a version has, and how many rows those are. */
export type DoubledCodes = { codes: ReadonlySet<string>; rows: number };

const kept = new WeakMap<ScheduleDocument, DoubledCodes & { revision: number; size: number }>();

/** The doubled codes of a version, counted once a revision. */
export function doubledCodes(document: ScheduleDocument): DoubledCodes {
  const { slotOf } = document.tables.wbs;
  const known = kept.get(document);
  if (known && known.revision === document.revision && known.size === slotOf.size) return known;
  const counts = new Map<string, number>();
  for (const slot of slotOf.values()) {
    const code = textAt(document.tables.wbs, 'code', slot);
    if (code) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const doubled = [...counts].filter(([, count]) => count > 1);
  const found = {
    codes: new Set(doubled.map(([code]) => code)),
    rows: doubled.reduce((sum, [, count]) => sum + count, 0),
    revision: document.revision,
    size: slotOf.size,
  };
  kept.set(document, found);
  return found;
}
