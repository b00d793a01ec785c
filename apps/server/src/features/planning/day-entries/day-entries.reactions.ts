import type { Services } from '../../../platform/context.ts';
import { onEdit } from '../edits/edits.service.ts';
import { changeEntries, listEntriesOfEdit } from './day-entries.repository.ts';

/** Reports whose facts an undo takes away do not count any more; taken up again they do. */
export function followReports(services: Services): void {
  onEdit(services, async (tx, { spaceId, versionId, revision, undoes, redoes }) => {
    if (undoes !== null) {
      const ids = await listEntriesOfEdit(tx, spaceId, versionId, { revision: undoes });
      await changeEntries(tx, spaceId, ids, { state: 'taken_back', undone_revision: revision });
    }
    if (redoes !== null) {
      const ids = await listEntriesOfEdit(tx, spaceId, versionId, { undone: redoes });
      await changeEntries(tx, spaceId, ids, { state: 'accepted', revision, undone_revision: null });
    }
  });
}
