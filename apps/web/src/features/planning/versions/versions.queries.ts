import { api } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { usePush } from '../../../lib/push.ts';

/** One version with its place in the hierarchy, kept fresh by the push channel. */
export function useVersion(id: number) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ['version', id] });
  usePush('eps_updated', refresh);
  usePush('version_locked', (data) => data['version_id'] === id && refresh());
  usePush('timetable_calculate', (data) => data['version_id'] === id && refresh());
  return useQuery({
    queryKey: ['version', id],
    queryFn: ({ signal }) => call(api.versions.get, { params: { id } }, { signal, quiet: true }),
    retry: false,
  });
}

/** Locks a version, or unlocks it. */
export const setLocked = (id: number, locked: boolean) => call(api.versions.setLocked, { params: { id }, body: { locked } });
