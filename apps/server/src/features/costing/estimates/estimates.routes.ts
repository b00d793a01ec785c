import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { presetHandlers } from '../../access/presets/presets.service.ts';
import { compareEstimate } from './editions/estimates.compare.service.ts';
import { readRowDetails } from './editions/estimates.details.service.ts';
import { startEstimateExport } from './estimates.export.service.ts';
import { estimateMappings } from './estimates.mappings.service.ts';
import {
  changeEstimate,
  changeRow,
  changeRows,
  listOfProject,
  readEstimateHead,
  readRows,
  removeEstimate,
  setFlag,
  undoEstimate,
} from './estimates.service.ts';
import { previewEstimate, uploadEstimate } from './estimates.upload.service.ts';

export const estimateMappingsRoutes: Handlers<typeof api.estimateMappings> = presetHandlers(estimateMappings);

export const estimatesRoutes: Handlers<typeof api.estimates> = {
  list: (context, { params, query }) => listOfProject(context, params.id, query.version_id),
  upload: (context, _input, { request }) => uploadEstimate(context, request),
  preview: (context, _input, { request }) => previewEstimate(context, request),
  get: (context, { params }) => readEstimateHead(context, params.id),
  update: async (context, { params, body }) => ({ revision: await changeEstimate(context, params.id, body) }),
  remove: (context, { params, query }) => removeEstimate(context, params.id, query.in_use === 'true'),
  rows: (context, { params, query }) => readRows(context, params.id, query),
  rowDetails: (context, { params }) => readRowDetails(context, params.id, params.estimateRowId),
  compare: (context, { params, query }) => compareEstimate(context, params.id, query),
  setChecked: (context, { params, body }) => setFlag(context, params.id, 'checked', body.ids, body.value),
  setExpanded: (context, { params, body }) => setFlag(context, params.id, 'folded', body.ids, !body.value),
  export: async (context, { params }) => ({ job_id: await startEstimateExport(context, params.id, params.x) }),
  undo: (context, { params, body }) => undoEstimate(context, params.id, body),
  updateRow: (context, { params, body }) => changeRow(context, params.id, params.estimateRowId, body),
  updateRows: (context, { params, body }) =>
    changeRows(context, params.id, new Map(body.rows.map(({ row_id, ...change }) => [row_id, change]))),
};
