import { api, type Output } from '@gantry/contract';
import type { JsonValue, NodeKind, SpaceRight } from '@gantry/domain';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';
import { spaceConfigQuery } from '../../access/users/users.queries.ts';

export type Tree = Output<typeof api.eps.tree>;
export type Node = Tree['nodes'][number];
export type Version = Tree['versions'][number];
export type FirstValue = { attribute_id: number; value: JsonValue };

/** The hierarchy of a space with the versions of its schedules. */
export const treeQuery = (spaceId: number) =>
  queryOptions({
    queryKey: ['space', spaceId, 'eps', 'tree'],
    queryFn: ({ signal }) => call(api.eps.tree, {}, { signal, spaceId }),
    staleTime: 60_000,
  });

/** A node with its path and counts of descendants. */
export const nodeQuery = (spaceId: number, id: number) =>
  queryOptions({
    queryKey: ['space', spaceId, 'eps', 'node', id],
    queryFn: ({ signal }) => call(api.eps.get, { params: { id } }, { signal, spaceId }),
    staleTime: 10_000,
  });

/** Answers whether the person may do something at a node (null: in the whole space): by their role in the space, or by what was given on the way down. */
export function useRightsAt(spaceId: number): (nodeId: number | null | undefined) => (right: SpaceRight) => boolean {
  const config = useQuery(spaceConfigQuery(spaceId)).data;
  const nodes = useQuery(treeQuery(spaceId)).data?.nodes;
  return useCallback(
    (nodeId) => {
      const given = new Set<SpaceRight>(config?.rights);
      if (config?.grants.length) {
        const parents = new Map(nodes?.map(({ id, parent_id }) => [id, parent_id]));
        for (let at = nodeId ?? null; at !== null; at = parents.get(at) ?? null)
          for (const { node_id, rights } of config.grants) if (node_id === at) rights.forEach((right) => given.add(right));
      }
      return (right) => given.has(right);
    },
    [config, nodes],
  );
}

/** The same at one node. */
export const useRightAt = (spaceId: number, nodeId: number | null | undefined): ((right: SpaceRight) => boolean) =>
  useRightsAt(spaceId)(nodeId);

const CHANGED_BY = ['eps_updated', 'import', 'delete_versions'] as const;
/** What changes one version alone. */
const VERSION_CHANGED_BY = ['timetable_calculate', 'version_locked'] as const;

/** Loads the hierarchy again when somebody changed it, or the version that changed. */
export function useLiveTree(spaceId: number): void {
  const client = useQueryClient();
  const refresh = (): void => void client.invalidateQueries({ queryKey: ['space', spaceId, 'eps'] });
  const refreshVersion = ({ version_id }: { version_id: number }): void => void loadVersion(client, spaceId, version_id).catch(refresh);
  usePush(CHANGED_BY[0], refresh);
  usePush(CHANGED_BY[1], refresh);
  usePush(CHANGED_BY[2], refresh);
  usePush(VERSION_CHANGED_BY[0], refreshVersion);
  usePush(VERSION_CHANGED_BY[1], refreshVersion);
}

/** The last question for each version: of those before it no answer is taken. */
const asked = new Map<number, symbol>();

/** Puts a version as it is now into the hierarchy that is loaded; fails where that does not have it. */
async function loadVersion(client: QueryClient, spaceId: number, id: number): Promise<void> {
  const { queryKey } = treeQuery(spaceId);
  const tree = client.getQueryData(queryKey);
  if (!tree) return;
  const mine = Symbol(id);
  asked.set(id, mine);
  try {
    if (!tree.versions.some((one) => one.id === id)) throw new Error('the version is not among those that are loaded');
    const { path: _, ...version } = await call(api.versions.get, { params: { id } }, { spaceId, quiet: true });
    if (asked.get(id) !== mine) return;
    client.setQueryData(queryKey, (now) => now && { ...now, versions: now.versions.map((one) => (one.id === id ? version : one)) });
  } finally {
    if (asked.get(id) === mine) asked.delete(id);
  }
}

function useTreeMutation<Args, Answer>(spaceId: number, mutationFn: (args: Args) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['space', spaceId, 'eps'] }) });
}

export const useCreateNode = (spaceId: number) =>
  useTreeMutation(spaceId, (body: { kind: NodeKind; name: string; parent_id: number | null; values: FirstValue[] }) =>
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
  useTreeMutation(spaceId, ({ ids, lockedIds }: { ids: number[]; lockedIds: number[] }) =>
    call(api.eps.removeChecked, { body: { ids }, query: lockedIds.length ? { locked_versions: lockedIds.join(',') } : {} }, { spaceId }),
  );
