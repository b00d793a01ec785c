import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { atNode, endpoint, IN_SPACE, pathId } from '../endpoint.ts';
import { EXPORT_FORMATS, preparedFile } from './export.ts';
import { event, heardBy } from '../event.ts';

/** Fields of the form beside the file; without a name the project bears that of its file. */
export const projectImportFields = z.object({
  facility_id: z.coerce.number().int().positive(),
  name: z.string().trim().min(1).max(200).optional(),
  code_page: z.string().trim().max(32).optional(),
});

export const projectFiles = {
  import: endpoint({
    method: 'POST',
    path: '/api/v1/projects/import',
    summary: 'Read a project file, or schedule files, into a new project of a facility: all of it or nothing',
    right: 'plan.import',
    place: IN_SPACE,
    request: 'multipart',
    output: jobAnswer,
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/export/{x}',
    summary:
      'Write a project as one zip: as gantry all its schedules with all their versions, in another format the actual version of each schedule',
    right: 'plan.read',
    place: atNode('id'),
    params: z.object({ id: pathId, x: z.enum(EXPORT_FORMATS).exclude(['zip']) }),
    body: z.strictObject({}),
    output: jobAnswer,
  }),
};

export const projectFilesEvents = {
  project_import: heardBy(
    ['structure.read', 'plan.read'],
    'branch',
    'project_id',
    event({ job_id: z.number(), project_id: z.number().nullable(), status: z.enum(['completed', 'error']) }),
  ),
  project_export: heardBy(
    ['structure.read', 'plan.read'],
    'branch',
    'project_id',
    event({ job_id: z.number(), project_id: z.number(), ...preparedFile }),
  ),
};
