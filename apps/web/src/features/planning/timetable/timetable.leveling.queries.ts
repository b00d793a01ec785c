import { api, type LevelingAsked } from '@gantry/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** What leveling would move; the key begins as that of the timetable, so an edit of the version asks again. */
export function useLevelingPreview(versionId: number, asked: LevelingAsked) {
  return useQuery({
    queryKey: ['timetable', versionId, 'leveling', asked],
    queryFn: ({ signal }) => call(api.timetable.previewLeveling, { params: { id: versionId }, body: asked }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}

/** Levels a version as its preview showed it. */
export const level = (versionId: number, asked: LevelingAsked, revision: number) =>
  call(api.timetable.level, { params: { id: versionId }, body: { ...asked, revision } });

/** Ends the leveling of a version. */
export const clearLeveling = (versionId: number) => call(api.timetable.clearLeveling, { params: { id: versionId } });
