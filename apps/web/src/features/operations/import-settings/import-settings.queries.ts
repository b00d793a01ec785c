import { api, type ImportRule } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

const keyOf = (scheduleId: number) => ['import-settings', scheduleId];

/** Saved rules of version upload of a schedule. */
export const useImportSettings = (scheduleId: number) =>
  useQuery({
    queryKey: keyOf(scheduleId),
    queryFn: ({ signal }) => call(api.importSettings.list, { query: { schedule_id: scheduleId } }, { signal }),
    enabled: scheduleId > 0,
  }).data?.settings ?? [];

/** Saves a rule, as a new one or over one that is there; and deletes one. */
export function useSaveImportSetting(scheduleId: number) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf(scheduleId) });
  const save = useMutation({
    mutationFn: ({ id, name, rule }: { id: number | null; name: string; rule: ImportRule }) =>
      id === null
        ? call(api.importSettings.create, { body: { schedule_id: scheduleId, name, rule } })
        : call(api.importSettings.update, { params: { id }, body: { name, rule } }),
    onSettled,
  });
  const remove = useMutation({ mutationFn: (id: number) => call(api.importSettings.remove, { params: { id } }), onSettled });
  return { save, remove };
}

/** Copies the rules of another schedule. */
export function useCopyImportSettings(scheduleId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (from: number) => call(api.importSettings.copy, { body: { schedule_id: scheduleId, from_schedule_id: from } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(scheduleId) }),
  });
}
