import type { api } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Handlers } from '../../../platform/http/http.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { changeIndicator, createIndicator, getIndicator, listIndicatorsOf, removeIndicator } from './indicators.service.ts';

const schedule = (context: Context, id: number) => getNode(context, id, 'schedule');

export const indicatorsRoutes: Handlers<typeof api.indicators> = {
  list: async (context, { query }) => ({ indicators: await listIndicatorsOf(context, query.node_id) }),
  create: async (context, { body: { node_id, ...definition } }) => ({
    id: await createIndicator(context, node_id, definition),
  }),
  get: (context, { params }) => getIndicator(context, params.id),
  update: (context, { params, body }) => changeIndicator(context, params.id, body),
  remove: (context, { params }) => removeIndicator(context, params.id),
  listOfSchedule: async (context, { params }) => {
    await schedule(context, params.id);
    return { indicators: await listIndicatorsOf(context, params.id) };
  },
  createAtSchedule: async (context, { params, body }) => {
    await schedule(context, params.id);
    return { id: await createIndicator(context, params.id, body) };
  },
  updateAtSchedule: async (context, { params, body }) => {
    await schedule(context, params.id);
    await changeIndicator(context, params.indicatorId, body, params.id);
  },
  removeAtSchedule: async (context, { params }) => {
    await schedule(context, params.id);
    await removeIndicator(context, params.indicatorId, params.id);
  },
};
