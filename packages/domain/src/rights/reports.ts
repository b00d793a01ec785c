import type { WbsRow } from '../schedule/version-tables.ts';

/** Fields of a row that tell what was done. Everything else of it is the plan. */
export const REPORTED_FIELDS = ['status', 'progress', 'actualStart', 'actualFinish'] as const satisfies readonly (keyof WbsRow)[];

/** Whether somebody reports on a row: its executor, or where it has none the executor of the nearest summary above that has one. */
export function isReporter(userId: number, rowAndAbove: readonly Pick<WbsRow, 'executorId'>[]): boolean {
  return rowAndAbove.find(({ executorId }) => executorId !== null)?.executorId === userId;
}

/** Why somebody may not approve an entry on a row; null where they may. */
export type NoApproval = 'own' | 'not_the_curator' | null;

/**
 * Whether somebody approves an entry on a row: its curator, or who may change the plan where the row has no curator or they manage the
 * space; nobody their own entry, unless the schedule allows it.
 */
export function approvalOf(
  { userId, mayEdit, manages, approveOwn }: { userId: number; mayEdit: boolean; manages: boolean; approveOwn: boolean },
  { curatorId, enteredBy }: { curatorId: number | null; enteredBy: number | null },
): NoApproval {
  const decides = curatorId === userId || (mayEdit && (curatorId === null || manages));
  if (!decides) return 'not_the_curator';
  return enteredBy === userId && !approveOwn ? 'own' : null;
}
