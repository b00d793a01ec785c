import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** A message of the push channel: an event of the specification and what it says. */
export const pushMessage = z.object({ event: z.string(), data: z.record(z.string(), z.unknown()) });
export type PushMessage = z.output<typeof pushMessage>;

/** What a page sends: which space it stands in and which version it has open, on which row. */
export const pushRequest = z.object({
  space_id: z.number().int().positive().nullable(),
  version_id: z.number().int().positive().nullable(),
  row_id: z.number().int().positive().nullable().optional(),
});
export type PushRequest = z.output<typeof pushRequest>;

export const push = {
  stream: endpoint({
    method: 'GET',
    path: '/api/v1/events/stream',
    summary: 'WebSocket with the events of the space and of the version that the page has open',
    right: 'signed_in',
    response: 'socket',
  }),
};
