import { approvalOf, measureOfEntry } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { findScheduleSettings, type NamedDay, openFacts, withoutLongDays } from '../day-values/day-values.service.ts';
import { edit, readVersion } from '../edits/edits.service.ts';
import { applyEntries, openDays } from './day-entries.facts.service.ts';
import { changeEntries, type KeptEntry, listEntries, listKnown } from './day-entries.repository.ts';
import { appliedBy, EDIT_NAME } from './day-entries.service.ts';

type Refusal = 'entry.of_timesheets' | 'entry.own' | 'entry.not_the_curator' | 'entry.not_open' | 'entry.not_found' | 'entry.row_not_found';

/** Why the caller does not decide on reports of a schedule; null where they do. */
async function decider(context: Context, db: Db, nodeId: number): Promise<(entry: KeptEntry, approves?: boolean) => Refusal | null> {
  const { approve_own } = await findScheduleSettings(db, context.spaceId, nodeId);
  const may = await holdsAt(context, db, nodeId, 'plan.approve');
  const who = {
    userId: context.userId,
    mayEdit: await holdsAt(context, db, nodeId, 'plan.edit'),
    manages: await holdsAt(context, db, nodeId, 'space.manage'),
  };
  return (entry, approves = true) => {
    if (entry.state !== 'pending' && entry.state !== 'conflict') return 'entry.not_open';
    if (entry.row_id === null) return 'entry.row_not_found';
    if (!may) return 'entry.not_the_curator';
    // To decline one's own report is to take it back.
    const about = { curatorId: entry.curator_id, enteredBy: entry.reporter_id };
    const no = approvalOf({ ...who, approveOwn: approve_own || !approves }, about);
    return no === null ? null : no === 'own' ? 'entry.own' : 'entry.not_the_curator';
  };
}

/** Reports of a schedule, or of one of its works. */
export async function readEntries(
  context: Context,
  versionId: number,
  { item, open, limit }: { item?: number; open: boolean; limit: number },
) {
  return readVersion(context, versionId, async ({ db, head }) => {
    const nodeId = head.schedule_id;
    const whyNot = await decider(context, db, nodeId);
    const entries = await listEntries(db, context.spaceId, { versionId, nodeId, itemId: item, open, limit });
    return {
      entries: entries.map((entry) => {
        const { curator_id: _curator, kept_row_id: _row, base: _base, result: _result, ...shown } = entry;
        return { ...shown, may_decide: whyNot(entry) === null };
      }),
    };
  });
}

/**
 * Approves reports or declines them: one edit. Of many, those that the caller does not decide on stay and are named, as are those of days
 * that have more hours than a day; of one that is a refusal.
 */
export async function decideEntries(context: Context, versionId: number, wanted: readonly string[], approved: boolean, reason?: string) {
  if (!approved && !reason) fail('entry.no_reason');
  const ids = [...new Set(wanted)];
  /** Reports of days that are too long, by id. */
  const tooLong = new Map<string, NamedDay>();
  let counted: KeptEntry[] = [];
  const decide = () =>
    edit(context, versionId, EDIT_NAME, async (draft) => {
      const { tx } = draft;
      const nodeId = draft.head.schedule_id;
      const whyNot = await decider(context, tx, nodeId);
      const found = new Map(
        (await listEntries(tx, context.spaceId, { versionId, nodeId, ids, limit: ids.length })).map((one) => [one.id, one]),
      );
      const refused: { id: string; code: Refusal | 'values.day_too_long'; parameters?: NamedDay }[] = [];
      let taken: KeptEntry[] = [];
      // In the order in which they came.
      for (const entry of [...found.values()].reverse()) {
        const code = whyNot(entry, approved);
        const named = tooLong.get(entry.id);
        if (code === null && named) refused.push({ id: entry.id, code: 'values.day_too_long', parameters: named });
        else if (code === null) taken.push(entry);
        else refused.push({ id: entry.id, code });
      }
      for (const id of ids) if (!found.has(id)) refused.push({ id, code: 'entry.not_found' });
      const rows = taken.flatMap(({ row_id }) => row_id ?? []);
      const places = { ids: [], itemIds: rows, days: taken.map(({ day }) => day) };
      const days =
        approved && taken.length
          ? await openDays(
              context,
              draft,
              await openFacts(context, draft, rows),
              rows,
              taken,
              (await listKnown(tx, context.spaceId, nodeId, places)).accepted,
            )
          : null;
      const isHeld = ({ row_id, measure, day }: KeptEntry): boolean => days?.isHeld(row_id ?? 0, measure, day) ?? false;
      for (const { id } of taken.filter(isHeld)) refused.push({ id, code: 'entry.of_timesheets' });
      taken = taken.filter((entry) => !isHeld(entry));
      if (!taken.length) fail(refused[0].code, { id: refused[0].id, ...refused[0].parameters });
      counted = taken;
      const decided = { decided_by: context.userId };
      if (days) {
        for (const { id, row_id, measure, day, reporter_id, amount, created_at } of taken) {
          const itemId = row_id ?? 0;
          const made = days.accept({ itemId, measure, day, reporter: reporter_id, amount, at: new Date(created_at) });
          await changeEntries(tx, context.spaceId, [id], {
            state: 'accepted',
            reason: null,
            result: made,
            ...decided,
            ...appliedBy(draft),
          });
        }
        await applyEntries(draft, days);
      } else
        await changeEntries(
          tx,
          context.spaceId,
          taken.map(({ id }) => id),
          { state: 'declined', reason, ...decided },
        );
      await context.push.send(tx, { spaceId: context.spaceId, topic: `entries ${nodeId}` }, 'day_entries_changed', { eps_id: nodeId });
      context.note({ node: nodeId, reports: taken.length, approved });
      return { done: taken.map(({ id }) => id), refused: refused.map((one) => ({ parameters: {}, ...one })) };
    });
  const { result, revision } = await withoutLongDays(decide, (days) => {
    const before = tooLong.size;
    for (const { itemIds, named } of days)
      for (const { id, row_id, measure, day } of counted)
        if (measureOfEntry(measure) === 'labour' && day === named.day && itemIds.has(row_id ?? 0)) tooLong.set(id, named);
    return tooLong.size > before;
  });
  return { ...result, revision };
}
