import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { listCorporateLicenses, loadLicense, removeLicense, setLicenseActive } from '../licenses/licenses.service.ts';
import {
  changePerson,
  describeInstallation,
  endSessionsOfPerson,
  listPeopleOfInstallation,
  listSpacesOfInstallation,
} from './installation.service.ts';

export const installationRoutes: Handlers<typeof api.installation> = {
  state: (context) => describeInstallation(context),
  spaces: async (context) => ({ spaces: await listSpacesOfInstallation(context) }),
  people: (context, { query }) => listPeopleOfInstallation(context, query),
  changePerson: async (context, { params, body }) => {
    await changePerson(context, params.id, body);
    return { success: true };
  },
  endSessions: async (context, { params }) => ({ success: true, ended: await endSessionsOfPerson(context, params.id) }),
  licenses: (context) => listCorporateLicenses(context),
  loadLicense: async (context, { body }) => ({ success: true, ...(await loadLicense(context, body.token, true)) }),
  setLicenseActive: async (context, { params, body }) => {
    await setLicenseActive(context, params.id, body.active, true);
    return { success: true };
  },
  removeLicense: async (context, { params }) => {
    await removeLicense(context, params.id, true);
    return { success: true };
  },
};
