import { rowOf, type ScheduleView } from '@gantry/plan-view';
import type { EditSight } from '../../features/planning/edits/edits.words.model.ts';

/** What the words of an edit read of the open version. */
export const sightOf = ({ document, rowOfId, rows, times }: ScheduleView): Omit<EditSight, 't'> => ({
  rowOf: (table, id) => rowOf(document, table, id),
  minutesPerDay: (id) => times.minutesPerDay(rows.calendar?.[rowOfId.get(id) ?? 0] ?? 0),
});
