import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { listCorporateLicenses, loadLicense, removeLicense, setLicenseActive } from '../licenses/licenses.service.ts';
import {
  changePerson,
  describeInstallation,
  endSessionsOfPerson,
  listPeopleOfInstallation,
  listSpacesOfInstallation,
  setLogLevels,
} from './installation.service.ts';

export const installationRoutes: Handlers<typeof api.installation> = {
  state: (context) => describeInstallation(context),
  setLogLevels: (context, { body }) => setLogLevels(context, body.levels),
  spaces: (context, { query }) => listSpacesOfInstallation(context, query),
  people: (context, { query }) => listPeopleOfInstallation(context, query),
  changePerson: (context, { params, body }) => changePerson(context, params.id, body),
  endSessions: async (context, { params }) => ({ ended: await endSessionsOfPerson(context, params.id) }),
  licenses: (context) => listCorporateLicenses(context),
  loadLicense: async (context, { body }) => ({ ...(await loadLicense(context, body.token, true)) }),
  setLicenseActive: (context, { params, body }) => setLicenseActive(context, params.id, body.active, true),
  removeLicense: (context, { params }) => removeLicense(context, params.id, true),
};
