import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { presetHandlers } from '../../access/presets/presets.service.ts';
import {
  activateSetting,
  changeSetting,
  createSetting,
  curves,
  dashboards,
  listDashboards,
  listSettings,
  removeSetting,
  resetSettings,
} from './analytics-settings.service.ts';

const ofDashboards = presetHandlers(dashboards);
const ofCurves = presetHandlers(curves);

export const analyticsSettingsRoutes: Handlers<typeof api.analyticsSettings> = {
  list: (context, { query }) => listSettings(context, query.scope === '' ? null : query.scope),
  create: async (context, { body }) => ({ id: await createSetting(context, body) }),
  update: (context, { params, body }) => changeSetting(context, params.id, body),
  setActive: (context, { params, body }) => activateSetting(context, params.id, body.active),
  remove: (context, { params }) => removeSetting(context, params.id),
  reset: (context, { body }) => resetSettings(context, body.scope),
  listDashboards: (context, { query }) => listDashboards(context, query.target),
  createDashboard: ofDashboards.create,
  updateDashboard: ofDashboards.update,
  setActiveDashboard: ofDashboards.setActive,
  removeDashboard: ofDashboards.remove,
  resetDashboards: (context, { body }) => dashboards.reset(context, body.target),
  listCurves: ofCurves.list,
  createCurve: ofCurves.create,
  updateCurve: ofCurves.update,
  setActiveCurve: ofCurves.setActive,
  removeCurve: ofCurves.remove,
  placeCurve: (context, { params, body }) => curves.place(context, params.id, body.index),
};
