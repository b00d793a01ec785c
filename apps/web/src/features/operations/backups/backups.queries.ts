import { api, type BackupSchedule, type Output } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';
import { useTrackJob } from '../../access/jobs/jobs.queries.ts';

export type SpaceBackup = Output<typeof api.backups.list>['backups'][number];
export type RestoreMode = 'in_place' | 'new_space';

/** Backups of a space with what can be done with them; how far long work is the list of jobs shows. */
export function useBackups(spaceId: number, onRestored: (date: string, status: 'success' | 'warning') => void) {
  const client = useQueryClient();
  const track = useTrackJob();
  const queryKey = ['space', spaceId, 'backups'];
  const settled = () => client.invalidateQueries({ queryKey });
  usePush('backup_created', () => void settled());
  usePush('backup_restored', ({ date, status }) => onRestored(date, status));
  usePush('job', () => void settled());
  const begun = { onSuccess: ({ job_id: jobId }: { job_id: number }) => void track(jobId), onSettled: settled };
  const params = { id: spaceId };
  return {
    list: useQuery({ queryKey, queryFn: ({ signal }) => call(api.backups.list, { params }, { signal, spaceId, quiet: true }) }),
    create: useMutation({ mutationFn: () => call(api.backups.create, { params, body: {} }, { spaceId }), ...begun }),
    verify: useMutation({
      mutationFn: (backupId: number) => call(api.backups.verify, { params: { ...params, backupId } }, { spaceId }),
      ...begun,
    }),
    restore: useMutation({
      mutationFn: ({ backupId, ...body }: { backupId: number; mode: RestoreMode; confirm?: string }) =>
        call(api.backups.restore, { params: { ...params, backupId }, body }, { spaceId }),
      ...begun,
    }),
    remove: useMutation({
      mutationFn: (backupId: number) => call(api.backups.remove, { params: { ...params, backupId }, body: { confirm: true } }, { spaceId }),
      onSettled: settled,
    }),
    preview: (backupId: number) => call(api.backups.preview, { params: { ...params, backupId } }, { spaceId }),
  };
}

/** When backups of a space are made by themselves. */
export function useBackupJobs(spaceId: number) {
  const client = useQueryClient();
  const queryKey = ['space', spaceId, 'backup-jobs'];
  const settled = () => client.invalidateQueries({ queryKey });
  const params = { id: spaceId };
  return {
    list: useQuery({ queryKey, queryFn: ({ signal }) => call(api.backups.jobs, { params }, { signal, spaceId, quiet: true }) }),
    add: useMutation({
      mutationFn: (body: Partial<BackupSchedule> & Pick<BackupSchedule, 'cadence'>) =>
        call(api.backups.addJob, { params, body }, { spaceId }),
      onSettled: settled,
    }),
    remove: useMutation({
      mutationFn: (jobId: number) => call(api.backups.removeJob, { params: { ...params, jobId } }, { spaceId }),
      onSettled: settled,
    }),
  };
}
