import type { RelationType } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { edit } from '../edits/edits.service.ts';
import { searchAhead } from './relations.cycles.service.ts';
import { refuseImpossible } from './relations.service.ts';

type Wanted = { id: number; type: RelationType; lag_minutes: number };

/** Makes a list the predecessors of a task in one step: relations that stay keep their row, the others go, new ones come. */
export async function setPredecessors(context: Context, versionId: number, successorId: number, wanted: readonly Wanted[]) {
  const done = await edit(context, versionId, 'relation.predecessors', async (draft) => {
    const successor = await draft.find('wbs', successorId);
    if (!successor) fail('relation.unknown_item', { id: successorId });
    const existing = await draft.rowsBy('relation', 'successorId', [successorId]);
    const kept = new Set<number>();
    const seen = new Set<string>();
    const added: Wanted[] = [];
    for (const relation of wanted) {
      const name = `${relation.id} ${relation.type}`;
      if (seen.has(name)) fail('relation.exists', { predecessor: String(relation.id), successor: successor.code || successor.name });
      seen.add(name);
      const same = existing.find(({ predecessorId, type }) => predecessorId === relation.id && type === relation.type);
      if (!same) added.push(relation);
      else {
        kept.add(same.id);
        if (same.lagMinutes !== relation.lag_minutes) draft.update('relation', same.id, { lagMinutes: relation.lag_minutes });
      }
    }
    for (const { id } of existing) if (!kept.has(id)) draft.remove('relation', id);
    if (!added.length) return;
    // Read at once what the checks of each would read one by one.
    const ids = [...new Set(added.map(({ id }) => id))];
    await draft.rows('wbs', ids);
    await draft.rowsBy('relation', 'predecessorId', ids);
    const ahead = await searchAhead(draft, { versionId, itemId: successorId });
    for (const { id, type, lag_minutes } of added) {
      await refuseImpossible(draft, { predecessor_id: id, successor_id: successorId, type }, { ahead });
      draft.insert('relation', {
        id: draft.newId(),
        predecessorId: id,
        successorId,
        type,
        lagMinutes: lag_minutes,
        lagCalendar: null,
        driving: false,
      });
    }
  });
  return { revision: done.revision, diff: done.diff };
}
