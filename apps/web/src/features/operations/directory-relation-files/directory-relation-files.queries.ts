import { api } from '@gantry/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { useTrackJob } from '../../access/jobs/jobs.queries.ts';

/** Starts the export of the rows of a relation. */
export const useExportRelation = () => {
  const track = useTrackJob();
  return useMutation({
    mutationFn: ({ id, format }: { id: number; format: 'xlsx' | 'csv' }) =>
      call(api.directoryRelationFiles.export, { params: { a: id, b: format } }),
    onSuccess: ({ job_id: id }) => track(id),
  });
};

/** Sends a file of rows: to be checked line by line, or to be taken in without the lines that cannot go. */
export const useImportRelation = () => {
  const track = useTrackJob();
  return useMutation({
    mutationFn({ id, file, apply }: { id: number; file: File; apply: boolean }) {
      const form = new FormData();
      // Fields before the file: the server reads the form as it arrives.
      form.set('mode', apply ? 'apply' : 'check');
      form.set('skip_refused', 'true');
      form.set('file', file);
      const b = file.name.toLowerCase().endsWith('.xlsx') ? 'xlsx' : 'csv';
      return call(api.directoryRelationFiles.import, { params: { a: id, b } }, { form });
    },
    onSuccess: ({ job_id: id }) => track(id),
  });
};
