import { LANGUAGES } from '@gantry/domain';
import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { atSpace, endpoint, pathId } from '../endpoint.ts';
import { event } from '../event.ts';

export const demoDataErrors = {
  'demo.none': 404,
  'demo.busy': 409,
  /** More was added to the test data than the caller knows of. */
  'demo.more_added': 409,
} as const;

/** What people add to test data. */
const ADDED = ['nodes', 'versions', 'edits', 'files', 'messages', 'tasks'] as const;
export type DemoAdded = (typeof ADDED)[number];

const params = z.object({ id: pathId });

/** Test data: a sample project to try things on. It makes no people who could sign in; the names in it have no accounts. */
export const demoData = {
  describe: endpoint({
    method: 'GET',
    path: '/api/v1/space/{id}/demo',
    summary: 'The test data of a space: its facilities, what people added to them since, and whether it is being filled or removed',
    right: 'space.manage',
    place: atSpace('id'),
    params,
    output: z.object({
      facilities: z.array(z.object({ id: z.number(), name: z.string() })),
      added: z.array(z.object({ what: z.enum(ADDED), count: z.number() })),
      /** Whether anything of it is left; people and units may be, where the facility is not. */
      removable: z.boolean(),
      busy: z.boolean(),
    }),
  }),
  fill: endpoint({
    method: 'POST',
    path: '/api/v1/space/{id}/demo',
    summary:
      'Fill a space with test data in a language, as a job: a facility with a project under way, its plan, teamwork, costs and model; an empty space becomes a demo one',
    right: 'space.manage',
    place: atSpace('id'),
    params,
    body: z.strictObject({ language: z.enum(LANGUAGES).default('en-US') }).default({ language: 'en-US' }),
    output: jobAnswer,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/space/{id}/demo',
    summary:
      'Remove the test data of a space as a job: its facilities with all that is in them, its people without accounts, and its units that nothing else is measured in',
    right: 'space.manage',
    place: atSpace('id'),
    params,
    /** So many things that people added go too; where there are more the call is refused. */
    query: z.object({ added: z.coerce.number<number>().int().min(0).default(0) }),
    output: jobAnswer,
  }),
};

export const demoDataEvents = {
  space_demo_progress: event({ space_id: z.number(), percent: z.number() }),
};
