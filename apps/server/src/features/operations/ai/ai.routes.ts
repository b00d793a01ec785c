import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { analyseSchedule } from './ai.analytics.service.ts';
import { listHistory, readHistory, rejectProposal } from './ai.history.service.ts';
import { applyProposal, decompose } from './ai.service.ts';
import { type AiModel, listModelCalls, modelOfSpace } from './model/ai.model.service.ts';

export const aiRoutes = (model: AiModel | null): Handlers<typeof api.ai> => ({
  scheduleAnalytics: (context, { query }) => analyseSchedule(context, query.version_id, query.language),
  decompose: (context, { query }) => decompose(context, query, model),
  model: (context) => modelOfSpace(context, model),
  modelCalls: (context, { query }) => listModelCalls(context, query.before),
  historyList: (context, { query }) => listHistory(context, query),
  historyItem: (context, { query }) => readHistory(context, query.id),
  reject: (context, { body }) => rejectProposal(context, body.history_id),
  apply: (context, { body }) => applyProposal(context, body),
});
