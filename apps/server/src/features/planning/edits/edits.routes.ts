import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { clearHistory, listChangesSince, listHistory } from './undo/edits.history.service.ts';
import { redo, undo } from './undo/edits.undo.service.ts';

export const editsRoutes: Handlers<typeof api.edits> = {
  list: (context, { params, query }) => listHistory(context, params.id, query.limit),
  undo: (context, { params, body }) => undo(context, params.id, body),
  redo: (context, { params, body }) => redo(context, params.id, body),
  clear: (context, { params }) => clearHistory(context, params.id),
  since: (context, { params, query }) => listChangesSince(context, params.id, query.since, query.chain ?? null),
};
