import { z } from 'zod';
import { endpoint, pathId } from '../endpoint.ts';
import { jobAnswer } from '../access/jobs.ts';

export const importErrors = {
  'import.no_file': 400,
  'import.too_large': 413,
  'import.not_a_schedule': 422,
  'import.unknown_format': 422,
  'import.empty': 422,
} as const;

const params = z.object({ id: pathId });

/** Fields of the form beside the file. */
export const uploadFields = z.object({
  version_name: z.string().trim().max(128).optional(),
  rule_name: z.string().trim().max(128).optional(),
  rows_to_skip: z.coerce.number().int().min(0).max(1000).optional(),
  code_page: z.string().trim().max(32).optional(),
});

export const imports = {
  upload: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/upload',
    summary: 'Read a schedule file into a new version, as a job with progress and findings',
    right: 'plan.import',
    params,
    request: 'multipart',
    output: jobAnswer,
  }),
  uploadNow: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/upload/synchronous',
    summary: 'Read a schedule file into a new version and answer when done',
    right: 'plan.import',
    params,
    request: 'multipart',
    output: z.object({ success: z.literal(true), job_id: z.number(), version_id: z.number() }),
  }),
};
