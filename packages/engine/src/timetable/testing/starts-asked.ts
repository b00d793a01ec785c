import { NO_DATE, type Plan } from '@gantry/domain';
import { columnsOf } from '../../network/columns.ts';
import { openTimetable, type Timetable } from '../incremental.ts';

/** The start that each relation asks of its successor; NO_DATE where it takes no part. */
export function startsAsked({ network, state }: Timetable): number[] {
  const asked = new Array<number>(network.columns.relationCount).fill(NO_DATE);
  network.linkRelation.forEach((relation, link) => {
    if (relation >= 0) asked[relation] = state.linkStart[link];
  });
  return asked;
}

/** The same for a plan that is calculated anew. */
export function startsAskedIn(plan: Plan): number[] {
  return startsAsked(openTimetable(columnsOf(plan)));
}
