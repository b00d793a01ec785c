import { MONEY_MEASURES } from '@gantry/domain';
import type { Services } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { onFactsLeft } from '../edits/undo/edits.undo.service.ts';
import { onCopy, onEdit } from '../edits/edits.service.ts';
import { settleFacts } from './day-values.facts.service.ts';
import { listLateFacts, saveLateFacts, takeLateFactsBack } from './late/day-values.late.repository.ts';

/**
 * An undo that leaves facts of other people in place: progress, status, units and costs follow the remaining facts. Late facts go and come
 * with their edit, and with a copy of the version.
 */
export function dayValuesUndo(services: Services): void {
  onFactsLeft(services, async (context, draft, works, before) => {
    const [refused] = (await settleFacts(context, draft, works, before)).refused;
    if (refused) fail(refused.code, refused.parameters);
  });
  onEdit(services, async (tx, edit) => {
    if (edit.undoes !== null || edit.redoes !== null) await takeLateFactsBack(tx, edit, edit);
  });
  // The copy gets them at its first revision, which has no undo.
  onCopy(services, async (tx, from, to, without) => {
    const facts = (await listLateFacts(tx, from)).filter(({ measure }) => !without.money || !MONEY_MEASURES.has(measure));
    await saveLateFacts(tx, to, facts, 1);
  });
}
