import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { atSpace, endpoint, pathId } from '../endpoint.ts';
import { event } from '../event.ts';

/** Test data: a sample project to try things on. It makes no people. */
export const demoData = {
  fill: endpoint({
    method: 'POST',
    path: '/api/v1/space/{id}/demo',
    summary:
      'Fill a space with test data, as a job: a facility with a project, a schedule and a calculated version; an empty space becomes a demo one',
    right: 'space.manage',
    place: atSpace('id'),
    params: z.object({ id: pathId }),
    output: jobAnswer,
  }),
};

export const demoDataEvents = {
  space_demo_progress: event({ space_id: z.number(), percent: z.number() }),
};
