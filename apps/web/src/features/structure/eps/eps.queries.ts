import { api, type Output } from '@gantry/contract';
import type { NodeKind } from '@gantry/domain';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { usePush } from '../../../lib/push.ts';

export type Tree = Output<typeof api.eps.tree>;
export type Node = Tree['nodes'][number];
export type Version = Tree['versions'][number];

/** The hierarchy of a space with the versions of its schedules. */
export const treeQuery = (spaceId: number) =>
  queryOptions({
    queryKey: ['space', spaceId, 'eps', 'tree'],
    queryFn: ({ signal }) => call(api.eps.tree, {}, { signal, spaceId }),
    staleTime: 60_000,
  });

/** One node with its path and what lies below it. */
export const nodeQuery = (spaceId: number, id: number) =>
  queryOptions({
    queryKey: ['space', spaceId, 'eps', 'node', id],
    queryFn: ({ signal }) => call(api.eps.get, { params: { id } }, { signal, spaceId }),
    staleTime: 10_000,
  });

const CHANGED_BY = ['eps_updated', 'import', 'delete_versions', 'timetable_calculate', 'version_locked'] as const;

/** Loads the hierarchy again when somebody changed it. */
export function useLiveTree(spaceId: number): void {
  const client = useQueryClient();
  const refresh = (): void => void client.invalidateQueries({ queryKey: ['space', spaceId, 'eps'] });
  usePush(CHANGED_BY[0], refresh);
  usePush(CHANGED_BY[1], refresh);
  usePush(CHANGED_BY[2], refresh);
  usePush(CHANGED_BY[3], refresh);
  usePush(CHANGED_BY[4], refresh);
}

function useTreeMutation<Args, Answer>(spaceId: number, mutationFn: (args: Args) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['space', spaceId, 'eps'] }) });
}

export const useCreateNode = (spaceId: number) =>
  useTreeMutation(spaceId, (body: { kind: NodeKind; name: string; parent_id: number | null }) =>
    call(api.eps.create, { body }, { spaceId }),
  );

export const useRenameNode = (spaceId: number) =>
  useTreeMutation(spaceId, ({ id, name }: { id: number; name: string }) =>
    call(api.eps.rename, { params: { id }, body: { name } }, { spaceId }),
  );

/** Moves a node one place up or down among its siblings. */
export const useShiftNode = (spaceId: number) =>
  useTreeMutation(spaceId, ({ id, by }: { id: number; by: 'up' | 'down' }) => call(api.eps[by], { params: { id } }, { spaceId }));

export const useRemoveNodes = (spaceId: number) =>
  useTreeMutation(spaceId, (ids: number[]) => call(api.eps.removeChecked, { body: { ids } }, { spaceId }));
