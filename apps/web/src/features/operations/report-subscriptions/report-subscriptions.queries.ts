import { api, type Call } from '@gantry/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

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
  usePush('report_sendings_changed', ({ eps_id }) => {
    // A recipient may have ended the report, and the mail server may have paused it.
    if (eps_id === nodeId) void client.invalidateQueries({ queryKey: ['report-subscriptions', nodeId] });
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
  const sendNow = useMutation({
    mutationFn: (id: number) => call(api.reportSubscriptions.sendNow, { params: { id }, body: {} }),
    onSuccess: (_sent, id) => client.invalidateQueries({ queryKey: sendingsKey(id) }),
  });
  const remove = useMutation({ mutationFn: (id: number) => call(api.reportSubscriptions.remove, { params: { id } }), onSuccess });
  return { items: data?.items ?? [], outsideAllowed: data?.outside_allowed ?? false, add, setActive, sendNow, remove };
}

const sendingsKey = (id: number) => ['report-sendings', id];

/** What was sent by a subscription, newest first, a hundred at a time; loaded again when something has become of it. */
export function useReportSendings(id: number) {
  const client = useQueryClient();
  const queryKey = sendingsKey(id);
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(api.reportSubscriptions.sendings, { params: { id }, query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ items, more }) => (more ? (items.at(-1)?.id ?? null) : null),
  });
  usePush('report_sendings_changed', ({ subscription_id }) => {
    if (subscription_id === id) void client.invalidateQueries({ queryKey });
  });
  const again = useMutation({
    mutationFn: (sending: number) => call(api.reportSubscriptions.sendAgain, { params: { id: sending }, body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  return {
    items: data?.pages.flatMap(({ items }) => items),
    hasMore: hasNextPage,
    showMore: () => void fetchNextPage(),
    again,
  };
}

/** Ends a report by mail by the token of a letter, without a sign-in. */
export const useLeaveReport = () =>
  useMutation({ mutationFn: (token: string) => call(api.reportSubscriptions.leave, { query: { token }, body: {} }, { quiet: true }) });
