import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { describeSpace } from '../../access/spaces/spaces.service.ts';
import { makeRecoveryCode, sendBackup, startUpload } from './backups.upload.service.ts';
import {
  addBackupJob,
  goBack,
  listBackupJobs,
  listBackupsOfSpace,
  previewRestore,
  removeBackup,
  removeBackupJob,
  startBackup,
  startRestore,
  startVerification,
} from './backups.service.ts';

export const backupsRoutes: Handlers<typeof api.backups> = {
  jobs: async (context) => ({ jobs: await listBackupJobs(context) }),
  addJob: (context, { body }) => addBackupJob(context, body),
  removeJob: (context, { params }) => removeBackupJob(context, params.jobId),
  list: (context, { query }) => listBackupsOfSpace(context, query),
  create: async (context, { body }) => ({ job_id: await startBackup(context, body) }),
  remove: (context, { params, body }) => removeBackup(context, params.backupId, body.confirm),
  recoveryCode: async (context) => ({ code: await makeRecoveryCode(context) }),
  download: (context, { params }, { reply }) => sendBackup(context, params.backupId, reply),
  upload: async (context, _input, { request }) => ({ job_id: await startUpload(context, request) }),
  verify: async (context, { params }) => ({ job_id: await startVerification(context, params.backupId) }),
  preview: (context, { params }) => previewRestore(context, params.backupId),
  goBack: async (context, { params, body }) => {
    const { space_name: spaceName } = await describeSpace(context);
    return { space_id: await goBack(context, params.formerId, { ...body, spaceName }) };
  },
  restore: async (context, { params, body }) => {
    const { space_name: spaceName } = await describeSpace(context);
    return { job_id: await startRestore(context, params.backupId, { ...body, spaceName }) };
  },
};
