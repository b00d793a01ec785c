import { api, type Call, type Output } from '@gantry/contract';
import type { ResourceRate } from '@gantry/domain';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export type VersionResource = Output<typeof api.resources.list>['resources'][number];

/** Resources of a row with their prices over time; `revision` asks again after every change of the version. */
export function useRowResources(versionId: number, itemId: number, revision: number) {
  return useQuery({
    queryKey: ['resources', versionId, itemId, revision],
    queryFn: ({ signal }) => call(api.resources.list, { params: { id: versionId }, query: { item: itemId } }, { signal, quiet: true }),
    placeholderData: (before, query) => (query?.queryKey[2] === itemId ? before : undefined),
  });
}

/** Resources of a version, asked once while a dialog is open. */
export function useVersionResources(versionId: number) {
  return useQuery({
    queryKey: ['resources', versionId],
    queryFn: ({ signal }) => call(api.resources.list, { params: { id: versionId }, query: {} }, { signal, quiet: true }),
  });
}

/** Sets prices and limits of a resource over time. */
export const saveRates = (versionId: number, resourceId: number, rates: ResourceRate[]) =>
  call(api.resources.saveRates, { params: { id: versionId, resourceId }, body: { rates } });

/** Sets which person a resource stands for, or who manages the hours of that person. */
export const savePerson = (versionId: number, resourceId: number, body: { user_id: number | null } | { manager_id: number | null }) =>
  call(api.resources.savePerson, { params: { id: versionId, resourceId }, body });

/** Sets whether what a resource has done follows the progress of its works. */
export const saveAutoActuals = (versionId: number, resourceId: number, auto_actuals: boolean) =>
  call(api.resources.saveAutoActuals, { params: { id: versionId, resourceId }, body: { auto_actuals } });

/** Sets how much of a resource a row takes and how that lies, by which price it is paid, and what its rest goes by. */
export const saveAssignment = (
  versionId: number,
  assignmentId: number,
  body: NonNullable<Call<typeof api.resources.saveAssignment>['body']>,
) => call(api.resources.saveAssignment, { params: { id: versionId, assignmentId }, body });
