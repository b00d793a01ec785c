import { approvalOf, approvalsWanted, type TimesheetAct, type TimesheetApproval, timesheetActs } from '@gantry/domain';
import type { TimesheetLine } from '@gantry/contract';
import type { KeptLine } from './timesheets.repository.ts';

/** The caller at a schedule: what decides over what they may do with its lines. */
export type Caller = {
  userId: number;
  mayReport: boolean;
  mayApprove: boolean;
  mayPlan: boolean;
  manages: boolean;
  /** People whose hours the caller manages by a resource. */
  managed: ReadonlySet<number>;
  approveOwn: boolean;
  approval: TimesheetApproval;
};

export type NotApproved = 'timesheet.own' | 'timesheet.not_the_approver' | null;

/** Whether the caller writes down the hours of a person: their own, those of who they manage, those of all as a planner. */
export const writesFor = ({ userId, mayPlan, mayReport, managed }: Caller, person: number): boolean =>
  mayPlan || (mayReport && (person === userId || managed.has(person)));

/**
 * Why the caller does not give the next approval of a line; null where they do. The second one is given by the manager of the person's
 * resource or a planner, and by another person than the first.
 */
export function whyNotApproved(
  caller: Caller,
  line: Pick<KeptLine, 'user_id' | 'entered_by' | 'curator_id' | 'approvals' | 'approved_by'>,
): NotApproved {
  const { userId, mayPlan, manages, managed, approveOwn, mayApprove } = caller;
  if (!mayApprove) return 'timesheet.not_the_approver';
  const own = line.user_id === userId || line.entered_by === userId;
  if (own && !approveOwn) return 'timesheet.own';
  if (line.approvals > 0) {
    if (!mayPlan && !managed.has(line.user_id)) return 'timesheet.not_the_approver';
    return line.approved_by === userId && !approveOwn ? 'timesheet.own' : null;
  }
  const no = approvalOf({ userId, mayEdit: mayPlan, manages, approveOwn: true }, { curatorId: line.curator_id, enteredBy: null });
  return no === null ? null : 'timesheet.not_the_approver';
}

/** Whether a line that gets one more approval has all that are wanted. */
export const isApprovedBy = ({ approvals }: Pick<KeptLine, 'approvals'>, approval: TimesheetApproval): boolean =>
  approvals + 1 >= approvalsWanted(approval);

export function actsOf(caller: Caller, line: KeptLine): TimesheetAct[] {
  const writes = writesFor(caller, line.user_id);
  // Who may give the next approval, and who may give the first, take an approval back too.
  const approves = whyNotApproved(caller, line.status === 'approved' ? { ...line, approvals: 0 } : line) === null;
  return timesheetActs(line.status, { writes, approves });
}

export const shownLine = (caller: Caller, line: KeptLine): TimesheetLine => {
  const { curator_id: _curator, approved_by: _by, kept_row_id: _row, ...rest } = line;
  return { ...rest, acts: actsOf(caller, line) };
};
