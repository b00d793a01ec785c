import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { forgetAct, readAct, startAccept as startSave, startLook, startUndo } from './catalog-changes.acts.service.ts';
import { discard, listChanges, listWaiting, startAccept, startPreview } from './catalog-changes.service.ts';

export const catalogChangesRoutes: Handlers<typeof api.catalogChanges> = {
  preview: async (context, { body }) => ({ job_id: await startPreview(context, body) }),
  list: async (context, { query }) => ({ proposals: await listWaiting(context, query.version_id) }),
  changes: (context, { params, query }) => listChanges(context, params.id, query),
  accept: async (context, { params, body }) => ({ job_id: await startAccept(context, params.id, body.item_ids) }),
  discard: (context, { params }) => discard(context, params.id),
  look: async (context, { body }) => ({ ...(await startLook(context, body)) }),
  act: (context, { params }) => readAct(context, params.id),
  save: async (context, { params }) => ({ job_id: await startSave(context, params.id) }),
  takeBack: async (context, { params }) => ({ job_id: await startUndo(context, params.id) }),
  forget: (context, { params }) => forgetAct(context, params.id),
};
