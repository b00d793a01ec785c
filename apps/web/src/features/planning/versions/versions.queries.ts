import { api } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

/** One version (null: none) with its place in the hierarchy, kept fresh by the push channel. */
export function useVersion(id: number | null) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ['version', id] });
  usePush('eps_updated', refresh);
  usePush('version_locked', (data) => data.version_id === id && refresh());
  usePush('timetable_calculate', (data) => data.version_id === id && refresh());
  return useQuery({
    queryKey: ['version', id],
    queryFn: ({ signal }) => call(api.versions.get, { params: { id: id ?? 0 } }, { signal, quiet: true }),
    enabled: id !== null,
    retry: false,
  });
}

/** Versions of a schedule, oldest first. */
export function useVersionsOf(scheduleId: number | null) {
  return useQuery({
    queryKey: ['versions-of', scheduleId],
    queryFn: ({ signal }) => call(api.versions.list, { params: { id: scheduleId ?? 0 } }, { signal, quiet: true }),
    enabled: scheduleId !== null,
    staleTime: 5000,
  });
}

/** Works of a version without a basis for calculation; loaded when `shown`. */
export function useEmptyWorks(id: number, shown: boolean) {
  return useQuery({
    queryKey: ['empty-works', id],
    queryFn: ({ signal }) => call(api.versions.checkEmptyWorks, { params: { id } }, { signal }),
    enabled: shown,
    staleTime: 0,
  });
}

/** What can be done with a version as a whole. */
export function useVersionActs(id: number) {
  const client = useQueryClient();
  const params = { id };
  const onSettled = () => client.invalidateQueries({ queryKey: ['version', id] });
  return {
    setLocked: useMutation({ mutationFn: (locked: boolean) => call(api.versions.setLocked, { params, body: { locked } }), onSettled }),
    setActual: useMutation({ mutationFn: () => call(api.versions.setActual, { params }), onSettled }),
    setTarget: useMutation({ mutationFn: (target: boolean) => call(api.versions.setTarget, { params, body: { target } }), onSettled }),
    targetDates: useMutation({
      mutationFn: (body: { version_id?: number; clear?: boolean }) => call(api.versions.updateTargetDates, { params, body }),
    }),
    remains: useMutation({ mutationFn: (ids?: number[]) => call(api.versions.calculateRemains, { params, body: { ids } }) }),
    costs: useMutation({ mutationFn: (ids?: number[]) => call(api.versions.updateCosts, { params, body: { ids } }) }),
    accept: useMutation({
      mutationFn: (result: 'APPROVED' | 'DECLINED') => call(api.versions.acceptCuratorDates, { params, body: { result } }),
    }),
    copy: useMutation({
      mutationFn: ({ scheduleId, name }: { scheduleId: number; name: string }) =>
        call(api.versions.copyTo, { params: { id, scheduleId }, body: { name } }),
    }),
  };
}

/** The first two of the missing volume codes and the number of the rest; null where none is missing. */
export function missingVolumesText(
  missing: { first: readonly string[]; count: number } | undefined,
  t: (key: string, values: Record<string, unknown>) => string,
): string | null {
  if (!missing?.count) return null;
  const codes = missing.first.join(', ');
  const more = missing.count - missing.first.length;
  return more > 0 ? t('cost_link.missing_more', { codes, count: more }) : t('cost_link.missing', { codes });
}
