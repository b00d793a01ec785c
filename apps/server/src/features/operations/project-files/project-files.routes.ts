import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { startProjectExport, startProjectImport } from './project-files.service.ts';

export const projectFilesRoutes: Handlers<typeof api.projectFiles> = {
  import: async (context, _input, { request }) => ({ job_id: await startProjectImport(context, request) }),
  export: async (context, { params }) => ({
    job_id: await startProjectExport(context, { projectId: params.id, format: params.x }),
  }),
};
