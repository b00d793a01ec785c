import type { Services } from '../../../platform/context.ts';
import { onEdit } from '../../planning/edits/edits.service.ts';
import { notifyBoard } from './kanban.access.service.ts';
import { bumpBoards, listBoardsShowing } from './kanban.repository.ts';
import { findCountedVersion } from '../../planning/version-heads/version-heads.service.ts';

/** Edits of the version that counts are changes of the boards that show its rows. */
export function kanbanEdits(services: Services): void {
  onEdit(services, async (tx, { spaceId, scheduleId, versionId, diff }) => {
    const { wbs, attributeValue } = diff;
    if (!wbs && !attributeValue) return;
    const rows = [...(wbs?.updated ?? []), ...(wbs?.removed ?? [])].map(({ id }) => id);
    const shown = await listBoardsShowing(tx, spaceId, scheduleId, rows);
    if (!shown.length || (await findCountedVersion(tx, spaceId, scheduleId)) !== versionId) return;
    for (const board of await bumpBoards(tx, spaceId, shown, scheduleId, rows)) await notifyBoard(services, tx, spaceId, board);
  });
}
