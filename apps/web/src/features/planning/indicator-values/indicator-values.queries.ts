import { api } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { usePush } from '../../../lib/push.ts';

/** Indicators that judge a version with what was counted last; loaded again when they have been calculated. */
export function useVersionIndicators(versionId: number) {
  const client = useQueryClient();
  usePush('schedule_indicator_calculate', () => void client.invalidateQueries({ queryKey: ['version-indicators'] }));
  return useQuery({
    queryKey: ['version-indicators', versionId],
    queryFn: ({ signal }) => call(api.indicatorValues.list, { params: { id: versionId } }, { signal }),
  });
}

/** Starts the calculation of all indicators of a version in the background. */
export const calculateIndicators = (versionId: number) => call(api.indicatorValues.calculateAll, { params: { id: versionId } });
