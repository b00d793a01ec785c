import { api, type Present } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { push, usePush } from '../../../lib/push/push.ts';
import { afterChange } from './presence.model.ts';

/** Interval of reloading the list, because a page whose server died sends nothing. */
const ASK_AGAIN_MS = 60_000;
/** Moves with the arrow keys are reported after this pause. */
const STAND_STILL_MS = 300;

const NOBODY: Present[] = [];

const keyOf = (versionId: number) => ['presence', versionId];

/** Pages that have the version open, this one included. */
export function usePresence(versionId: number): Present[] {
  const client = useQueryClient();
  usePush('version_presence', (change) => {
    if (change.version_id !== versionId) return;
    // An answer that is under way may be from before the change.
    if (client.isFetching({ queryKey: keyOf(versionId) })) return void client.invalidateQueries({ queryKey: keyOf(versionId) });
    client.setQueryData<{ people: Present[] }>(keyOf(versionId), (list) => list && { people: afterChange(list.people, change) });
  });
  // What happened before the page was heard it was not told.
  usePush('subscribed', ({ version_id }) => {
    if (version_id === versionId) void client.invalidateQueries({ queryKey: keyOf(versionId) });
  });
  const { data } = useQuery({
    queryKey: keyOf(versionId),
    queryFn: ({ signal }) => call(api.presence.list, { params: { id: versionId } }, { signal, quiet: true }),
    refetchInterval: ASK_AGAIN_MS,
  });
  return data?.people ?? NOBODY;
}

/** Reports to others that this page has the version open, and its row. */
export function useStand(spaceId: number, versionId: number, itemId: number | null): void {
  useEffect(() => {
    push.attend({ space_id: spaceId, version_id: versionId });
    return () => push.attend({ space_id: spaceId, version_id: null });
  }, [spaceId, versionId]);
  useEffect(() => {
    const timer = setTimeout(() => push.attend({ space_id: spaceId, version_id: versionId, row_id: itemId }), STAND_STILL_MS);
    return () => clearTimeout(timer);
  }, [spaceId, versionId, itemId]);
}
