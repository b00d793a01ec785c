import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { hide, listAll, listArea, openNotice, readDueWorks, readStatus, sendTest } from './notices.service.ts';
import { addDevice, removeDevice } from './notices.push.service.ts';
import { changeNoticeSettings, readNoticeSettings, tryChannel, unsubscribe } from './notices.settings.service.ts';

export const noticesRoutes: Handlers<typeof api.notices> = {
  list: (context, { query }) => listAll(context, query),
  area: (context, { query }) => listArea(context, query),
  status: (context) => readStatus(context),
  open: (context, { params }) => openNotice(context, params.id),
  timesheet: (context, { query }) => readDueWorks(context, null, query.day),
  timesheetOf: (context, { params, query }) => readDueWorks(context, params.id, query.day),
  remove: (context, { params }) => hide(context, 'list', { id: params.id }),
  removeAll: (context, { query }) => hide(context, 'list', query),
  removeFromArea: (context, { params }) => hide(context, 'area', { id: params.id }),
  removeAllFromArea: (context, { query }) => hide(context, 'area', query),
  test: async (context, { params }) => {
    const id = await sendTest(context, params.id);
    return {
      id,
      channels: [{ channel: 'page', sent: true, reason: null }, await tryChannel(context, 'mail'), await tryChannel(context, 'desktop')],
    };
  },
  testChannel: (context, { body }) => tryChannel(context, body.channel),
  settings: (context) => readNoticeSettings(context),
  saveSettings: (context, { body }) => changeNoticeSettings(context, body),
  addDevice: (context, { body }) => addDevice(context, body),
  removeDevice: (context, { body }) => removeDevice(context, body.endpoint),
  unsubscribe: (context, { query }) => unsubscribe(context, query.token),
};
