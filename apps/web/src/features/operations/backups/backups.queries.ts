import { api, type BackupSchedule, type Output } from '@gantry/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addressOf, call } from '../../../lib/calls/api-client.ts';
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
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => call(api.backups.list, { params, query: { offset: pageParam } }, { signal, spaceId, quiet: true }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({ ...pages[0], backups: pages.flatMap(({ backups }) => backups) }),
  });
  return {
    list,
    create: useMutation({ mutationFn: () => call(api.backups.create, { params, body: {} }, { spaceId }), ...begun }),
    verify: useMutation({
      mutationFn: (backupId: number) => call(api.backups.verify, { params: { ...params, backupId } }, { spaceId }),
      ...begun,
    }),
    restore: useMutation({
      mutationFn: ({ backupId, ...body }: { backupId: number; mode: RestoreMode; confirm?: string; password?: string }) =>
        call(api.backups.restore, { params: { ...params, backupId }, body }, { spaceId }),
      ...begun,
    }),
    goBack: useMutation({
      mutationFn: ({ formerId, ...body }: { formerId: number; confirm: string; password?: string }) =>
        call(api.backups.goBack, { params: { ...params, formerId }, body }, { spaceId }),
      onSettled: settled,
    }),
    remove: useMutation({
      mutationFn: (backupId: number) => call(api.backups.remove, { params: { ...params, backupId }, body: { confirm: true } }, { spaceId }),
      onSettled: settled,
    }),
    preview: (backupId: number) => call(api.backups.preview, { params: { ...params, backupId } }, { spaceId }),
  };
}

/** The code that files of backups open with, and restoring a file; how far that is the list of jobs shows. */
export function useBackupFiles(spaceId: number) {
  const client = useQueryClient();
  const track = useTrackJob();
  return {
    makeCode: useMutation({
      mutationFn: () => call(api.backups.recoveryCode, { params: { id: spaceId } }, { spaceId }),
      onSettled: () => client.invalidateQueries({ queryKey: ['space', spaceId, 'backups'] }),
    }),
    upload: useMutation({
      mutationFn({ file, code, name }: { file: File; code: string; name: string }) {
        const form = new FormData();
        form.set('code', code);
        if (name) form.set('name', name);
        form.set('file', file);
        return call(api.backups.upload, {}, { form });
      },
      onSuccess: ({ job_id: jobId }) => void track(jobId),
    }),
  };
}

/** Where a backup is fetched as a file. */
export const backupAddress = (spaceId: number, backupId: number): string =>
  addressOf(api.backups.download, { params: { id: spaceId, backupId }, query: {} }, spaceId);

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
