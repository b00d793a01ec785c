import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { startDemo } from './demo-data.service.ts';

export const demoDataRoutes: Handlers<typeof api.demoData> = {
  fill: async (context) => ({ job_id: await startDemo(context) }),
};
