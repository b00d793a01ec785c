import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type NamedDay, withoutLongDays } from '../../planning/day-values/day-values.service.ts';
import { edit } from '../../planning/edits/edits.service.ts';
import { type GivenWay, settleHours } from './timesheets.facts.service.ts';
import { notifyDeclined } from './timesheets.notices.service.ts';
import { changeLines, type KeptLine, listLines, lockLines } from './timesheets.repository.ts';
import { actsOf, isApprovedBy, whyNotApproved } from './timesheets.rules.ts';
import { callerAt, EDIT_NAME, publish, requireCounted } from './timesheets.service.ts';

const idsOf = (lines: readonly KeptLine[]): number[] => lines.map(({ id }) => id);

type Refusal = {
  id: number;
  code:
    | 'timesheet.not_found'
    | 'timesheet.row_not_found'
    | 'timesheet.not_open'
    | 'timesheet.own'
    | 'timesheet.not_the_approver'
    | 'values.day_too_long';
  /** What the text of the reason names. */
  parameters?: NamedDay;
};

/**
 * Approves or declines lines: one edit. Of many, those that the caller may not decide on stay and are named, as are those of days that have
 * more hours than a day; of one that is a refusal.
 */
export async function decideLines(context: Context, versionId: number, wanted: readonly number[], approved: boolean, reason?: string) {
  if (!approved && !reason) fail('timesheet.no_reason');
  const ids = [...new Set(wanted)];
  /** Lines of days that are too long, by id. */
  const tooLong = new Map<number, NamedDay>();
  let counted: KeptLine[] = [];
  const decide = () =>
    edit(context, versionId, EDIT_NAME, async (draft) => {
      await requireCounted(context, draft);
      const { tx } = draft;
      const nodeId = draft.head.schedule_id;
      await lockLines(tx, context.spaceId, ids);
      const caller = await callerAt(context, tx, nodeId);
      const found = new Map((await listLines(tx, context.spaceId, { versionId, nodeId, ids })).map((line) => [line.id, line]));
      const refused: Refusal[] = [];
      const lines: KeptLine[] = [];
      for (const id of ids) {
        const line = found.get(id);
        if (!line) refused.push({ id, code: 'timesheet.not_found' });
        else if (line.row_id === null) refused.push({ id, code: 'timesheet.row_not_found' });
        else if (tooLong.has(id)) refused.push({ id, code: 'values.day_too_long', parameters: tooLong.get(id) });
        else if (actsOf(caller, line).includes(approved ? 'approve' : 'decline')) lines.push(line);
        else refused.push({ id, code: (line.status === 'submitted' ? whyNotApproved(caller, line) : null) ?? 'timesheet.not_open' });
      }
      let given_way: GivenWay[] = [];
      if (!lines.length) fail(refused[0].code, { id: refused[0].id, ...refused[0].parameters });
      const applied = { version_id: versionId, revision: draft.head.revision + 1, undone_revision: null };
      if (approved) {
        const [whole, first] = [
          lines.filter((line) => isApprovedBy(line, caller.approval)),
          lines.filter((line) => !isApprovedBy(line, caller.approval)),
        ];
        counted = whole;
        given_way = await settleHours(context, draft, { counted: whole });
        await changeLines(tx, context.spaceId, idsOf(whole), { status: 'approved', reason: null, approved_by: context.userId, ...applied });
        for (const line of whole) await changeLines(tx, context.spaceId, [line.id], { approvals: line.approvals + 1 });
        await changeLines(tx, context.spaceId, idsOf(first), { approvals: 1, approved_by: context.userId });
      } else {
        const facts = lines.filter(({ status }) => status === 'approved');
        await settleHours(context, draft, { dropped: facts });
        await changeLines(tx, context.spaceId, idsOf(facts), applied);
        await changeLines(tx, context.spaceId, idsOf(lines), { status: 'declined', reason, approvals: 0, approved_by: null });
        await notifyDeclined(context, tx, lines);
      }
      await publish(context, tx, 'timesheet_created', lines[0]);
      context.note({ node: nodeId, lines: lines.length, approved });
      return { done: idsOf(lines), refused: refused.map((one) => ({ parameters: {}, ...one })), given_way };
    });
  const { result, revision } = await withoutLongDays(decide, (days) => {
    const before = tooLong.size;
    for (const { userId, itemIds, named } of days)
      for (const { id, user_id, row_id, day } of counted)
        if (user_id === userId && day === named.day && itemIds.has(row_id ?? 0)) tooLong.set(id, named);
    return tooLong.size > before;
  });
  return { ...result, revision };
}
