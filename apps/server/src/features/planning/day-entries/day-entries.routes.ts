import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { decideEntries, readEntries } from './day-entries.queue.service.ts';
import { readOwnWork } from './day-entries.work.service.ts';
import { reportEntries } from './day-entries.service.ts';

export const dayEntriesRoutes: Handlers<typeof api.dayEntries> = {
  list: (context, { params, query }) => readEntries(context, params.id, query),
  decide: (context, { params, body }) => decideEntries(context, params.id, body.ids, body.result === 'APPROVED', body.reason),
  work: (context, { query }) => readOwnWork(context, query),
  report: (context, { body }) => reportEntries(context, body.entries),
};
