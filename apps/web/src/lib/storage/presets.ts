import type { Call, Endpoint } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../calls/api-client.ts';

/** Named settings as the server lists them. */
export type Preset<C> = { id: number; name: string; shared: boolean; own: boolean; owner: string; active: boolean; content: C };

/** The calls of a kind of named settings. */
type PresetCalls = { list: Endpoint; create: Endpoint; update: Endpoint; setActive: Endpoint; remove: Endpoint };

/** What can be done with named settings of a kind; each answers when the server has stored it. */
export type Presets<C> = {
  items: Preset<C>[];
  /** False until the list has come. */
  known: boolean;
  active: Preset<C> | null;
  create(preset: { name: string; shared: boolean; content: C }): Promise<number>;
  update(id: number, change: { name?: string; shared?: boolean; content?: C }): Promise<void>;
  remove(id: number): Promise<void>;
  /** Makes one active, null none. */
  activate(id: number | null): Promise<void>;
};

/** Named settings of a kind in a space; `target` is what the active one is for. */
export function usePresets<C>(spaceId: number, calls: PresetCalls, target: string): Presets<C> {
  const client = useQueryClient();
  const queryKey = useMemo(() => ['space', spaceId, 'presets', calls.list.path, target], [spaceId, calls, target]);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(calls.list, { query: { target } }, { signal, spaceId, quiet: true }),
    staleTime: 30_000,
  });
  return useMemo(() => {
    const items = (data as { items: Preset<C>[] } | undefined)?.items ?? [];
    const ask = async (endpoint: Endpoint, input: Call<Endpoint>): Promise<unknown> => {
      const answer = await call(endpoint, input, { spaceId });
      await client.invalidateQueries({ queryKey: queryKey.slice(0, -1) });
      return answer;
    };
    const active = items.find((item) => item.active) ?? null;
    return {
      items,
      known: data !== undefined,
      active,
      create: async (preset) => ((await ask(calls.create, { body: preset })) as { id: number }).id,
      update: async (id, change) => void (await ask(calls.update, { params: { id }, body: change })),
      remove: async (id) => void (await ask(calls.remove, { params: { id } })),
      activate: async (id) => {
        if (id !== null) await ask(calls.setActive, { params: { id }, body: { target } });
        else if (active) await ask(calls.setActive, { params: { id: active.id }, body: { target, active: false } });
      },
    };
  }, [data, calls, client, queryKey, spaceId, target]);
}
