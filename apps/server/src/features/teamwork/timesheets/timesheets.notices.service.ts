import type { NoticeKind } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { notify } from '../notices/notices.service.ts';
import type { KeptLine } from './timesheets.repository.ts';

/** Curators of works hear that hours of them await their approval: one notice each, however many lines there are. */
export async function notifyApprovers(context: Context, tx: Tx, lines: readonly KeptLine[]): Promise<void> {
  const known = lines.flatMap((line) => (line.curator_id === null ? [] : [{ ...line, personId: line.curator_id }]));
  for (const [curator, own] of Map.groupBy(known, ({ personId }) => personId))
    await notifyOf(context, tx, 'timesheet_submitted', curator, own);
}

/** Who worked and who wrote it down hear that it was declined. */
export async function notifyDeclined(context: Context, tx: Tx, lines: readonly KeptLine[]): Promise<void> {
  const known = lines.flatMap((line) =>
    [...new Set([line.user_id, line.entered_by])].flatMap((id) => (id === null ? [] : [{ ...line, personId: id }])),
  );
  for (const [person, own] of Map.groupBy(known, ({ personId }) => personId))
    await notifyOf(context, tx, 'timesheet_declined', person, own);
}

/** Nobody hears of their own act. */
async function notifyOf(context: Context, tx: Tx, kind: NoticeKind, person: number, lines: readonly KeptLine[]): Promise<void> {
  if (person === context.userId) return;
  const [first] = lines;
  await notify(context, tx, context.spaceId, {
    userIds: [person],
    kind,
    actorId: context.userId,
    nodeId: first.schedule_id,
    itemId: first.row_id,
    rowCode: first.row_code,
    data: { name: first.row_name, count: new Set(lines.map(({ kept_row_id }) => kept_row_id)).size, date: null },
    dedupe: `${kind} ${context.requestId}`,
  });
}
