import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { makeLinks, proposeLinks } from './pipes.links.service.ts';
import { approvePackage, changePipe, createPipe, readPipeline, readSettings, removePipe, saveSettings } from './pipes.service.ts';

export const pipesRoutes: Handlers<typeof api.pipes> = {
  read: (context, { params }) => readPipeline(context, params.id),
  create: async (context, { body }) => ({ id: await createPipe(context, body) }),
  update: (context, { params, body }) => changePipe(context, params.id, body),
  remove: (context, { params }) => removePipe(context, params.id),
  settings: (context, { params }) => readSettings(context, params.id),
  saveSettings: (context, { params, body }) => saveSettings(context, params.id, body),
  proposeLinks: (context, { params }) => proposeLinks(context, params.id),
  makeLinks: (context, { params, body }) => makeLinks(context, params.id, body.links),
  approve: (context, { params, body }) => approvePackage(context, params.id, body),
};
