import { columnsOf } from '@gantry/contract';
import type { PLAN_TABLES } from '@gantry/domain';
import type { FollowedFields } from '../../catalog/calendars/calendars.service.ts';

type Rows = Record<(typeof PLAN_TABLES)[number], (readonly unknown[])[]>;

/** The rows of a plan as they would be with another working time of the calendars that follow one of the hierarchy. */
export function withCalendar(rows: Rows, sourceId: number, fields: FollowedFields): Rows {
  const names = columnsOf('calendar').map(({ name }) => name);
  const at = names.indexOf('sourceId');
  const changed = rows.calendar.map((values) =>
    values[at] === sourceId
      ? values.map((value, index) => (names[index] in fields ? fields[names[index] as keyof FollowedFields] : value))
      : values,
  );
  return { ...rows, calendar: changed };
}
