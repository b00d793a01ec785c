/**
 * Kinds of notices: whether one stands in the personal area, because it awaits an act of the person, or in the list alone. The last
 * one is beside the kinds of the specification.
 */
export const NOTICE_KINDS = {
  executor_assigned_to_task: { area: true },
  curator_assigned_to_task: { area: true },
  task_need_accept_expert_data: { area: true },
  task_will_start: { area: false },
  task_will_finish: { area: false },
  assignment_created: { area: true },
  assignment_accepted: { area: false },
  assignment_comment: { area: false },
  assignment_changed: { area: true },
  assignment_date_approaching: { area: true },
  assignment_date_delay: { area: true },
  mention: { area: true },
} as const satisfies Record<string, { area: boolean }>;

export type NoticeKind = keyof typeof NOTICE_KINDS;

export const NOTICE_KIND_NAMES = Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]];

/** Kinds that stand in the personal area. */
export const AREA_KINDS: readonly NoticeKind[] = NOTICE_KIND_NAMES.filter((kind) => NOTICE_KINDS[kind].area);
