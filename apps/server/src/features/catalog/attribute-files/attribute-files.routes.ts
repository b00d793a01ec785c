import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { sendFile, storeForNode } from './attribute-files.service.ts';

export const attributeFilesRoutes: Handlers<typeof api.attributeFiles> = {
  storeForNode: async (context, { params }, { request }) => ({
    value: await storeForNode(context, params.id, params.attributeId, request),
  }),
  read: (context, { params }, { reply }) => sendFile(context, params.fileKey, reply),
};
