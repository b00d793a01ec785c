import { nameOf, type ScheduleView } from '@gantry/plan-view';
import { DivideDialog } from '../../../features/operations/ai/divide-dialog.tsx';
import type { ScheduleSession } from '../../../features/planning/wbs/wbs.queries.ts';

type Props = { session: ScheduleSession; view: ScheduleView; rowId: number | null; onClose(): void };

/** The parts that are proposed for a row of the open version. */
export function DivideRow({ session, view, rowId, onClose }: Props) {
  const row = rowId === null ? undefined : view.rowOfId.get(rowId);
  return (
    <DivideDialog
      versionId={session.versionId}
      rowId={row === undefined ? null : rowId}
      name={rowId === null ? '' : nameOf(view.document, rowId)}
      minutesPerDay={view.times.minutesPerDay(row === undefined ? 0 : (view.rows.calendar?.[row] ?? 0))}
      onEdited={(send) => session.run(send)}
      onClose={onClose}
    />
  );
}
