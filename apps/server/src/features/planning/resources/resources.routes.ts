import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { saveAssignment } from './resources.assignments.service.ts';
import { expectCurves } from './resources.curves.service.ts';
import { readLoad, readWorks } from './resources.load.service.ts';
import { listResources, saveAutoActuals, savePerson, saveRates } from './resources.service.ts';

export const resourcesRoutes: Handlers<typeof api.resources> = {
  load: (context, { params, query }) => readLoad(context, { version: params.id }, query),
  works: (context, { params, query }) => readWorks(context, { version: params.id }, query),
  loadOfNode(context, { params, query }) {
    // The distributions of a place are opened from its load.
    expectCurves(context);
    return readLoad(context, { node: params.id }, query);
  },
  worksOfNode: (context, { params, query }) => readWorks(context, { node: params.id }, query),
  loadOfSpace: (context, { query }) => readLoad(context, { node: null }, query),
  worksOfSpace: (context, { query }) => readWorks(context, { node: null }, query),
  list: (context, { params, query }) => listResources(context, params.id, query.item),
  saveRates: (context, { params, body }) => saveRates(context, params.id, params.resourceId, body.rates),
  savePerson: (context, { params, body }) => savePerson(context, params.id, params.resourceId, body),
  saveAutoActuals: (context, { params, body }) => saveAutoActuals(context, params.id, params.resourceId, body.auto_actuals),
  saveAssignment: (context, { params, body }) => saveAssignment(context, params.id, params.assignmentId, body),
};
