import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { decideLines } from './timesheets.approval.service.ts';
import { readLines, readOwnLines, readPeople } from './timesheets.reading.service.ts';
import { removeLine, saveLines, updateLine } from './timesheets.service.ts';

export const timesheetsRoutes: Handlers<typeof api.timesheets> = {
  list: (context, { params, query }) => readLines(context, params.id, null, query),
  listOfRow: (context, { params, query }) => readLines(context, params.id, params.wbsId, query),
  users: (context, { params, query }) => readPeople(context, params.id, query),
  own: (context, { query }) => readOwnLines(context, query),
  create: (context, { params, body }) => saveLines(context, params.id, body.lines, body.submit),
  update: (context, { params, body }) => updateLine(context, params.id, params.timesheetId, body),
  approve: (context, { params, body }) =>
    decideLines(context, params.id, [params.timesheetId, ...(body.ids ?? [])], body.result === 'APPROVED', body.reason),
  remove: (context, { params }) => removeLine(context, params.id, params.timesheetId),
};
