import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { startBatchCalculation } from './batch.calculate.service.ts';
import { startBatchExport } from './batch.export.service.ts';
import { startBatchImport } from './batch.import.service.ts';
import { stopBatch } from './batch.service.ts';

export const batchRoutes: Handlers<typeof api.batch> = {
  import: async (context, _input, { request }) => ({ job_id: await startBatchImport(context, request) }),
  export: async (context, { body }) => ({ job_id: await startBatchExport(context, body) }),
  calculate: async (context, { body }) => ({ job_id: await startBatchCalculation(context, body) }),
  stop: (context, { body }) => stopBatch(context, body.job_id),
};
