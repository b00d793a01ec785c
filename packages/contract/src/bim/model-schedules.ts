import { z } from 'zod';
import { atVersion, endpoint, pathId } from '../endpoint.ts';

/** Plans as files of models. */
export const modelSchedules = {
  file: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/3d/link/{linkId}/ifc',
    summary:
      'A plan as IFC 4D: within the file of a model of IFC4 or later, tied to its elements; alone, with elements named by GUID, where no model is named or the file is of IFC2X3',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId, linkId: pathId }),
    query: z.object({ model_id: pathId.optional() }),
    response: 'binary',
  }),
};
