import type { Context } from '../../../platform/context.ts';
import { changeFacts } from '../../planning/day-values/day-values.service.ts';
import type { Draft } from '../../planning/edits/edits.service.ts';
import type { KeptLine } from './timesheets.repository.ts';

/** People whose resource is assigned to works, with that resource, by work. */
export async function assignedPeople(draft: Draft, itemIds: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<number, number>>> {
  const people = new Map((await draft.all('resource')).flatMap(({ id, userId }) => (userId === null ? [] : [[id, userId] as const])));
  const found = new Map<number, Map<number, number>>();
  if (!people.size) return found;
  for (const { itemId, resourceId } of await draft.rowsBy('assignment', 'itemId', itemIds)) {
    const userId = people.get(resourceId);
    if (userId === undefined) continue;
    const own = found.get(itemId) ?? new Map<number, number>();
    found.set(itemId, own.set(userId, resourceId));
  }
  return found;
}

const MINUTES_PER_HOUR = 60;
/** Quantities are kept to millionths. */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Adds hours of lines to the labour of their works, or takes them away: those of the person's resource there, else those of the work. */
export async function addHours(context: Context, draft: Draft, lines: readonly KeptLine[], sign: 1 | -1): Promise<void> {
  const counted = lines.flatMap((line) => (line.row_id === null ? [] : [{ ...line, itemId: line.row_id }]));
  const assigned = await assignedPeople(draft, [...new Set(counted.map(({ itemId }) => itemId))]);
  await changeFacts(
    context,
    draft,
    counted.map(({ itemId, user_id, day, minutes, overtime }) => ({
      itemId,
      resourceId: assigned.get(itemId)?.get(user_id) ?? null,
      measure: 'labour' as const,
      day,
      valueOf: (before) => {
        const after = tidy((before ?? 0) + (sign * (minutes + overtime)) / MINUTES_PER_HOUR);
        return sign < 0 && after <= 0 ? null : after;
      },
    })),
  );
}
