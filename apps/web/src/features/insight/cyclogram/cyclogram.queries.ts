import { api } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** Colours of lines by their names, where one was chosen; a null attribute: the lines are names of works. */
export function useLineColours(versionId: number, placeBy: number | null, lineBy: number | null) {
  const client = useQueryClient();
  const key = ['cyclogram-colours', versionId, lineBy];
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const params = { id: versionId, attributeId: placeBy ?? 0 };
      const { lines } = await call(api.cyclogram.read, { params, query: { by: lineBy ?? undefined } }, { signal, quiet: true });
      return new Map(lines.flatMap(({ name, tint }) => (tint === null ? [] : [[name, tint] as const])));
    },
    enabled: placeBy !== null,
    staleTime: 60_000,
  });
  return {
    tints: data ?? NONE,
    async choose(value: string, tint: number | null, shared: boolean): Promise<void> {
      const body = { attribute_id: lineBy, colours: [{ value, tint }], shared };
      await call(api.cyclogram.color, { params: { id: versionId }, body });
      await client.invalidateQueries({ queryKey: key });
    },
  };
}

const NONE: ReadonlyMap<string, number> = new Map();
