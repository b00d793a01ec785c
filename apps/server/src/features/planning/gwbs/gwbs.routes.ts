import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { describeProjectRow, filterProjectRows, listProjectRows, updateProjectRow } from './gwbs.service.ts';

export const gwbsRoutes: Handlers<typeof api.gwbs> = {
  list: (context, { params, query }, { reply }) => listProjectRows(context, params.id, query, reply),
  filter: (context, { params, body }, { reply }) => filterProjectRows(context, params.id, body, reply),
  get: (context, { params }) => describeProjectRow(context, params.id, params.wbsId),
  update: (context, { params, body }) => updateProjectRow(context, params.id, params.wbsId, body),
};
