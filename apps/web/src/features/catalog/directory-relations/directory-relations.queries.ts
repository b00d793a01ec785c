import { api, type DirectoryRelationOptions, type DirectoryRelationRowDefinition } from '@gantry/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';

const key = (spaceId: number, ...rest: unknown[]) => ['space', spaceId, 'directory-relations', ...rest];
const PAGE = 1000;

/** All relations between directories that the person sees. */
export const useDirectoryRelations = (spaceId: number) =>
  useQuery({
    queryKey: key(spaceId, 'all'),
    queryFn: ({ signal }) => call(api.directoryRelations.all, {}, { signal, spaceId }),
  });

/** Rows of a relation that contain a text, page by page. */
export const useRelationRows = (spaceId: number, relationId: number, search: string) =>
  useInfiniteQuery({
    queryKey: key(spaceId, 'rows', relationId, search),
    queryFn: ({ signal, pageParam }) =>
      call(api.directoryRelations.rows, { body: { relation_id: relationId, search, offset: pageParam, limit: PAGE } }, { signal, spaceId }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.total ? pages.length * PAGE : undefined),
    placeholderData: (before) => before,
  });

/** Rows that one row of a directory brings, over all relations that begin at it. */
export const useFollowingRows = (spaceId: number, directoryId: number | null, rowId: number | null) =>
  useQuery({
    queryKey: key(spaceId, 'following', directoryId, rowId),
    async queryFn({ signal }) {
      const { relations } = await call(
        api.directoryRelations.ofDirectory,
        { params: { id: directoryId ?? 0 } },
        { signal, spaceId, quiet: true },
      );
      const own = relations.filter(({ from }) => from.id === directoryId);
      const pages = await Promise.all(
        own.map(async (relation) => {
          const body = { relation_id: relation.id, row_a_ids: [rowId ?? 0], limit: 1000 };
          const { rows } = await call(api.directoryRelations.rows, { body }, { signal, spaceId, quiet: true });
          return rows.map((row) => ({ ...row, relation }));
        }),
      );
      return pages.flat();
    },
    enabled: directoryId !== null && rowId !== null,
  }).data;

/** What a row of a relation can be changed to. */
export type RelationRowChange = { id: number } & Partial<Omit<DirectoryRelationRowDefinition, 'row_a_id' | 'row_b_id'>>;

/** What can be done with relations; each answers when it is stored. */
export function useRelationCommands(spaceId: number) {
  const client = useQueryClient();
  return useMemo(() => {
    const changed = async <R>(answer: Promise<R>): Promise<R> => {
      const done = await answer;
      await client.invalidateQueries({ queryKey: key(spaceId) });
      return done;
    };
    return {
      /** Loads them again after a file has changed them. */
      refresh: () => client.invalidateQueries({ queryKey: key(spaceId) }),
      create: (body: { name: string; from_id: number; to_id: number; options: DirectoryRelationOptions }) =>
        changed(call(api.directoryRelations.create, { body }, { spaceId })),
      update: (id: number, body: { name: string; options: DirectoryRelationOptions }) =>
        changed(call(api.directoryRelations.updateOptions, { body: { id, ...body } }, { spaceId })),
      remove: (id: number, inUse: boolean) =>
        changed(
          call(api.directoryRelations.remove, { params: { id }, query: { in_use: inUse ? 'true' : 'false' } }, { spaceId, quiet: !inUse }),
        ),
      addRows: (id: number, add: DirectoryRelationRowDefinition[]) =>
        changed(call(api.directoryRelations.updateRows, { params: { id }, body: { add, update: [] } }, { spaceId })),
      updateRows: (id: number, update: RelationRowChange[]) =>
        changed(call(api.directoryRelations.updateRows, { params: { id }, body: { add: [], update } }, { spaceId, quiet: true })),
      removeRows: (id: number, ids: number[]) =>
        changed(call(api.directoryRelations.removeRows, { params: { id }, query: {}, body: { ids } }, { spaceId })),
    };
  }, [client, spaceId]);
}
export type RelationCommands = ReturnType<typeof useRelationCommands>;
