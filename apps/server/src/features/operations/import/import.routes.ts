import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { leftOf } from '../../../platform/http/left.ts';
import { acceptProposal, discardProposal, getProposal, listProposedChanges } from './proposal/import.proposal.service.ts';
import { addImportPart, endImport, openImport, readImport } from './import.parts.service.ts';
import { finishImport, startImport, tryImport } from './import.service.ts';

export const importRoutes: Handlers<typeof api.imports> = {
  upload: async (context, { params }, { request }) => ({ job_id: await startImport(context, params.id, request) }),
  uploadNow: async (context, { params }, { request, reply }) =>
    finishImport(context, await startImport(context, params.id, request), reply),
  openUpload: (context, { params, body }, { reply }) => openImport(context, params.id, body, reply),
  readUpload: (context, { params }, { reply }) => readImport(context, params.key, reply),
  addPart: (context, { params }, { request, reply }) => addImportPart(context, params.key, request, reply),
  endUpload: (context, { params }) => endImport(context, params.key),
  tryRule: (context, { params }, { request, reply }) => tryImport(context, params.id, request, leftOf(reply)),
  proposal: (context, { params }) => getProposal(context, params.id),
  changes: (context, { params, query }) => listProposedChanges(context, params.id, query.part, query.offset, query.limit),
  accept: (context, { params, body }) => acceptProposal(context, params.id, body.parts),
  discard: (context, { params }) => discardProposal(context, params.id),
};
