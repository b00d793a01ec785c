import type { ErrorCode } from '@gantry/contract';
import type { WbsRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { readersAt } from '../../access/grants/grants.service.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import {
  dayOfText,
  findScheduleSettings,
  openFacts,
  openHours,
  withoutDays,
  wrongDay,
} from '../../planning/day-values/day-values.service.ts';
import { type Draft, edit } from '../../planning/edits/edits.service.ts';
import { notReportedBy } from '../../planning/reports/reports.service.ts';
import { resourceSettingsAt } from '../../planning/resource-settings/resource-settings.service.ts';
import { assignedPeople, type GivenWay, settleHours, workOf } from './timesheets.facts.service.ts';
import { changeLines, deleteLines, type KeptLine, listLines, lockLines, managedPeople, saveLine } from './timesheets.repository.ts';
import { actsOf, type Caller, shownLine, writesFor } from './timesheets.rules.ts';
import { notifyApprovers } from './timesheets.notices.service.ts';
import { findCountedVersion } from '../../planning/version-heads/version-heads.service.ts';

/** An undo of an edit of this name is open to who may not change the plan. */
export const EDIT_NAME = 'timesheet.report';

/** What the caller is to the lines of a schedule. */
export async function callerAt(context: Context, db: Db, nodeId: number): Promise<Caller> {
  const { approve_own } = await findScheduleSettings(db, context.spaceId, nodeId);
  const { timesheet_approval } = await resourceSettingsAt(db, context.spaceId, nodeId);
  const counted = await findCountedVersion(db, context.spaceId, nodeId);
  const may = (right: 'plan.report' | 'plan.approve' | 'plan.edit' | 'space.manage') => holdsAt(context, db, nodeId, right);
  return {
    userId: context.userId,
    mayReport: await may('plan.report'),
    mayApprove: await may('plan.approve'),
    mayPlan: await may('plan.edit'),
    manages: await may('space.manage'),
    managed: counted === null ? new Set() : await managedPeople(db, context.spaceId, counted, context.userId),
    approveOwn: approve_own,
    approval: timesheet_approval,
  };
}

/** Hours are facts of the version that counts: nowhere else are they written down. */
export async function requireCounted(context: Context, draft: Draft): Promise<void> {
  const counted = await findCountedVersion(draft.tx, context.spaceId, draft.head.schedule_id);
  if (counted !== draft.key.versionId) fail('timesheet.not_counted');
}

/** Why a line is not taken, and what the text of the reason names. */
type RefusedLine = { code: ErrorCode; parameters: Record<string, string> };
/** What is said of a day that has more hours than there are. */
const tooMuchOn = (day: string, { hours }: { hours: number }): { day: string; hours: string } => ({ day, hours: String(hours) });

type NewLine = { item_id: number; user_id?: number; day: string; minutes: number; overtime: number; note: string };

/** Writes hours down, and submits them where that is asked; what is refused is left out and named. */
export async function saveLines(context: Context, versionId: number, lines: readonly NewLine[], submit: boolean) {
  const done = await edit(context, versionId, EDIT_NAME, async (draft) => {
    await requireCounted(context, draft);
    const { tx } = draft;
    const nodeId = draft.head.schedule_id;
    const caller = await callerAt(context, tx, nodeId);
    const rows = new Map((await draft.rows('wbs', [...new Set(lines.map(({ item_id }) => item_id))])).map((row) => [row.id, row]));
    const foreign = new Set((await notReportedBy(context, draft, [...rows.values()])).map(({ id }) => id));
    const assigned = await assignedPeople(draft, [...rows.keys()]);
    const people = lines.map(({ user_id = context.userId }) => user_id);
    const readers = await readersAt(tx, context.spaceId, nodeId, 'plan.report', people);
    const days = [...new Set(lines.map(({ day }) => day))];
    const hours = await openHours(context, draft, people, days.map(dayOfText));
    const hoursOf = lines.map(({ day }, at) => ({ userId: people[at], day }));
    const sorted = days.toSorted();
    const known = await listLines(tx, context.spaceId, { versionId, nodeId, from: sorted[0], to: sorted.at(-1), hoursOf });
    const keptOf = new Map(known.map((line) => [`${line.row_id} ${line.user_id} ${line.day}`, line]));
    const { from: openFrom } = await openFacts(context, draft, []);
    const refused: ({ index: number } & RefusedLine)[] = [];
    const ids: number[] = [];
    const submitted: KeptLine[] = [];
    const gone: KeptLine[] = [];
    const long = new Map<string, { user_id: number; day: string; minutes: number }>();
    const because = (code: ErrorCode, parameters: Record<string, string> = {}): RefusedLine => ({ code, parameters });
    const whyNot = (
      { day, minutes: usual, overtime }: NewLine,
      userId: number,
      row: WbsRow | undefined,
      kept: KeptLine | undefined,
    ): RefusedLine | null => {
      if (!row) return because('timesheet.row_not_found');
      const { name } = row;
      if (row.type === 'sum') return because('timesheet.of_a_summary');
      const isWithout = withoutDays(row);
      if (isWithout) return because(isWithout, { name });
      if (!writesFor(caller, userId)) return because('timesheet.not_yours');
      // For others hours are written where they may report on the work.
      if (userId !== context.userId && !readers.has(userId)) return because('timesheet.stranger');
      if (foreign.has(row.id) && !assigned.get(row.id)?.has(userId)) return because('report.not_yours', { name });
      if (day > context.today) return because('timesheet.future');
      const wrong = wrongDay(day);
      if (wrong) return because(wrong);
      if (kept && !actsOf(caller, kept).includes('change')) return because('timesheet.not_open');
      // Hours that nobody could approve are not written down; those that were before the day was closed may go.
      if (openFrom !== null && day < openFrom && usual + overtime > 0) return because('values.period_closed', { day, from: openFrom });
      // Less than before is always taken.
      if (!submit && kept && usual + overtime < kept.minutes + kept.overtime) return null;
      const total = hours.on(userId, dayOfText(day), { itemId: row.id, minutes: usual + overtime });
      return total.isTooMuch ? because('timesheet.too_much', tooMuchOn(day, total)) : null;
    };
    for (const [index, line] of lines.entries()) {
      const userId = people[index];
      const row = rows.get(line.item_id);
      const kept = keptOf.get(`${line.item_id} ${userId} ${line.day}`);
      const own = line.minutes + line.overtime;
      const wrong = whyNot(line, userId, row, kept);
      if (wrong !== null || !row) {
        refused.push({ index, ...(wrong ?? because('timesheet.row_not_found')) });
        continue;
      }
      hours.write(userId, dayOfText(line.day), row.id, own);
      const total = hours.on(userId, dayOfText(line.day));
      if (total.isLong) long.set(`${userId} ${line.day}`, { user_id: userId, day: line.day, minutes: Math.round(total.hours * 60) });
      if (own === 0) {
        if (kept) gone.push(kept);
        continue;
      }
      const fields = {
        node_id: nodeId,
        row_id: kept?.kept_row_id ?? row.id,
        row_code: row.code,
        row_name: row.name,
        user_id: userId,
        day: line.day,
        minutes: line.minutes,
        overtime: line.overtime,
        note: line.note,
        status: submit ? ('submitted' as const) : ('draft' as const),
        entered_by: context.userId,
      };
      ids.push(await saveLine(tx, context.spaceId, fields));
    }
    await deleteLines(
      tx,
      context.spaceId,
      gone.map(({ id }) => id),
    );
    const saved = ids.length ? await listLines(tx, context.spaceId, { versionId, ids }) : [];
    if (submit) submitted.push(...saved);
    const given_way = await settleSubmitted(context, draft, caller, submitted);
    if (saved[0]) await publish(context, tx, 'timesheet_created', saved[0]);
    if (gone[0]) await publish(context, tx, 'timesheet_deleted', gone[0]);
    context.note({ node: nodeId, lines: ids.length });
    return { ids, refused, long: [...long.values()], given_way };
  });
  return { ...done.result };
}

/** What follows when lines are submitted: they are facts where nobody approves, else those who approve hear of them. */
async function settleSubmitted(context: Context, draft: Draft, caller: Caller, lines: readonly KeptLine[]): Promise<GivenWay[]> {
  if (!lines.length) return [];
  if (caller.approval !== 'none') {
    await notifyApprovers(context, draft.tx, lines);
    return [];
  }
  const givenWay = await settleHours(context, draft, { counted: lines });
  await changeLines(
    draft.tx,
    context.spaceId,
    lines.map(({ id }) => id),
    { status: 'approved', version_id: draft.key.versionId, revision: draft.head.revision + 1, undone_revision: null },
  );
  return givenWay;
}

/** A line of the schedule of a draft, which nobody else changes meanwhile. */
async function openLine(context: Context, draft: Draft, id: number): Promise<{ line: KeptLine; caller: Caller }> {
  const nodeId = draft.head.schedule_id;
  await lockLines(draft.tx, context.spaceId, [id]);
  const [line] = await listLines(draft.tx, context.spaceId, { versionId: draft.key.versionId, nodeId, ids: [id] });
  if (!line) fail('timesheet.not_found', { id });
  return { line, caller: await callerAt(context, draft.tx, nodeId) };
}

type Change = { minutes?: number; overtime?: number; note?: string; submit?: boolean };

/** Changes an open line, submits it, or takes it back before it is approved. */
export async function updateLine(context: Context, versionId: number, id: number, { submit, ...fields }: Change) {
  const { result } = await edit(context, versionId, EDIT_NAME, async (draft) => {
    await requireCounted(context, draft);
    const { line, caller } = await openLine(context, draft, id);
    const acts = actsOf(caller, line);
    const wanted = submit === false ? (line.status === 'submitted' ? 'withdraw' : 'change') : submit ? 'submit' : 'change';
    if (!acts.includes(wanted)) fail(writesFor(caller, line.user_id) ? 'timesheet.not_open' : 'timesheet.not_yours');
    const openFrom = submit === false ? null : (await openFacts(context, draft, [])).from;
    if (openFrom !== null && line.day < openFrom) fail('values.period_closed', { day: line.day, from: openFrom });
    const after = { ...line, ...fields };
    const own = after.minutes + after.overtime;
    const day = dayOfText(line.day);
    const hours = await openHours(context, draft, [line.user_id], [day]);
    const total = hours.on(line.user_id, day, { itemId: workOf(line), minutes: own });
    const isLess = !submit && own < line.minutes + line.overtime;
    if (own < 1 || (total.isTooMuch && !isLess)) fail('timesheet.too_much', tooMuchOn(line.day, total));
    const status = submit === undefined ? ('draft' as const) : submit ? ('submitted' as const) : ('draft' as const);
    await changeLines(draft.tx, context.spaceId, [id], { ...fields, status, approvals: 0, approved_by: null, reason: null });
    const [changed] = await listLines(draft.tx, context.spaceId, { versionId, ids: [id] });
    if (submit) await settleSubmitted(context, draft, caller, [changed]);
    await publish(context, draft.tx, 'timesheet_created', line);
    const [settled] = await listLines(draft.tx, context.spaceId, { versionId, ids: [id] });
    return shownLine(caller, settled);
  });
  return { line: result };
}

export async function removeLine(context: Context, versionId: number, id: number): Promise<void> {
  await edit(context, versionId, EDIT_NAME, async (draft) => {
    const { line, caller } = await openLine(context, draft, id);
    if (!actsOf(caller, line).includes('remove')) fail(writesFor(caller, line.user_id) ? 'timesheet.not_open' : 'timesheet.not_yours');
    await deleteLines(draft.tx, context.spaceId, [id]);
    await publish(context, draft.tx, 'timesheet_deleted', line);
  });
}

/** Whether the caller reads the plan of a schedule. */
export const readsPlan = (context: Context, db: Db, nodeId: number): Promise<boolean> => holdsAt(context, db, nodeId, 'plan.read');

export const publish = (
  context: Context,
  tx: Tx,
  name: 'timesheet_created' | 'timesheet_deleted',
  { schedule_id, id, kept_row_id }: Pick<KeptLine, 'schedule_id' | 'id' | 'kept_row_id'>,
): Promise<void> =>
  context.push.send(tx, { spaceId: context.spaceId, topic: `timesheets ${schedule_id}` }, name, {
    eps_id: schedule_id,
    timesheet_id: id,
    wbs_id: kept_row_id,
  });
