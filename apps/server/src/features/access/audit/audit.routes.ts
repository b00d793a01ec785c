import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { checkSeals } from './audit.seals.service.ts';
import { exportAudit, listAudit } from './audit.service.ts';

export const auditRoutes: Handlers<typeof api.audit> = {
  list: (context, { query }) => listAudit(context, query),
  seals: (context) => checkSeals(context),
  export: (context, { body }, { reply }) => exportAudit(context, body, reply),
};
