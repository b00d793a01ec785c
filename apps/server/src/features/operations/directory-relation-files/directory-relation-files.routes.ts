import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { startRelationExport, startRelationImport } from './directory-relation-files.service.ts';

export const directoryRelationFilesRoutes: Handlers<typeof api.directoryRelationFiles> = {
  export: async (context, { params }) => ({ job_id: await startRelationExport(context, params.a, params.b) }),
  import: async (context, { params }, { request }) => ({ job_id: await startRelationImport(context, params.a, request) }),
};
