import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { describeProjectRow, filterProjectRows, listProjectRows, updateProjectRow } from './gwbs.service.ts';

export const gwbsRoutes: Handlers<typeof api.gwbs> = {
  list: (context, { params, query }) => listProjectRows(context, params.id, query),
  filter: (context, { params, body }) => filterProjectRows(context, params.id, body),
  get: (context, { params }) => describeProjectRow(context, params.id, params.wbsId),
  update: (context, { params, body }) => updateProjectRow(context, params.id, params.wbsId, body),
};
