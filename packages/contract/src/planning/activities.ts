import { z } from 'zod';
import { ANYWHERE, endpoint, pathId } from '../endpoint.ts';
import { headline } from './edits.ts';

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
  /** What a small change is about, as far as the caller may see it. */
  about: headline.nullable(),
  /** The row of the WBS that it is about, where that is still there. */
  row: z.object({ id: z.number(), code: z.string(), name: z.string() }).nullable(),
});
export type Activity = z.output<typeof activity>;

const activityId = z.string().regex(/^\d{1,15}-\d{1,9}$/);

export const activities = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/activities',
    summary: 'What was done in the space; below a node, by a person, in a range of time',
    right: 'plan.read',
    place: ANYWHERE,
    query: z.object({
      eps_id: pathId.optional(),
      user_id: pathId.optional(),
      from: z.iso.datetime().optional(),
      to: z.iso.datetime().optional(),
      before: z.iso.datetime().optional(),
      kind: z.enum(['add', 'update', 'delete']).optional(),
      direction: z.coerce
        .number()
        .pipe(z.union([z.literal(1), z.literal(-1)]))
        .default(-1)
        .describe('-1: the newest first'),
      behind: activityId.optional().describe('Id of an activity: those that follow it in the list'),
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
    heavy: 'space',
    params: z.object({ id: activityId }),
    output: activity.extend({
      tables: z.array(z.object({ table: z.string(), added: z.number(), updated: z.number(), removed: z.number() })),
    }),
  }),
};
