import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { finishImport, startImport } from './import.service.ts';

export const importRoutes: Handlers<typeof api.imports> = {
  upload: async (context, { params }, { request }) => ({ success: true, job_id: await startImport(context, params.id, request) }),
  uploadNow: async (context, { params }, { request }) => finishImport(context, await startImport(context, params.id, request)),
};
