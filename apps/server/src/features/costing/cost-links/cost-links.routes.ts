import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { readIndices } from './indices/cost-links.indices.service.ts';
import { offerForLost } from './suggestions/cost-links.suggestions.service.ts';
import { linkRows, listCostLinks, readCostSettings, saveCostSettings, suggestWorks } from './cost-links.service.ts';
import { listOutdated } from './costs/cost-links.bases.service.ts';
import { listMissingVolumes } from './costs/cost-links.volumes.service.ts';
import { offerLinks, takeLinksOver } from './cost-links.versions.service.ts';

export const costLinksRoutes: Handlers<typeof api.costLinks> = {
  list: (context, { params, query }) => listCostLinks(context, params.id, query.estimate_id),
  link: (context, { params, body }) => linkRows(context, params.id, body),
  offer: (context, { params }) => offerLinks(context, params.id),
  outdated: (context, { params }) => listOutdated(context, params.id),
  missingVolumes: (context, { params }) => listMissingVolumes(context, params.id),
  takeOver: (context, { params, body }) => takeLinksOver(context, params.id, body),
  suggest: (context, { params, query }) => suggestWorks(context, params.id, query.estimate_id, query.row_id),
  lost: (context, { params, query }) => offerForLost(context, params.id, query.estimate_id),
  settings: (context, { params }) => readCostSettings(context, params.id),
  readIndices: async (context, { params }, { request }) => ({ indices: await readIndices(context, params.id, request) }),
  saveSettings: (context, { params, body }) => saveCostSettings(context, params.id, body),
};
