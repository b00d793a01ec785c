import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { compareVersions, exportComparison } from './compare.service.ts';

export const compareRoutes: Handlers<typeof api.compare> = {
  compare: (context, { params, body }) => compareVersions(context, params.id, body),
  exportComparison: async (context, { params, body }, { reply }) => {
    const { bytes, mediaType, name } = await exportComparison(context, params.id, body);
    return reply.type(mediaType).header('content-disposition', `attachment; filename="${name}"`).send(bytes);
  },
};
