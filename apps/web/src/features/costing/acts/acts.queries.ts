import { api, type Output } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { currentLanguage } from '../../../lib/texts/i18n.ts';
import { usePush } from '../../../lib/push/push.ts';
import { saveBlob } from '../../../lib/save-blob.ts';

export type OpenAct = Output<typeof api.acts.get>;

const keyOf = (spaceId: number, projectId: number) => ['space', spaceId, 'acts', projectId];

/** The acts of a project, loaded again when one has changed. */
export function useActs(spaceId: number, projectId: number) {
  const client = useQueryClient();
  usePush('work_acts_changed', ({ project_id }) => {
    if (project_id === projectId) void client.invalidateQueries({ queryKey: keyOf(spaceId, projectId) });
  });
  return useQuery({
    queryKey: keyOf(spaceId, projectId),
    queryFn: ({ signal }) => call(api.acts.list, { params: { id: projectId } }, { signal, spaceId, quiet: true }),
    staleTime: 0,
  });
}

/** An act with its lines. */
export const useAct = (spaceId: number, projectId: number, id: number | null) =>
  useQuery({
    queryKey: [...keyOf(spaceId, projectId), id],
    queryFn: ({ signal }) => call(api.acts.get, { params: { id: id ?? 0 } }, { signal, spaceId, quiet: true }),
    enabled: id !== null,
    staleTime: 0,
    retry: false,
  });

type NewAct = { schedule_id: number; pdc_id: number | null; to: string; vat_rate: string | null; vat_mode: 'document' | 'cumulative' };

/** What can be done with the acts of a project. */
export function useActActs(spaceId: number, projectId: number) {
  const client = useQueryClient();
  const then = async <R>(work: Promise<R>): Promise<R> => {
    const answer = await work;
    await client.invalidateQueries({ queryKey: keyOf(spaceId, projectId) });
    return answer;
  };
  return {
    begin: (body: NewAct) => then(call(api.acts.create, { body }, { spaceId })),
    issue: (act: OpenAct, reason: string) =>
      then(
        call(
          api.acts.update,
          { params: { id: act.id }, body: { state: 'issued', total: act.total ?? '', ...(reason ? { reason } : {}) } },
          { spaceId },
        ),
      ),
    withdraw: (id: number) => then(call(api.acts.update, { params: { id }, body: { state: 'draft' } }, { spaceId })),
    change: (id: number, body: { number?: string; to?: string; note?: string }) =>
      then(call(api.acts.update, { params: { id }, body }, { spaceId })),
    remove: (id: number) => then(call(api.acts.remove, { params: { id } }, { spaceId })),
    async save(act: OpenAct): Promise<void> {
      const blob: unknown = await call(
        api.acts.export,
        { params: { id: act.id, x: 'xlsx' }, query: { language: currentLanguage() } },
        { spaceId },
      );
      saveBlob(blob as Blob, `act-${act.number}.xlsx`);
    },
  };
}
