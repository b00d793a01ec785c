import { api, type Call } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export type NewSubscription = Call<typeof api.reportSubscriptions.add>['body'];

/** Reports of a node that come by mail, and what can be done with them. */
export function useReportSubscriptions(nodeId: number | null) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: ['report-subscriptions'] });
  const { data } = useQuery({
    queryKey: ['report-subscriptions', nodeId],
    queryFn: ({ signal }) => call(api.reportSubscriptions.list, { params: { id: nodeId ?? 0 } }, { signal }),
    enabled: nodeId !== null,
  });
  const add = useMutation({
    mutationFn: (body: NewSubscription) => call(api.reportSubscriptions.add, { params: { id: nodeId ?? 0 }, body }),
    onSuccess,
  });
  const setActive = useMutation({
    mutationFn: ({ id, active }: { id: number; active: boolean }) =>
      call(api.reportSubscriptions.setActive, { params: { id }, body: { active } }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: number) => call(api.reportSubscriptions.remove, { params: { id } }), onSuccess });
  return { items: data?.items ?? [], add, setActive, remove };
}
