import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { ANYWHERE, endpoint, IN_SPACE } from '../endpoint.ts';
import { EXPORT_FORMATS, preparedFile } from './export.ts';
import { event } from '../event.ts';

const ids = z.array(z.number().int().positive()).max(1000);

/** Fields of the form beside the files. */
export const batchFields = z.object({ project_id: z.coerce.number().int().positive(), code_page: z.string().trim().max(32).optional() });

export const batch = {
  import: endpoint({
    method: 'POST',
    path: '/api/v1/batch-processing/import',
    summary:
      'Read many schedule files or zips into a project: a schedule for each, or a new version where the project has one of that name',
    right: 'plan.import',
    place: IN_SPACE,
    request: 'multipart',
    output: jobAnswer,
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/v1/batch-processing/export',
    summary: 'Write many versions, or the actual versions of many schedules, as one zip',
    right: 'plan.read',
    place: ANYWHERE,
    body: z.strictObject({ schedule_ids: ids.default([]), version_ids: ids.default([]), format: z.enum(EXPORT_FORMATS).exclude(['zip']) }),
    output: jobAnswer,
  }),
  calculate: endpoint({
    method: 'POST',
    path: '/api/v1/batch-processing/timetable-calc',
    summary: 'Calculate many versions, or the actual versions of many schedules, one after the other as a job',
    right: 'plan.calculate',
    place: IN_SPACE,
    body: z.strictObject({ schedule_ids: ids.default([]), version_ids: ids.default([]) }),
    output: jobAnswer,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/v1/batch-processing/stop',
    summary: 'Ask a batch of the caller to stop; what is finished stays',
    right: 'plan.read',
    place: ANYWHERE,
    body: z.strictObject({ job_id: z.number().int().positive() }),
  }),
};

const step = { job_id: z.number(), done: z.number(), total: z.number() };

export const batchEvents = {
  batch_import: event(step),
  batch_export: event({ ...step, ...z.object(preparedFile).partial().shape }),
  batch_calculate: event(step),
  batch_stop: event({ job_id: z.number() }),
};
