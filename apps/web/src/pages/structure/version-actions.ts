import { api } from '@gantry/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTrackJob } from '../../features/access/jobs/jobs.queries.ts';
import { call } from '../../lib/calls/api-client.ts';

/** What the structure does with versions: they belong to planning, the tree only lists them. */
export function useVersionActions(spaceId: number) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['space', spaceId, 'eps'] });
  const create = useMutation({
    mutationFn: ({ scheduleId, name }: { scheduleId: number; name: string }) =>
      call(api.versions.create, { params: { id: scheduleId }, body: { name } }, { spaceId }),
    onSettled,
  });
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) => call(api.versions.rename, { params: { id }, body: { name } }, { spaceId }),
    onSettled,
  });
  const track = useTrackJob();
  const remove = useMutation({
    mutationFn: (id: number) => call(api.versions.remove, { params: { id } }, { spaceId }),
    onSuccess: ({ job_id: jobId }) => void (jobId !== null && track(jobId)),
    onSettled,
  });
  const setActual = useMutation({ mutationFn: (id: number) => call(api.versions.setActual, { params: { id } }, { spaceId }), onSettled });
  const setTarget = useMutation({
    mutationFn: ({ id, target }: { id: number; target: boolean }) =>
      call(api.versions.setTarget, { params: { id }, body: { target } }, { spaceId }),
    onSettled,
  });
  const setLocked = useMutation({
    mutationFn: ({ id, locked }: { id: number; locked: boolean }) =>
      call(api.versions.setLocked, { params: { id }, body: { locked } }, { spaceId }),
    onSettled,
  });
  return { create, rename, remove, setActual, setTarget, setLocked };
}
