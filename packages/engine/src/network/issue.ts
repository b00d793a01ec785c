/** A problem of the plan found by a calculation; ids belong to items, relations or calendars by `kind`. */
export type CalculationIssue =
  | { kind: 'ring'; itemIds: number[] }
  | { kind: 'relation_to_unknown_item'; relationId: number }
  | { kind: 'relation_to_draft'; relationId: number }
  | { kind: 'calendar_missing'; itemId: number }
  | { kind: 'calendar_without_work'; calendarId: number }
  | { kind: 'parent_ring'; itemId: number }
  | { kind: 'actual_without_start'; itemId: number }
  | { kind: 'actual_after_data_date'; itemId: number }
  | { kind: 'expected_finish_ignored'; itemId: number };
