import { api, type Notice } from '@gantry/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

/** Which notices: all of the list, or those that await an act. */
export type NoticesPart = 'list' | 'area';

const keyOf = (spaceId: number) => ['space', spaceId, 'notices'];

/** Counts of notices that were not looked at; `onNew` hears of each that comes, and whether it is wanted on the desktop. */
export function useNoticesStatus(spaceId: number, onNew: (notice: Notice, desktop: boolean) => void) {
  const client = useQueryClient();
  usePush('notices_status', ({ latest, desktop, ...status }) => {
    client.setQueryData([...keyOf(spaceId), 'status'], status);
    void client.invalidateQueries({ queryKey: [...keyOf(spaceId), 'pages'] });
    if (latest) onNew(latest, desktop);
  });
  usePush('task_need_action', () => void client.invalidateQueries({ queryKey: [...keyOf(spaceId), 'pages', 'area'] }));
  return useQuery({
    queryKey: [...keyOf(spaceId), 'status'],
    queryFn: ({ signal }) => call(api.notices.status, {}, { signal, spaceId }),
  });
}

/** Notices, newest first, page by page. */
export function useNotices(spaceId: number, part: NoticesPart) {
  return useInfiniteQuery({
    queryKey: [...keyOf(spaceId), 'pages', part],
    queryFn: ({ pageParam, signal }) =>
      call(part === 'list' ? api.notices.list : api.notices.area, { query: { before: pageParam } }, { signal, spaceId }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** Works of the person that wait for today's report. */
export function useDueWorks(spaceId: number) {
  return useQuery({
    queryKey: [...keyOf(spaceId), 'due'],
    queryFn: ({ signal }) => call(api.notices.timesheet, {}, { signal, spaceId, quiet: true }),
  }).data;
}

/** Opens what a notice is about, in the version that counts. */
export function useOpenNotice(spaceId: number) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (id: number) => call(api.notices.open, { params: { id } }, { spaceId }),
    onSuccess: ({ version_id, row_id }) =>
      // A node without a plan is seen in the structure.
      version_id === null
        ? navigate({ to: '/$spaceId', params: { spaceId: String(spaceId) } })
        : navigate({
            to: '/$spaceId/schedule/$id',
            params: { spaceId: String(spaceId), id: String(version_id) },
            search: row_id === null ? {} : { target: String(row_id) },
          }),
  });
}

/** Takes one notice, or all up to one, out of a part. */
export function useRemoveNotices(spaceId: number, part: NoticesPart) {
  const client = useQueryClient();
  const [one, all] =
    part === 'list' ? [api.notices.remove, api.notices.removeAll] : [api.notices.removeFromArea, api.notices.removeAllFromArea];
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf(spaceId) });
  const remove = useMutation({ mutationFn: (id: number) => call(one, { params: { id } }, { spaceId }), onSettled });
  const removeAll = useMutation({ mutationFn: (until: number) => call(all, { query: { until } }, { spaceId }), onSettled });
  return { remove: remove.mutate, removeAll: removeAll.mutate };
}
