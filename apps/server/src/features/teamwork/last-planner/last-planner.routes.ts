import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { readAhead } from './last-planner.ahead.service.ts';
import {
  createRoadblock,
  readOwnRoadblocks,
  readRoadblocks,
  removeRoadblock,
  reportRoadblock,
  updateRoadblock,
} from './last-planner.roadblocks.service.ts';
import { answerCommitment, approvePlan, closePlan, readPlan, readResults, withdrawCommitment } from './last-planner.weeks.service.ts';

export const lastPlannerRoutes: Handlers<typeof api.lastPlanner> = {
  listRoadblocks: (context, { params, query }) => readRoadblocks(context, params.id, query),
  createRoadblock: (context, { params, body }) => createRoadblock(context, params.id, body),
  updateRoadblock: (context, { params, body }) => updateRoadblock(context, params.id, params.roadblockId, body),
  removeRoadblock: (context, { params }) => removeRoadblock(context, params.id, params.roadblockId),
  ahead: (context, { params, query }) => readAhead(context, params.id, query),
  readPlan: (context, { params, query }) => readPlan(context, params.id, query.week),
  approvePlan: (context, { params, body }) => approvePlan(context, params.id, body.week, body.commitments),
  answer: (context, { params, body }) => answerCommitment(context, params.id, params.commitmentId, body),
  withdraw: (context, { params }) => withdrawCommitment(context, params.id, params.commitmentId),
  closePlan: (context, { params, body }) => closePlan(context, params.id, body.week),
  results: (context, { params, query }) => readResults(context, params.id, query.weeks),
  fieldRoadblocks: (context) => readOwnRoadblocks(context),
  reportRoadblock: (context, { body }) => reportRoadblock(context, body),
};
