import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useVersionsOf } from '../../features/planning/versions/versions.queries.ts';
import { useRightsAt, treeQuery } from '../../features/structure/eps/eps.queries.ts';
import { useChatHere } from '../../features/teamwork/chat/chat.queries.ts';
import { BoardsList } from '../../features/teamwork/kanban/boards-list.tsx';
import { useBoardColumns, workingVersion } from './use-board-columns.ts';

/** The boards of a facility, a project or a schedule, to choose one. */
export function BoardsPage() {
  const { spaceId, id } = useParams({ strict: false }) as { spaceId: string; id: string };
  const [space, node] = [Number(spaceId), Number(id)];
  const navigate = useNavigate();
  const mayAt = useRightsAt(space);
  const kind = useQuery(treeQuery(space)).data?.nodes.find((one) => one.id === node)?.kind;
  const columns = useBoardColumns(space, workingVersion(useVersionsOf(kind === 'schedule' ? node : null).data?.versions));
  useChatHere(node);
  return (
    <BoardsList
      key={node}
      spaceId={space}
      nodeId={node}
      isSchedule={kind === 'schedule'}
      columns={columns}
      mayEditAt={(at) => mayAt(at)('boards.edit')}
      onOpen={(board) => void navigate({ to: `/${spaceId}/kanban-schedule/${board.eps_id}/${board.id}` })}
    />
  );
}
