import { api, type FieldRow } from '@gantry/contract';
import type { RoadblockCategory } from '@gantry/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call, newCallKey } from '../../../lib/calls/api-client.ts';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { dropFromPhone, keepOnPhone, readKept } from './last-planner.phone.store.ts';

type Who = { userId: number; spaceId: number };

/** Roadblocks of the person's own works, and those on this phone that wait for a connection. */
export function useFieldRoadblocks(who: Who) {
  const { userId, spaceId } = who;
  const client = useQueryClient();
  const own = useCallback(() => readKept().filter((one) => one.userId === userId && one.spaceId === spaceId), [userId, spaceId]);
  const [kept, setKept] = useState(own);
  const { data } = useQuery({
    queryKey: ['field-roadblocks', spaceId, userId],
    queryFn: ({ signal }) => call(api.lastPlanner.fieldRoadblocks, {}, { signal, spaceId, quiet: true }),
    retry: false,
  });
  const send = useCallback(async (): Promise<void> => {
    for (const { refused, userId: _user, spaceId: _space, ...body } of own()) {
      if (refused !== null) continue;
      try {
        await call(api.lastPlanner.reportRoadblock, { body }, { spaceId, quiet: true });
        dropFromPhone(body.key);
      } catch (error) {
        // What was not answered is sent again; a refusal is shown until the person has seen it.
        if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401)
          keepOnPhone({ ...body, userId, spaceId, refused: error.errorMessage });
        else break;
      }
    }
    setKept(own());
    await client.invalidateQueries({ queryKey: ['field-roadblocks'] });
  }, [own, client, userId, spaceId]);
  useEffect(() => {
    void send();
    const again = (): void => void send();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [send]);
  return {
    of: ({ schedule_id, row_id }: Pick<FieldRow, 'schedule_id' | 'row_id'>) => ({
      open: data?.roadblocks.filter((one) => one.schedule_id === schedule_id && one.row_id === row_id) ?? [],
      kept: kept.filter((one) => one.schedule_id === schedule_id && one.row_id === row_id),
    }),
    async add(
      { schedule_id, row_id, row_code }: Pick<FieldRow, 'schedule_id' | 'row_id' | 'row_code'>,
      category: RoadblockCategory,
      text: string,
    ) {
      keepOnPhone({ key: newCallKey(), userId, spaceId, schedule_id, row_id, row_code, category, text, refused: null });
      setKept(own());
      await send();
    },
    discard(key: string): void {
      dropFromPhone(key);
      setKept(own());
    },
  };
}
