import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { freeSeat, listLicensesOfSpace, loadLicense, removeLicense, setLicenseActive } from './licenses.service.ts';

export const licensesRoutes: Handlers<typeof api.licenses> = {
  list: (context) => listLicensesOfSpace(context),
  load: async (context, { body }) => ({ ...(await loadLicense(context, body.token)) }),
  setActive: (context, { params, body }) => setLicenseActive(context, params.id, body.active),
  remove: (context, { params }) => removeLicense(context, params.id),
  freeSeat: (context, { params }) => freeSeat(context, params.kind, params.userId),
};
