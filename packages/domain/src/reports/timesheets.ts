/** How far a line of a timesheet is: written down, awaiting approval, and what became of it. */
export const TIMESHEET_STATUSES = ['draft', 'submitted', 'approved', 'declined'] as const;
export type TimesheetStatus = (typeof TIMESHEET_STATUSES)[number];

/** How many people approve hours: nobody, the curator of the work, or the curator and then a planner. */
export const TIMESHEET_APPROVALS = ['none', 'one', 'two'] as const;
export type TimesheetApproval = (typeof TIMESHEET_APPROVALS)[number];

export const approvalsWanted = (approval: TimesheetApproval): number => TIMESHEET_APPROVALS.indexOf(approval);

/** Minutes of a day that somebody can have worked, and above which a day is worth a second look. */
export const MOST_MINUTES_OF_A_DAY = 1440;
export const LONG_DAY_MINUTES = 720;

export const TIMESHEET_ACTS = ['change', 'submit', 'withdraw', 'remove', 'approve', 'decline'] as const;
export type TimesheetAct = (typeof TIMESHEET_ACTS)[number];

/** What somebody is to a line: whose hours they are or who planned for others; and whether they approve it now. */
export type TimesheetRole = { writes: boolean; approves: boolean };

/** What somebody may do with a line now. Approved hours are facts: they are only declined again. */
export function timesheetActs(status: TimesheetStatus, { writes, approves }: TimesheetRole): TimesheetAct[] {
  if (status === 'draft' || status === 'declined') return writes ? ['change', 'submit', 'remove'] : [];
  if (status === 'submitted') return [...(writes ? (['withdraw'] as const) : []), ...(approves ? (['approve', 'decline'] as const) : [])];
  return approves ? ['decline'] : [];
}
