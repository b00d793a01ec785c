import { z } from 'zod';
import { endpoint, pathId } from '../endpoint.ts';
import { event } from '../event.ts';

export const jobsErrors = {
  'job.not_found': 404,
  'job.failed': 422,
  'job.interrupted': 409,
  'job.unknown_input': 422,
  'job.cancelled': 409,
  'job.cannot_be_stopped': 409,
} as const;

export const JOB_STATUSES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;

/** A finding of a job about one line of its input. */
export const finding = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  code: z.string(),
  message: z.string(),
  line: z.number().nullable(),
  parameters: z.record(z.string(), z.json()),
});

/** Long work: how far it is, what it found, how it ended. */
export const job = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string(),
  status: z.enum(JOB_STATUSES),
  progress: z.number().min(0).max(1),
  stage: z.string(),
  result: z.record(z.string(), z.json()).nullable(),
  /** In lists and events the gravest few; all that were kept where one piece of work is asked for. */
  findings: z.array(finding),
  findings_count: z.object({ error: z.number(), warning: z.number(), info: z.number() }),
  error: z.object({ code: z.string(), parameters: z.record(z.string(), z.json()) }).nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type Job = z.output<typeof job>;
export type JobFinding = z.output<typeof finding>;

export const jobAnswer = z.object({ success: z.literal(true), job_id: z.number() });
/** The change is saved; `job_id` is the job in which versions follow, null without one. */
export const followed = z.object({ success: z.literal(true), job_id: z.number().nullable() });

const params = z.object({ id: pathId });

export const jobs = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/jobs',
    summary: 'Long work of the signed-in person, or that the access token began; newest first',
    right: 'signed_in',
    query: z.object({ before: pathId.optional(), limit: z.coerce.number<number>().int().min(1).max(100).default(50) }),
    output: z.object({ jobs: z.array(job) }),
  }),
  get: endpoint({ method: 'GET', path: '/api/v1/jobs/{id}', summary: 'One piece of long work', right: 'signed_in', params, output: job }),
  cancel: endpoint({ method: 'POST', path: '/api/v1/jobs/{id}/cancel', summary: 'Ask long work to stop', right: 'signed_in', params }),
};

export const jobsEvents = {
  job: event({ job }, { id: z.number(), user_id: z.number() }),
};
