import type { Minute, Plan } from '@gantry/domain';
import { compileCalendar } from '../../time/calendar.ts';
import { workBetween } from '../../time/work.ts';

/** Contour of an assignment in a file: its curve and period. */
export type ContourSpan = { curveName: string | null; plannedStart: Minute | null; plannedFinish: Minute | null };

/**
 * MS Project keeps the gaps of a split task in the contour of its assignments: their span is longer than the task's work. Writes the
 * gaps to the items of the plan; `spans` stand in the order of its assignments.
 */
export function markSplits(plan: Plan, spans: readonly ContourSpan[]): void {
  if (plan.options.rules !== 'msproject') return;
  const items = new Map(plan.items.map((item) => [item.id, item]));
  const resources = new Map(plan.resources.map((resource) => [resource.id, resource]));
  plan.assignments.forEach((assignment, at) => {
    const { curveName, plannedStart, plannedFinish } = spans[at];
    const item = items.get(assignment.itemId);
    if (curveName !== 'Contoured' || plannedStart === null || plannedFinish === null || !item?.msproject) return;
    const calendarId = resources.get(assignment.resourceId)?.calendarId ?? item.calendarId ?? plan.options.defaultCalendarId;
    const calendar = plan.calendars.find(({ id }) => id === calendarId);
    if (!calendar) return;
    const gap = workBetween(compileCalendar(calendar), plannedStart, plannedFinish) - item.durationMinutes;
    item.msproject.splitMinutes = Math.max(item.msproject.splitMinutes ?? 0, gap);
  });
}
