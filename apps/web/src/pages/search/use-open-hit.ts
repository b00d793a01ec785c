import type { SearchHit } from '@gantry/contract';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { targetOf } from '../../features/insight/search/search.model.ts';
import { nodeKey } from '../../features/structure/eps/eps.model.ts';
import { useStructureSelection } from '../../features/structure/eps/eps.store.ts';
import { openChat } from '../../features/teamwork/chat/chat.queries.ts';

/** Where a hit leads, as a link says it; null where it opens beside the page. */
export function linkOf(spaceId: number, hit: SearchHit): { to: string; search?: { target: string } } | null {
  const target = targetOf(hit);
  if ('chatId' in target) return null;
  if ('nodeId' in target) return { to: `/${spaceId}` };
  if ('boardId' in target) return { to: `/${spaceId}/kanban-schedule/${target.boardOf}/${target.boardId}/${target.cardId}` };
  const to = `/${spaceId}/schedule/${target.versionId}`;
  return target.itemId === null ? { to } : { to, search: { target: String(target.itemId) } };
}

/** Opens hits; `prepare` does what a link does not, when its link is followed. */
export function useOpenHit(spaceId: number): { open(hit: SearchHit): void; prepare(hit: SearchHit): void } {
  const navigate = useNavigate();
  const select = useStructureSelection((store) => store.select);
  const prepare = useCallback(
    (hit: SearchHit): void => {
      const target = targetOf(hit);
      if ('chatId' in target) openChat(target);
      if ('nodeId' in target && target.nodeId !== null) select(spaceId, nodeKey(target.nodeId));
    },
    [select, spaceId],
  );
  const open = useCallback(
    (hit: SearchHit): void => {
      prepare(hit);
      const link = linkOf(spaceId, hit);
      if (link) void navigate(link);
    },
    [navigate, prepare, spaceId],
  );
  return { open, prepare };
}
