import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { readNarrative, writeNote } from './narrative.service.ts';

export const narrativeRoutes: Handlers<typeof api.narratives> = {
  read: (context, { params, body }) => readNarrative(context, params.id, body),
  saveNote: (context, { params, body }) => writeNote(context, params.id, body),
};
