import { api } from '@gantry/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** What a version upload needs beside the file. */
export type Upload = { scheduleId: number; file: File; versionName: string; codePage: string };

/** Sends a schedule file; the answer names the job that reads it. */
export const useUploadVersion = () =>
  useMutation({
    mutationFn({ scheduleId, file, versionName, codePage }: Upload) {
      const form = new FormData();
      // Fields before the file: the server reads the form as it arrives.
      if (versionName.trim()) form.set('version_name', versionName.trim());
      if (codePage !== 'auto') form.set('code_page', codePage);
      form.set('file', file);
      return call(api.imports.upload, { params: { id: scheduleId } }, { form });
    },
  });
