import { api, type FlowAct } from '@gantry/contract';
import type { FlowChange } from '@gantry/plan-view';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { ScheduleSession } from '../../planning/wbs/wbs.queries.ts';

/** Applies an act of a cyclogram as one edit; `places` is the list of the places' attribute in its new order. */
export function applyFlow(
  session: ScheduleSession,
  act: FlowAct,
  { works, lags, relinks, split }: FlowChange,
  places: { attributeId: number; values: string[] } | null,
) {
  const body = {
    act,
    works: works.flatMap(({ id, durationMinutes }) => (durationMinutes === undefined ? [] : [{ id, duration_minutes: durationMinutes }])),
    lags: lags.map(({ relationId, lagMinutes }) => ({ relation_id: relationId, lag_minutes: lagMinutes })),
    relinks: relinks.map(({ relationId, predecessorId, successorId }) => ({
      relation_id: relationId,
      predecessor_id: predecessorId,
      successor_id: successorId,
    })),
    split: split && { id: split.id, share: split.share, gap_minutes: split.gapMinutes },
    places: places && { attribute_id: places.attributeId, values: places.values },
  };
  return session.run(() => call(api.cyclogram.change, { params: { id: session.versionId }, body }, { quiet: true }));
}

type Drawn = { name: string; start: string; duration_minutes: number; attributes: Record<string, string | number> };

/** Makes works behind another one as one edit. */
export const drawWorks = (session: ScheduleSession, behindId: number, works: Drawn[]) =>
  session.run(() =>
    call(
      api.cyclogram.change,
      { params: { id: session.versionId }, body: { act: 'draw', drawn: { behind_id: behindId, works } } },
      { quiet: true },
    ),
  );

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
