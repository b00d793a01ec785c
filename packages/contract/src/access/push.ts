import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { event } from '../event.ts';

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

export const pushEvents = {
  /** The page is heard where it stands from now on; null where it may not stand. */
  subscribed: event({ space_id: z.number().nullable(), version_id: z.number().nullable() }),
  /** What the person may has changed: the page looks again at what it shows. */
  access_changed: event({}),
  /** Messages may have been lost on their way: the page loads again what it shows. */
  resync: event({}),
};
