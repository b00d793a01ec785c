import { api, type KanbanBoardInList } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api-client.ts';
import { usePush } from '../../../lib/push.ts';

export type BoardInList = KanbanBoardInList;

const boardsKey = (spaceId: number) => ['space', spaceId, 'kanban'];

/** What comes at once with many changes is asked for once. */
const RENEW_AFTER_MS = 200;

/** Runs `renew` a moment after the first of the calls that come together. */
function useSoon(renew: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useRef(renew);
  useEffect(() => {
    latest.current = renew;
  });
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      latest.current();
    }, RENEW_AFTER_MS);
  };
}

/** Boards of a node and of all below it, with counts. */
export function useBoards(spaceId: number, nodeId: number) {
  const client = useQueryClient();
  const queryKey = [...boardsKey(spaceId), 'list', nodeId];
  const renew = useSoon(() => void client.invalidateQueries({ queryKey: [...boardsKey(spaceId), 'list'] }));
  usePush('kanban_updated', renew);
  usePush('reconnected', renew);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(api.kanban.list, { params: { id: nodeId } }, { signal, spaceId, quiet: true }),
  });
}

type NewBoard = NonNullable<Parameters<typeof call<typeof api.kanban.create>>[1]>['body'];
type BoardChange = NonNullable<Parameters<typeof call<typeof api.kanban.update>>[1]>['body'];

/** What can be done with the boards of a space. */
export function useBoardActs(spaceId: number) {
  const client = useQueryClient();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: boardsKey(spaceId) });
  const create = useMutation({ mutationFn: (body: NewBoard) => call(api.kanban.create, { body }, { spaceId }), onSettled });
  const update = useMutation({ mutationFn: (body: BoardChange) => call(api.kanban.update, { body }, { spaceId }), onSettled });
  const remove = useMutation({ mutationFn: (id: number) => call(api.kanban.remove, { params: { id } }, { spaceId }), onSettled });
  return { create: create.mutateAsync, update: update.mutateAsync, remove: remove.mutateAsync };
}
