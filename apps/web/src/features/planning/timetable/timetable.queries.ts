import { api } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api-client.ts';
import { usePush } from '../../../lib/push.ts';

const keyOf = (versionId: number) => ['timetable', versionId];

/** State of the calculation of a version, its settings and log, kept fresh by the push channel. */
export function useTimetable(versionId: number) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: keyOf(versionId) });
  usePush('timetable_calculate', (data) => data['version_id'] === versionId && refresh());
  usePush('version_edit', (data) => data['version_id'] === versionId && refresh());
  return useQuery({
    queryKey: keyOf(versionId),
    queryFn: ({ signal }) => call(api.timetable.state, { params: { id: versionId } }, { signal, quiet: true }),
    staleTime: 0,
  });
}

/** Calculates a version as a job; answers the id of the job. */
export function useCalculate(versionId: number): { calculate(): Promise<number | null>; starting: boolean } {
  const [starting, setStarting] = useState(false);
  return {
    starting,
    async calculate() {
      if (starting) return null;
      setStarting(true);
      try {
        return (await call(api.timetable.calculate, { params: { id: versionId }, body: {} })).job_id;
      } catch {
        return null;
      } finally {
        setStarting(false);
      }
    },
  };
}

/** Changes the data date of a version. */
export const saveDataDate = (versionId: number, dataDate: string) =>
  call(api.timetable.saveSettings, { params: { id: versionId }, body: { data_date: dataDate } });
