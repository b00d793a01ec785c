import { api, type ExportFormat } from '@gantry/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Sends many files to become schedules of a project. */
export const useBatchImport = () =>
  useMutation({
    mutationFn({ projectId, files }: { projectId: number; files: readonly File[] }) {
      const form = new FormData();
      form.set('project_id', String(projectId));
      for (const file of files) form.append('file', file);
      return call(api.batch.import, {}, { form });
    },
  });

/** Starts the export of many schedules and versions as one zip. */
export const useBatchExport = () =>
  useMutation({
    mutationFn: (body: { schedule_ids: number[]; version_ids: number[]; format: Exclude<ExportFormat, 'zip'> }) =>
      call(api.batch.export, { body }),
  });
