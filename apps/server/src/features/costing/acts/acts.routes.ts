import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { exportAct } from './acts.export.service.ts';
import { beginAct, changeAct, executed, listOfProject, readAct, removeAct } from './acts.service.ts';

export const actsRoutes: Handlers<typeof api.acts> = {
  list: (context, { params }) => listOfProject(context, params.id),
  create: async (context, { body }) => ({ id: await beginAct(context, body) }),
  get: (context, { params }) => readAct(context, params.id),
  update: (context, { params, body }) => changeAct(context, params.id, body),
  remove: (context, { params }) => removeAct(context, params.id),
  executed: (context, { params, query }) => executed(context, params.id, query.from, query.to),
  export: async (context, { params, query }, { reply }) => {
    const { bytes, mediaType, name } = await exportAct(context, params.id, params.x, query.language);
    return reply.type(mediaType).header('content-disposition', `attachment; filename="${name}"`).send(bytes);
  },
};
