import type { api } from '@gantry/contract';
import { isCalled, VALIDITY } from '@gantry/domain';
import type { Handlers } from '../../../platform/http/http.ts';
import { calculateRemains } from '../timetable/timetable.remains.service.ts';
import { copyVersion } from './versions.copy.service.ts';
import { updateCosts } from './versions.costs.service.ts';
import { acceptEstimates, checkEmptyWorks, saveEstimates } from './versions.estimates.service.ts';
import { listAttributesOf, listUsersOf } from './versions.people.service.ts';
import { createVersion } from './versions.service.ts';
import {
  describeVersion,
  findActual,
  listVersionsOf,
  lockVersion,
  makeKind,
  renameVersion,
} from '../version-heads/version-heads.service.ts';
import { removeVersion } from './versions.removal.service.ts';
import { updateTargetDates } from './versions.target.service.ts';

export const versionsRoutes: Handlers<typeof api.versions> = {
  list: async (context, { params, query: { calculation_status: asked } }) => {
    const versions = await listVersionsOf(context, params.id);
    return { versions: asked === undefined ? versions : versions.filter(({ calculation_status }) => isCalled(calculation_status, asked)) };
  },
  actualInfo: async (context, { params }) => {
    const version = await findActual(context, params.id);
    return { version, validity: version?.validity ?? VALIDITY.notValid };
  },
  create: async (context, { params, body }) => ({ id: await createVersion(context, params.id, body.name) }),
  get: (context, { params }) => describeVersion(context, params.id),
  rename: (context, { params, body }) => renameVersion(context, params.id, body.name),
  remove: (context, { params }) => removeVersion(context, params.id),
  setActual: (context, { params }) => makeKind(context, params.id, 'actual'),
  setLocked: (context, { params, body }) => lockVersion(context, params.id, body.locked),
  setTarget: (context, { params, body }) => makeKind(context, params.id, body.target ? 'target' : 'version', body.target && body.lock),
  copyTo: (context, { params, body }) => copyVersion(context, params.id, params.scheduleId, body.name),
  attributes: async (context, { params }) => ({ attributes: await listAttributesOf(context, params.id) }),
  users: (context, { params, query }) => listUsersOf(context, params.id, query),
  updateTargetDates: (context, { params, body }) => updateTargetDates(context, params.id, body),
  updateEstimatedData: (context, { params, body }) => saveEstimates(context, params.id, body.items),
  acceptCuratorDates: (context, { params, body }) => acceptEstimates(context, params.id, body.ids, body.result),
  calculateRemains: (context, { params, body }) => calculateRemains(context, params.id, body.ids),
  checkEmptyWorks: (context, { params }) => checkEmptyWorks(context, params.id),
  updateCosts: (context, { params, body }) => updateCosts(context, params.id, body),
};
