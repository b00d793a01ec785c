import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { presetHandlers } from '../../access/presets/presets.service.ts';
import { boards, listBoards, readBoard, readLights } from './scoreboard.service.ts';

const { create, update, remove } = presetHandlers(boards);

export const scoreboardRoutes: Handlers<typeof api.scoreboard> = {
  list: async (context) => ({ boards: await listBoards(context) }),
  read: (context, { params, query }) => readBoard(context, params.id, query.node ?? null),
  lights: (context, { query }) => readLights(context, query),
  create,
  update,
  remove,
};
