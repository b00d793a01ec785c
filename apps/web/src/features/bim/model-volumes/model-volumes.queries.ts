import { api, type ModelQuantity, type Output } from '@gantry/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export type VolumesFound = Output<typeof api.modelVolumes.apply>;
type Place = { versionId: number; linkId: number };

/** What the elements of works say of their volumes; nothing is changed. */
export const useVolumes = (spaceId: number, place: Place | null, quantity: ModelQuantity) =>
  useQuery({
    queryKey: ['space', spaceId, 'model-volumes', place, quantity],
    queryFn: ({ signal }) =>
      call(
        api.modelVolumes.apply,
        { params: { id: place?.versionId ?? 0, linkId: place?.linkId ?? 0 }, body: { quantity, dry_run: true } },
        { signal, spaceId, quiet: true },
      ),
    enabled: place !== null,
    staleTime: 0,
    gcTime: 0,
  });

/** Takes volumes of works from their elements; the answer names the revision by which that is taken back. */
export const takeVolumes = (
  spaceId: number,
  { versionId, linkId }: Place,
  quantity: ModelQuantity,
  itemIds: number[],
): Promise<VolumesFound> =>
  call(api.modelVolumes.apply, { params: { id: versionId, linkId }, body: { quantity, item_ids: itemIds } }, { spaceId });

export const takeBack = (spaceId: number, versionId: number, revision: number) =>
  call(api.edits.undo, { params: { id: versionId }, body: { revision } }, { spaceId });
