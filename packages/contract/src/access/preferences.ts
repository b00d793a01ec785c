import { z } from 'zod';
import { ANYWHERE, endpoint, STATE_BODY } from '../endpoint.ts';

const key = z.string().min(1).max(64);
const state = z.json();

export const preferences = {
  readState: endpoint({
    method: 'GET',
    path: '/api/v1/ui-state-config/{a}/{b}',
    summary: 'State of a screen (a) for an object (b) as the person left it',
    right: 'space.read',
    place: ANYWHERE,
    params: z.object({ a: key, b: key }),
    output: z.object({ state: state.nullable() }),
  }),
  saveState: endpoint({
    method: 'POST',
    path: '/api/v1/ui-state-config',
    summary: 'Keep the state of a screen',
    right: 'space.read',
    bodyBytes: STATE_BODY,
    place: ANYWHERE,
    body: z.object({ a: key, b: key, state }),
  }),
};
