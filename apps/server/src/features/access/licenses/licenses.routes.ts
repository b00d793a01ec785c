import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { freeSeat, listLicensesOfSpace, loadLicense, removeLicense, setLicenseActive } from './licenses.service.ts';

export const licensesRoutes: Handlers<typeof api.licenses> = {
  list: (context) => listLicensesOfSpace(context),
  load: async (context, { body }) => ({ success: true, ...(await loadLicense(context, body.token)) }),
  setActive: async (context, { params, body }) => {
    await setLicenseActive(context, params.id, body.active);
    return { success: true };
  },
  remove: async (context, { params }) => {
    await removeLicense(context, params.id);
    return { success: true };
  },
  freeSeat: async (context, { params }) => {
    await freeSeat(context, params.kind, params.userId);
    return { success: true };
  },
};
