import { api, type Output, type QuantitySourceOut } from '@gantry/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

export type QuantitySource = QuantitySourceOut;
export type QuantitiesFound = Output<typeof api.estimateQuantities.take>;
/** Works and links whose elements are measured, for which rows, times which factors. */
export type QuantitiesAsked = {
  versionId: number;
  linkId: number;
  /** Null: all rows whose works have elements. */
  ids: readonly number[] | null;
  factors: Readonly<Record<number, string>>;
};

const keyOf = (spaceId: number, estimateId: number) => ['space', spaceId, 'estimate-quantities', estimateId];
const bodyOf = ({ versionId, linkId, ids, factors }: QuantitiesAsked) => ({
  version_id: versionId,
  link_id: linkId,
  ...(ids ? { row_ids: [...ids] } : {}),
  factors: Object.entries(factors).map(([row, factor]) => ({ row_id: Number(row), factor })),
});

/** What the elements of works say of the quantities of rows; nothing is changed. */
export const useQuantities = (spaceId: number, estimateId: number, asked: QuantitiesAsked | null) =>
  useQuery({
    queryKey: [...keyOf(spaceId, estimateId), asked],
    queryFn: ({ signal }) =>
      call(
        api.estimateQuantities.take,
        { params: { id: estimateId }, body: { version_id: 0, link_id: 0, ...(asked && bodyOf(asked)), dry_run: true } },
        { signal, spaceId, quiet: true },
      ),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

/** Where quantities of rows were taken from, asked again when a model has another version. */
export function useQuantitySources(spaceId: number, projectId: number, estimateId: number | null): QuantitySource[] {
  const client = useQueryClient();
  const queryKey = [...keyOf(spaceId, estimateId ?? 0), 'sources'];
  usePush('bim_model_upload_progress', ({ project_id, status }) => {
    if (project_id === projectId && status === 'ready') void client.invalidateQueries({ queryKey });
  });
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(api.estimateQuantities.sources, { params: { id: estimateId ?? 0 } }, { signal, spaceId, quiet: true }),
    enabled: estimateId !== null,
    staleTime: 0,
  });
  return data?.sources ?? [];
}

/** What can be done with quantities from models. */
export function useQuantityActs(spaceId: number, estimateId: number) {
  const client = useQueryClient();
  const again = (): Promise<void> => client.invalidateQueries({ queryKey: keyOf(spaceId, estimateId) });
  return {
    async take(asked: QuantitiesAsked, revision: number): Promise<QuantitiesFound> {
      const done = await call(
        api.estimateQuantities.take,
        { params: { id: estimateId }, body: { ...bodyOf(asked), revision } },
        { spaceId },
      );
      await again();
      return done;
    },
    async takeBack(revision: number): Promise<void> {
      await call(api.estimates.undo, { params: { id: estimateId }, body: { revision } }, { spaceId });
      await again();
    },
    async putAway({ version_id, link_id }: QuantitySource): Promise<void> {
      await call(api.estimateQuantities.putAway, { params: { id: estimateId }, query: { version_id, link_id } }, { spaceId });
      await again();
    },
  };
}
