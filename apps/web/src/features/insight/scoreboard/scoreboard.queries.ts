import { api, type FigureNarrowing, type ScoreboardContent } from '@gantry/contract';
import type { NodeKind } from '@gantry/domain';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';
import { askAgain } from '../../../lib/calls/ask-again.ts';

/** The boards that a person may open. */
export const boardsQuery = (spaceId: number) =>
  queryOptions({
    queryKey: ['space', spaceId, 'scoreboards'],
    queryFn: ({ signal }) => call(api.scoreboard.list, {}, { signal, spaceId, quiet: true }),
  });
export const useBoards = (spaceId: number) => useQuery(boardsQuery(spaceId));

/** A board with its figures, of what stands below a node where one is given; loaded again when figures were counted anew. */
export function useBoard(spaceId: number, id: number | null, node: number | undefined) {
  const client = useQueryClient();
  usePush('analytics_changed', (event) => askAgain(client, ['space', spaceId, 'scoreboard'], event));
  return useQuery({
    queryKey: ['space', spaceId, 'scoreboard', id, node],
    queryFn: ({ signal }) => call(api.scoreboard.read, { params: { id: id ?? 0 }, query: { node } }, { signal, spaceId, quiet: true }),
    enabled: id !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export type BoardForm = { name: string; shared: boolean; content: ScoreboardContent };

/** What can be done with boards; each answers when the server has stored it. */
export function useBoardActs(spaceId: number) {
  const client = useQueryClient();
  const again = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['space', spaceId, 'scoreboards'] });
    await client.invalidateQueries({ queryKey: ['space', spaceId, 'scoreboard'] });
  };
  return {
    async create(form: BoardForm): Promise<number> {
      const { id } = await call(api.scoreboard.create, { body: form }, { spaceId });
      await again();
      return id;
    },
    async update(id: number, form: Partial<BoardForm>): Promise<void> {
      await call(api.scoreboard.update, { params: { id }, body: form }, { spaceId });
      await again();
    },
    async remove(id: number): Promise<void> {
      await call(api.scoreboard.remove, { params: { id } }, { spaceId });
      await client.invalidateQueries({ queryKey: ['space', spaceId, 'scoreboards'] });
    },
  };
}

type AskedLights = {
  node?: number;
  version?: number;
  of?: 'self' | 'parts' | NodeKind;
  limit?: number;
  revision?: number;
} & FigureNarrowing;

/** Places by the lights of the conventions that hold there. */
export const lightsQuery = (spaceId: number, { revision, ...query }: AskedLights) =>
  queryOptions({
    queryKey: ['space', spaceId, 'scoreboard', 'lights', query, revision],
    queryFn: ({ signal }) => call(api.scoreboard.lights, { query }, { signal, spaceId, quiet: true }),
  });

/** The same, loaded again when figures were counted anew; null: none are asked for. */
export function useLights(spaceId: number, asked: AskedLights | null) {
  const client = useQueryClient();
  usePush('analytics_changed', (event) => askAgain(client, ['space', spaceId, 'scoreboard'], event));
  return useQuery({
    ...lightsQuery(spaceId, asked ?? {}),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
