import type { TimesheetStatus } from '@gantry/domain';
import type { Services } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { holdHours } from '../../planning/day-values/day-values.service.ts';
import { onEdit } from '../../planning/edits/edits.service.ts';
import { heldHours, writtenHours } from './timesheets.facts.service.ts';
import { changeLines, listLinesOfEdit } from './timesheets.repository.ts';

type Step = Partial<Record<TimesheetStatus, TimesheetStatus>>;
const UNDO: Step = { approved: 'submitted', declined: 'approved' };
const REDO: Step = { submitted: 'approved', approved: 'declined' };

/** Approved hours are nobody else's to type, all hours count in the day of their person, and what an edit made of lines goes and comes with its facts: an approval that is taken back leaves lines that await one. */
export function followApprovals(services: Services): void {
  holdHours(services, { settled: heldHours, written: writtenHours });
  onEdit(services, async (tx, { spaceId, versionId, revision, undoes, redoes }) => {
    const step = undoes === null ? REDO : UNDO;
    const edit = undoes !== null ? { revision: undoes } : redoes !== null ? { undone: redoes } : null;
    if (edit === null) return;
    for (const [status, own] of Map.groupBy(await listLinesOfEdit(tx, spaceId, versionId, edit), (line) => line.status)) {
      const next = step[status];
      if (next === undefined) fail('timesheet.changed_since', { name: own[0].row_name });
      const mark = undoes === null ? { revision, undone_revision: null } : { undone_revision: revision };
      const ids = own.map(({ id }) => id);
      await changeLines(tx, spaceId, ids, { status: next, approvals: next === 'approved' ? 1 : 0, approved_by: null, ...mark });
    }
  });
}
