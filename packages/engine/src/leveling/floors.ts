import { formatMinute, type Leveling } from '@gantry/domain';
import type { LevelingDelay } from './explain.ts';

/**
 * What items keep of a leveling: a floor under the start of those that a resource put off. Those that wait for them have none: a floor
 * under each would hold them where they are when the first moves.
 */
export function levelingFloors(delays: readonly LevelingDelay[]): Map<number, Leveling> {
  const floors = new Map<number, Leveling>();
  for (const { itemId, to, cause } of delays) {
    if (cause.kind === 'relation') continue;
    const { kind, resourceId, heldByItemIds, until } = cause;
    floors.set(itemId, { start: formatMinute(to), cause: { kind, resourceId, itemIds: heldByItemIds, until: formatMinute(until) } });
  }
  return floors;
}
