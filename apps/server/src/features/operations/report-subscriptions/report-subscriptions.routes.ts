import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { leave } from './report-subscriptions.leaving.service.ts';
import { listHistory, sendAgain, sendNow } from './report-subscriptions.sendings.service.ts';
import { listAt, setActive, subscribe, unsubscribe } from './report-subscriptions.service.ts';

export const reportSubscriptionsRoutes: Handlers<typeof api.reportSubscriptions> = {
  list: (context, { params }) => listAt(context, params.id),
  add: (context, { params, body }) => subscribe(context, params.id, body),
  setActive: (context, { params, body }) => setActive(context, params.id, body.active),
  sendings: (context, { params, query }) => listHistory(context, params.id, query.before),
  sendNow: (context, { params }) => sendNow(context, params.id),
  sendAgain: (context, { params }) => sendAgain(context, params.id),
  leave: (context, { query }) => leave(context, query.token),
  remove: (context, { params }) => unsubscribe(context, params.id),
};
