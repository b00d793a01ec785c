import { titleOf, type ScheduleView } from '@gantry/plan-view';
import { DivideDialog } from '../../../features/operations/ai/divide-dialog.tsx';
import type { ScheduleSession } from '../../../features/planning/wbs/wbs.queries.ts';

type Props = { session: ScheduleSession; view: ScheduleView; itemId: number | null; onClose(): void };

/** The parts that are proposed for a row of the open version. */
export function DivideRow({ session, view, itemId, onClose }: Props) {
  const row = itemId === null ? undefined : view.rowOfId.get(itemId);
  return (
    <DivideDialog
      versionId={session.versionId}
      itemId={row === undefined ? null : itemId}
      name={itemId === null ? '' : titleOf(view.document, itemId)}
      minutesPerDay={view.times.minutesPerDay(row === undefined ? 0 : (view.rows.calendar?.[row] ?? 0))}
      onEdited={(send) => session.run(send)}
      onClose={onClose}
    />
  );
}
