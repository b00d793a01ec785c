import { z } from 'zod';
import { ANYWHERE, endpoint, pathId } from '../endpoint.ts';

export const activitiesErrors = { 'activity.not_found': 404 } as const;

/** Something that somebody did to a version of the space; its id is `<version>-<revision>`. */
export const activity = z.object({
  id: z.string(),
  version_id: z.number(),
  version_name: z.string(),
  schedule_id: z.number(),
  schedule_name: z.string(),
  revision: z.number(),
  name: z.string(),
  undoes: z.number().nullable(),
  redoes: z.number().nullable(),
  author_id: z.number(),
  author: z.string(),
  at: z.string(),
  kind: z.enum(['add', 'update', 'delete']),
  rows: z.number(),
});
export type Activity = z.output<typeof activity>;

export const activities = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/activities',
    summary: 'What was done in the space, newest first; below a node, by a person, in a range of time',
    right: 'plan.read',
    place: ANYWHERE,
    query: z.object({
      eps_id: pathId.optional(),
      user_id: pathId.optional(),
      from: z.iso.datetime().optional(),
      to: z.iso.datetime().optional(),
      before: z.iso.datetime().optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    output: z.object({ activities: z.array(activity) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/activities/{id}',
    summary: 'One thing that was done, with how many rows of each table it touched',
    right: 'plan.read',
    place: ANYWHERE,
    params: z.object({ id: z.string().regex(/^\d{1,15}-\d{1,9}$/) }),
    output: activity.extend({
      tables: z.array(z.object({ table: z.string(), added: z.number(), updated: z.number(), removed: z.number() })),
    }),
  }),
};
