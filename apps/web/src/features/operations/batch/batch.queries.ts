import { api, type ExportFormat } from '@gantry/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

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

/** Sends a project file, or schedule files, to become a project of a facility. */
export const useProjectImport = () =>
  useMutation({
    mutationFn({ facilityId, name, files }: { facilityId: number; name: string; files: readonly File[] }) {
      const form = new FormData();
      form.set('facility_id', String(facilityId));
      if (name.trim()) form.set('name', name.trim());
      for (const file of files) form.append('file', file);
      return call(api.projectFiles.import, {}, { form });
    },
  });

/** Starts the export of a project as one zip. */
export const useProjectExport = () =>
  useMutation({
    mutationFn: ({ projectId, format }: { projectId: number; format: Exclude<ExportFormat, 'zip'> }) =>
      call(api.projectFiles.export, { params: { id: projectId, x: format }, body: {} }),
  });

/** Starts the calculation of the actual versions of schedules, and of versions, one after the other. */
export const useBatchCalculation = () =>
  useMutation({
    mutationFn: (body: { schedule_ids: number[]; version_ids: number[] }) => call(api.batch.calculate, { body }),
  });

/** Starts the export of many schedules and versions as one zip. */
export const useBatchExport = () =>
  useMutation({
    mutationFn: (body: { schedule_ids: number[]; version_ids: number[]; format: Exclude<ExportFormat, 'zip'> }) =>
      call(api.batch.export, { body }),
  });
