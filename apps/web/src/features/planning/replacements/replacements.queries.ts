import { api, type Call, type Output } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export type NewRule = Call<typeof api.replacements.create>['body'];
export type ReplacementPreview = Output<typeof api.replacements.preview>;

const keyOf = (scheduleId: number) => ['replacements', scheduleId] as const;

/** Rules of a schedule by name. */
export function useReplacements(scheduleId: number) {
  return useQuery({
    queryKey: keyOf(scheduleId),
    queryFn: ({ signal }) => call(api.replacements.list, { params: { id: scheduleId } }, { signal, quiet: true }),
  });
}

/** Preview of a rule; the query runs again after each change of the version or of the rule. */
export function useReplacementPreview(versionId: number, ruleId: number, revision: number) {
  return useQuery({
    queryKey: ['replacement-preview', versionId, ruleId, revision],
    queryFn: ({ signal }) => call(api.replacements.preview, { params: { id: versionId, replacementId: ruleId } }, { signal, quiet: true }),
    staleTime: 0,
    retry: false,
  });
}

/** Saves, changes and deletes rules; lists and previews follow. */
export function useReplacementActs(scheduleId: number) {
  const client = useQueryClient();
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['replacement-preview'] });
    await client.invalidateQueries({ queryKey: keyOf(scheduleId) });
  };
  return {
    async save(id: number | null, rule: NewRule): Promise<number> {
      const { replacement } =
        id === null
          ? await call(api.replacements.create, { params: { id: scheduleId }, body: rule })
          : await call(api.replacements.update, { params: { id: scheduleId, replacementId: id }, body: rule });
      await refresh();
      return replacement.id;
    },
    async remove(id: number): Promise<void> {
      await call(api.replacements.remove, { params: { id: scheduleId, replacementId: id } });
      await refresh();
    },
  };
}

/** Replaces by a rule as its preview showed it. */
export const applyReplacement = (versionId: number, ruleId: number, revision: number) =>
  call(api.replacements.apply, { params: { id: versionId, replacementId: ruleId }, body: { revision } });
