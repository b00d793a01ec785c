import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { ANYWHERE, endpoint, IN_SPACE, pathId } from '../endpoint.ts';

export const directoryRelationFilesErrors = {
  'directory_relation_file.unreadable': 422,
  'directory_relation_file.no_columns': 422,
  'directory_relation_file.has_refused': 409,
} as const;

/** Fields of the form beside the file. */
export const directoryRelationUploadFields = z.object({
  /** `check`: report the effect line by line; `apply`: apply it. */
  mode: z.enum(['check', 'apply']).default('check'),
  /** Lines that cannot go in are left out instead of stopping the rest. */
  skip_refused: z.enum(['true', 'false']).default('false'),
});

const params = z.object({ a: pathId, b: z.enum(['xlsx', 'csv']) });
const PREFIX = '/api/v1/directory-complex-relations';

/**
 * Rows of relations as files: code of the first row, code of the second, quantity, codes of coefficients, whether optional, a note.
 * The job of an import tells each line that cannot go in as a finding, and in its result { added, updated, unchanged, refused, applied }.
 */
export const directoryRelationFiles = {
  export: endpoint({
    method: 'POST',
    path: `${PREFIX}/export-relations/{a}/{b}`,
    summary: 'Write the rows of a relation as a file, as a job; an import reads it back to the same',
    right: 'structure.read',
    place: ANYWHERE,
    params,
    output: jobAnswer,
  }),
  import: endpoint({
    method: 'POST',
    path: `${PREFIX}/import-relations/{a}/{b}`,
    summary: 'Read rows of a relation from a file, as a job: check its lines one by one, or take them in',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
    request: 'multipart',
    output: jobAnswer,
  }),
};
