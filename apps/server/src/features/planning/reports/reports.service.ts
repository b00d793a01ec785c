/** Who reports on which rows and who approves; whoever writes facts of a version asks here. */

import { isReporter, type VersionRow, type WbsRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { heldAtEntry, heldInSpaceAtEntry, nodesAbove, nodesWith, ownAccess, withReach } from '../../access/roles/roles.access.service.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { Draft } from '../edits/edits.service.ts';

export { listReportedIds, listReportedRows } from './reports.repository.ts';

const planners = new WeakMap<Tx, { context: Context; scheduleId: number; answer: Promise<boolean> }>();

/** Whether the caller may change the whole plan of the version that a draft edits; asked once a transaction, whose end looks again. */
export function mayEditPlan(
  context: Context,
  { tx, head }: Pick<Draft, 'tx'> & { head: Pick<Draft['head'], 'schedule_id'> },
): Promise<boolean> {
  const scheduleId = head.schedule_id;
  const known = planners.get(tx);
  if (known?.context === context && known.scheduleId === scheduleId) return known.answer;
  const answer = heldAtEntry(context, tx, scheduleId, 'plan.edit');
  planners.set(tx, { context, scheduleId, answer });
  return answer;
}

/** Rows above others, by id: the summaries on the way to the top. */
async function rowsAbove(draft: Draft, rows: readonly WbsRow[]): Promise<ReadonlyMap<number, WbsRow>> {
  const above = new Map<number, WbsRow>();
  let wanted = rows.flatMap(({ parentId }) => parentId ?? []);
  while (wanted.length) {
    const found: VersionRow<'wbs'>[] = await draft.rows('wbs', [...new Set(wanted)]);
    for (const row of found) above.set(row.id, row);
    wanted = found.flatMap(({ parentId }) => (parentId === null || above.has(parentId) ? [] : parentId));
  }
  return above;
}

/** Of some rows those on which the caller does not report; who may change the plan reports on all. */
export async function notReportedBy(context: Context, draft: Draft, rows: readonly WbsRow[]): Promise<WbsRow[]> {
  if (await mayEditPlan(context, draft)) return [];
  const above = await rowsAbove(draft, rows);
  const upwards = (row: WbsRow): WbsRow[] => {
    const chain = [row];
    for (let next = above.get(row.parentId ?? 0); next; next = above.get(next.parentId ?? 0)) chain.push(next);
    return chain;
  };
  return rows.filter((row) => !isReporter(context.userId, upwards(row)));
}

/** Refuses a report on rows of others. */
export async function requireReporter(context: Context, draft: Draft, rows: readonly WbsRow[]): Promise<void> {
  const [foreign] = await notReportedBy(context, draft, rows);
  if (foreign) fail('report.not_yours', { name: foreign.name });
}

/** The call where its person reports, whether or not they read the plan there. */
export async function whereReporting(context: Context): Promise<Context> {
  const whole = withReach(context, null);
  if (heldInSpaceAtEntry(context, 'plan.report')) return whole;
  const nodes = await whole.read(async (db) => nodesWith(db, context.spaceId, await ownAccess(context, db), 'plan.report'));
  if (nodes === null) return whole;
  return withReach(context, { nodes, paths: await whole.read((db) => nodesAbove(db, context.spaceId, nodes)) });
}
