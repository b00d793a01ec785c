import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  addUploaded,
  attach,
  detach,
  listAll,
  listAtNode,
  remove,
  rename,
  sendTemplate,
  startBatch,
  startReport,
} from './report-forms.service.ts';
import { vocabularyOut } from './vocabulary/report-forms.vocabulary.rules.ts';

export const reportFormsRoutes: Handlers<typeof api.reportForms> = {
  list: (context) => listAll(context),
  listAt: (context, { params }) => listAtNode(context, params.id),
  vocabulary: async () => vocabularyOut(),
  add: (context, { query }, { request }) => addUploaded(context, request, query),
  template: (context, { params }, { reply }) => sendTemplate(context, params.id, reply),
  remove: (context, { params }) => remove(context, params.id),
  rename: (context, { params, body }) => rename(context, params.id, body.name),
  attach: (context, { params }) => attach(context, params.id, params.epsId),
  detach: (context, { params }) => detach(context, params.id, params.epsId),
  run: async (context, { params, body: { version_ids, ...body } }) => ({
    job_id: await startReport(context, { form: params.id, at: { nodeId: params.x, versionIds: version_ids }, ...body }),
  }),
  master: async (context, { params, body }) => ({
    job_id: await startReport(context, { form: params.x, at: { versionId: params.id }, ...body }),
  }),
  runVersion: async (context, { params, body }) => ({
    job_id: await startReport(context, { form: params.x, at: { versionId: params.id }, ...body }),
  }),
  batch: async (context, { body }) => ({
    job_id: await startBatch(
      context,
      body.items.map(({ report_id, eps_id, version_ids, ...item }) => ({
        form: report_id,
        at: { nodeId: eps_id, versionIds: version_ids },
        ...item,
      })),
    ),
  }),
};
