import { api } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

/** What is counted is loaded again when it was counted anew. */
function useCountedAgain(): void {
  const client = useQueryClient();
  usePush('schedule_indicator_calculate', () => {
    void client.invalidateQueries({ queryKey: ['version-indicators'] });
    void client.invalidateQueries({ queryKey: ['indicator-rollup'] });
  });
}

/** Indicators that judge a version with what was counted last. */
export function useVersionIndicators(versionId: number) {
  useCountedAgain();
  return useQuery({
    queryKey: ['version-indicators', versionId],
    queryFn: ({ signal }) => call(api.indicatorValues.list, { params: { id: versionId } }, { signal }),
  });
}

/** A place whose indicators are summed up. */
export type RollupPlace = { kind: 'facility' | 'project' | 'schedule' | 'version'; id: number };

const ROLLUP = {
  facility: api.indicatorValues.ofFacility,
  project: api.indicatorValues.ofProject,
  schedule: api.indicatorValues.ofSchedule,
  version: api.indicatorValues.ofVersion,
};

/** Stored counts of indicators below a place. */
export function useIndicatorRollup({ kind, id }: RollupPlace) {
  useCountedAgain();
  return useQuery({
    queryKey: ['indicator-rollup', kind, id],
    queryFn: ({ signal }) => call(ROLLUP[kind], { params: { id } }, { signal }),
  });
}

/** Starts the calculation of all indicators of a version in the background. */
export const calculateIndicators = (versionId: number) => call(api.indicatorValues.calculateAll, { params: { id: versionId } });

/** Counts anew, in the background, what has changed below a place. */
export const calculateBelow = ({ kind, id }: RollupPlace) =>
  kind === 'version' ? calculateIndicators(id) : call(api.indicatorValues.calculateBelow, { params: { id } });
