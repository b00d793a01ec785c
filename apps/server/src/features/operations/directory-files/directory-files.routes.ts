import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  discardUpload,
  getUpload,
  listUploadChanges,
  listUploadRules,
  removeUploadRule,
  saveUploadRule,
  startAccept,
  startDirectoryExport,
  startUpload,
} from './directory-files.service.ts';

export const directoryFilesRoutes: Handlers<typeof api.directoryFiles> = {
  upload: async (context, { params }, { request }) => ({ job_id: await startUpload(context, params.epsId, request) }),
  uploadWithAssignment: async (context, { params }, { request }) => ({
    job_id: await startUpload(context, params.epsId, request, true),
  }),
  export: async (context, { params, body }) => ({
    job_id: await startDirectoryExport(context, params.epsId, params.directoryId, body.format),
  }),
  proposal: (context, { params }) => getUpload(context, params.epsId, params.uploadId),
  changes: (context, { params, query }) => listUploadChanges(context, params.epsId, params.uploadId, query.part, query.offset, query.limit),
  accept: async (context, { params, body }) => ({
    job_id: await startAccept(context, params.epsId, params.uploadId, body),
  }),
  discard: (context, { params }) => discardUpload(context, params.epsId, params.uploadId),
  rules: async (context, { params }) => ({ rules: await listUploadRules(context, params.epsId, params.directoryId) }),
  saveRule: async (context, { params, body }) => ({
    id: await saveUploadRule(context, params.epsId, params.directoryId, body.name, body.rule),
  }),
  removeRule: (context, { params }) => removeUploadRule(context, params.epsId, params.directoryId, params.ruleId),
};
