import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { putAway, readProposal } from './model-links.propose.service.ts';
import { relate } from './model-links.relate.service.ts';
import {
  changeLink,
  createLink,
  readColours,
  readDeviations,
  readElementsOf,
  readFields,
  readLinkedWorks,
  readLinks,
  readLinksOfSchedule,
  readPlayer,
  readRelations,
  readWorksOf,
  removeLink,
} from './model-links.service.ts';

export const modelLinksRoutes: Handlers<typeof api.modelLinks> = {
  list: (context, { params }) => readLinks(context, params.id),
  create: async (context, { params, body }) => ({ id: await createLink(context, params.id, body) }),
  update: (context, { params, body }) => changeLink(context, params.id, params.linkId, body),
  remove: (context, { params }) => removeLink(context, params.id, params.linkId),
  ofSchedule: (context, { params }) => readLinksOfSchedule(context, params.id),
  fields: (context, { params }) => readFields(context, params.id),
  wbs: (context, { params }) => readLinkedWorks(context, params),
  relations: (context, { params }) => readRelations(context, params),
  createRelations: (context, { params, body }) => relate(context, params, body),
  proposal: (context, { params }) => readProposal(context, params),
  putAwayProposal: (context, { params }) => putAway(context, params),
  nodeIds: (context, { params, body }) => readElementsOf(context, params, body.ids),
  itemIds: (context, { params, body }) => readWorksOf(context, params, body.elements),
  player: (context, { params }) => readPlayer(context, params),
  indicatorColours: (context, { params }) => readColours(context, params),
  deviations: (context, { params, query }) => readDeviations(context, params, query),
};
