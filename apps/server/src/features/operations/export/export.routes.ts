import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { sendPreparedFile } from '../../access/downloads/downloads.service.ts';
import { startExport } from './export.service.ts';

export const exportRoutes: Handlers<typeof api.exports> = {
  version: async (context, { params, body }) => ({
    job_id: await startExport(context, { versionId: params.id, format: params.x, ids: body.ids ?? null }),
  }),
  download: (context, { query }, { reply }) => sendPreparedFile(context, query.key, reply),
};
