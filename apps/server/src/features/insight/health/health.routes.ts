import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { applyFixes, previewFixes, readHealth } from './health.service.ts';

export const healthRoutes: Handlers<typeof api.health> = {
  read: (context, { params }) => readHealth(context, params.id),
  preview: (context, { params }) => previewFixes(context, params.id, params.check),
  fix: (context, { params, body }) => applyFixes(context, params.id, params.check, body),
};
