import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { forgetAct, readAct, startAccept as startSave, startLook, startUndo } from './catalog-changes.acts.service.ts';
import { discard, listChanges, listWaiting, startAccept, startPreview } from './catalog-changes.service.ts';

export const catalogChangesRoutes: Handlers<typeof api.catalogChanges> = {
  preview: async (context, { body }) => ({ success: true, job_id: await startPreview(context, body) }),
  list: async (context, { query }) => ({ proposals: await listWaiting(context, query.version_id) }),
  changes: (context, { params, query }) => listChanges(context, params.id, query),
  accept: async (context, { params, body }) => ({ success: true, job_id: await startAccept(context, params.id, body.item_ids) }),
  discard: async (context, { params }) => {
    await discard(context, params.id);
    return { success: true };
  },
  look: async (context, { body }) => ({ success: true, ...(await startLook(context, body)) }),
  act: (context, { params }) => readAct(context, params.id),
  save: async (context, { params }) => ({ success: true, job_id: await startSave(context, params.id) }),
  takeBack: async (context, { params }) => ({ success: true, job_id: await startUndo(context, params.id) }),
  forget: async (context, { params }) => {
    await forgetAct(context, params.id);
    return { success: true };
  },
};
