import type { KanbanBoard } from '@gantry/contract';
import { FilterDialog } from '../../features/teamwork/kanban/forms/filter-dialog.tsx';
import { useBoardActs } from '../../features/teamwork/kanban/kanban.queries.ts';
import { useBoardColumns } from './use-board-columns.ts';

type Props = { spaceId: number; board: KanbanBoard; versionId: number | null; onClose(): void };

/** Asks which works a board shows; the columns of its version are read when it is asked. */
export function WorksOfBoard({ spaceId, board, versionId, onClose }: Props) {
  const acts = useBoardActs(spaceId);
  const columns = useBoardColumns(spaceId, versionId);
  return <FilterDialog board={board} columns={columns} onSave={(filter) => acts.update({ id: board.id, filter })} onClose={onClose} />;
}
