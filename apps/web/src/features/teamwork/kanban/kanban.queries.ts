import { api, type Call, type KanbanBoardInList } from '@gantry/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

export type BoardInList = KanbanBoardInList;

const boardsKey = (spaceId: number) => ['space', spaceId, 'kanban'];
export const boardKey = (spaceId: number, boardId: number) => [...boardsKey(spaceId), 'board', boardId];

/** What comes at once with many changes is asked for once. */
const RENEW_AFTER_MS = 200;

/** Runs `renew` a moment after the first of the calls that come together, or after a longer rest. */
export function useSoon(renew: () => void, rest: () => number = () => 0): () => void {
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
    timer.current ??= setTimeout(
      () => {
        timer.current = null;
        latest.current();
      },
      Math.max(RENEW_AFTER_MS, rest()),
    );
  };
}

/** Boards of a node and of all below it, with counts; further pages as they are asked for. */
export function useBoards(spaceId: number, nodeId: number) {
  const client = useQueryClient();
  const queryKey = [...boardsKey(spaceId), 'list', nodeId];
  const renew = useSoon(() => void client.invalidateQueries({ queryKey: [...boardsKey(spaceId), 'list'] }));
  usePush('kanban_updated', renew);
  usePush('reconnected', renew);
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: offset, signal }) =>
      call(api.kanban.list, { params: { id: nodeId }, query: { offset } }, { signal, spaceId, quiet: true }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  const boards = data?.pages.flatMap((page) => page.boards);
  return { boards, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage };
}

/** A board with its columns, to choose one of them. */
export function useColumnsOf(spaceId: number, boardId: number | null) {
  return useQuery({
    queryKey: [...boardKey(spaceId, boardId ?? 0), 'head'],
    queryFn: ({ signal }) => call(api.kanban.get, { params: { id: boardId ?? 0 } }, { signal, spaceId, quiet: true }),
    enabled: boardId !== null,
  });
}

const PHASES = 50;

/** Phases of a version whose code or name has the text in it, the first ones of them. */
export function usePhasesOf(versionId: number | null, text: string) {
  const wanted = text.trim();
  return useQuery({
    queryKey: ['phases-of', versionId, wanted],
    queryFn: async ({ signal }) => {
      const like = (['code', 'name'] as const).map((column) => ({ column, operator: 'like' as const, value: wanted }));
      const conditions = [
        { column: 'type', operator: 'eq' as const, value: 'sum' },
        ...(wanted ? [{ join: 'or' as const, conditions: like }] : []),
      ];
      const body = { join: 'and' as const, conditions, limit: PHASES };
      const { items } = await call(api.wbs.filter, { params: { id: versionId ?? 0 }, body }, { signal, quiet: true });
      return items as { id: number; code: string; name: string }[];
    },
    enabled: versionId !== null,
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
}

type NewBoard = Call<typeof api.kanban.create>['body'];
type BoardChange = Call<typeof api.kanban.update>['body'];

/** What can be done with the boards of a space. */
export function useBoardActs(spaceId: number) {
  const client = useQueryClient();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: boardsKey(spaceId) });
  const create = useMutation({ mutationFn: (body: NewBoard) => call(api.kanban.create, { body }, { spaceId }), onSettled });
  const update = useMutation({ mutationFn: (body: BoardChange) => call(api.kanban.update, { body }, { spaceId }), onSettled });
  const remove = useMutation({ mutationFn: (id: number) => call(api.kanban.remove, { params: { id } }, { spaceId }), onSettled });
  return { create: create.mutateAsync, update: update.mutateAsync, remove: remove.mutateAsync };
}

/** What can be done with the columns and labels of a board. */
export function useSetUpActs(spaceId: number, boardId: number) {
  const client = useQueryClient();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: boardKey(spaceId, boardId) });
  const act = <V>(mutationFn: (values: V) => Promise<unknown>) => ({ mutationFn, onSettled });
  const createColumn = useMutation(
    act((body: Call<typeof api.kanban.createColumn>['body']) => call(api.kanban.createColumn, { body }, { spaceId })),
  );
  const updateColumn = useMutation(
    act((body: Call<typeof api.kanban.updateColumn>['body']) => call(api.kanban.updateColumn, { body }, { spaceId })),
  );
  const removeColumn = useMutation(
    act(({ id, moveTo }: { id: number; moveTo: number | undefined }) =>
      call(api.kanban.removeColumn, { params: { id }, query: { move_to: moveTo } }, { spaceId }),
    ),
  );
  const createLabel = useMutation(
    act((body: Call<typeof api.kanban.createLabel>['body']) => call(api.kanban.createLabel, { body }, { spaceId })),
  );
  const updateLabel = useMutation(
    act((body: Call<typeof api.kanban.updateLabel>['body']) => call(api.kanban.updateLabel, { body }, { spaceId })),
  );
  const removeLabel = useMutation(act((id: number) => call(api.kanban.removeLabel, { params: { id } }, { spaceId })));
  return {
    createColumn: createColumn.mutateAsync,
    updateColumn: updateColumn.mutateAsync,
    removeColumn: removeColumn.mutateAsync,
    createLabel: createLabel.mutateAsync,
    updateLabel: updateLabel.mutateAsync,
    removeLabel: removeLabel.mutateAsync,
  };
}

/** Figures of a board of a node, while they are looked at. */
export function useBoardStats(spaceId: number, { nodeId, boardId }: { nodeId: number; boardId: number }, shown: boolean) {
  return useQuery({
    queryKey: [...boardsKey(spaceId), 'stats', nodeId, boardId],
    queryFn: ({ signal }) =>
      call(api.kanban.stats, { params: { epsId: nodeId }, query: { board: boardId } }, { signal, spaceId, quiet: true }),
    enabled: shown,
    staleTime: 0,
  });
}
