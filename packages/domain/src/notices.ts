/** When a notice is mailed: within a minute or two, with the next full hour, once a day, on Mondays, or not at all. */
export const NOTICE_MAIL_TIMES = ['now', 'hourly', 'daily', 'weekly', 'never'] as const;
export type NoticeMailTime = (typeof NOTICE_MAIL_TIMES)[number];

/**
 * Kinds of notices: whether one stands in the personal area, because it awaits an act of the person, or in the list alone; and when it is
 * mailed to whoever has not chosen. The last five are beside the kinds of the specification.
 */
export const NOTICE_KINDS = {
  executor_assigned_to_task: { area: true, mail: 'hourly' },
  curator_assigned_to_task: { area: true, mail: 'hourly' },
  task_need_accept_expert_data: { area: true, mail: 'hourly' },
  task_will_start: { area: false, mail: 'daily' },
  task_will_finish: { area: false, mail: 'daily' },
  assignment_created: { area: true, mail: 'hourly' },
  assignment_accepted: { area: false, mail: 'daily' },
  assignment_comment: { area: false, mail: 'hourly' },
  assignment_changed: { area: true, mail: 'hourly' },
  assignment_date_approaching: { area: true, mail: 'daily' },
  assignment_date_delay: { area: true, mail: 'daily' },
  mention: { area: true, mail: 'hourly' },
  timesheet_submitted: { area: true, mail: 'daily' },
  timesheet_declined: { area: true, mail: 'hourly' },
  roadblock_assigned: { area: true, mail: 'hourly' },
  roadblock_overdue: { area: true, mail: 'daily' },
} as const satisfies Record<string, { area: boolean; mail: NoticeMailTime }>;

export type NoticeKind = keyof typeof NOTICE_KINDS;

export const NOTICE_KIND_NAMES = Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]];

/** Kinds that stand in the personal area. */
export const AREA_KINDS: readonly NoticeKind[] = NOTICE_KIND_NAMES.filter((kind) => NOTICE_KINDS[kind].area);

/** When each kind is mailed to somebody who has chosen some of them. */
export function mailTimes(chosen: Partial<Record<string, NoticeMailTime>>): Record<NoticeKind, NoticeMailTime> {
  return Object.fromEntries(NOTICE_KIND_NAMES.map((kind) => [kind, chosen[kind] ?? NOTICE_KINDS[kind].mail])) as Record<
    NoticeKind,
    NoticeMailTime
  >;
}

/** The text that says a notice, and what stands in its blanks but the person and the date. */
export function noticeWords(notice: {
  kind: NoticeKind;
  count: number;
  row_name: string | null;
  row_code: string | null;
  node_name: string | null;
}) {
  const work = notice.row_name === null ? (notice.node_name ?? '') : `${notice.row_code ?? ''} ${notice.row_name}`.trim();
  return { key: `notices.kind_${notice.kind}${notice.count > 1 ? '_more' : ''}` as const, work, rest: notice.count - 1 };
}
