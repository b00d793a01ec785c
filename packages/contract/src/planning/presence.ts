import { z } from 'zod';
import { atVersion, endpoint, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';

/** A page with the version open: its person and selected row. One person may have several. */
export const present = z.object({
  connection: z.string(),
  user_id: z.number(),
  name: z.string(),
  /** Changes with the avatar; null without one. */
  avatar: z.string().nullable(),
  row_id: z.number().nullable(),
  since: z.string(),
});
export type Present = z.output<typeof present>;

export const presence = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/presence',
    summary: 'Who has a version open; the event version_presence tells changes',
    right: 'plan.read',
    place: atVersion('id'),
    params: z.object({ id: pathId }),
    output: z.object({ people: z.array(present) }),
  }),
};

export const presenceEvents = {
  /** What has changed about who has a version open: pages that came, went to another row, or left. */
  version_presence: heardBy(
    'plan.read',
    'version',
    'version_id',
    event({
      version_id: z.number(),
      joined: z.array(present),
      moved: z.array(z.object({ connection: z.string(), row_id: z.number().nullable() })),
      left: z.array(z.string()),
    }),
  ),
};
