import type { Diff, Minute } from '@gantry/domain';
import { rowsOf, type ScheduleDocument } from '@gantry/plan-view';
import type { RowChange } from '../wbs.waiting.store.ts';

/** A work whose typed duration stands over that of a norm. */
export type OverriddenNorm = { id: number; norm: string; ruledMinutes: Minute };

/** Works whose duration somebody has typed although a norm had ruled it, with what ruled it. */
export function normsOverridden(document: ScheduleDocument, diff: Diff, changes: readonly RowChange[]): OverriddenNorm[] {
  const typed = new Set(changes.flatMap(({ id, fields }) => ('durationMinutes' in fields ? [id] : [])));
  if (!typed.size) return [];
  const changed = new Map((diff.wbs?.updated ?? []).map(({ id, after }) => [id, after.durationMinutes]));
  const known = new Set<number>();
  return rowsOf(document, 'directoryValue').flatMap(({ itemId, entered, code, name }) => {
    if (itemId === null || !entered || known.has(itemId) || !typed.has(itemId)) return [];
    const now = changed.get(itemId);
    if (now === undefined || now === entered.ruled) return [];
    known.add(itemId);
    return [{ id: itemId, norm: name || code, ruledMinutes: entered.ruled }];
  });
}
