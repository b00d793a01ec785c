import { api, toSnake } from '@gantry/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The rows of all schedules of a project. */
export function useProjectRows(projectId: number) {
  return useQuery({
    queryKey: ['gwbs', projectId],
    queryFn: ({ signal }) => call(api.gwbs.list, { params: { id: projectId } }, { signal, quiet: true }),
    retry: false,
    staleTime: 30_000,
  });
}

/** Changes fields of a row in its version. */
export const updateProjectRow = (projectId: number, wbsId: string, fields: Record<string, unknown>) =>
  call(
    api.gwbs.update,
    { params: { id: projectId, wbsId }, body: Object.fromEntries(Object.entries(fields).map(([name, value]) => [toSnake(name), value])) },
    { quiet: true },
  );
