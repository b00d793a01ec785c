import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { createLink, listLinks, removeLink, updateLink } from './links.service.ts';

export const linksRoutes: Handlers<typeof api.links> = {
  list: (context, { params, query }) => listLinks(context, params.id, query.version_id, query.wbs_id),
  create: (context, { body }) => createLink(context, body),
  update: (context, { params, body }) => updateLink(context, params.id, body),
  remove: (context, { params }) => removeLink(context, params.id),
};
