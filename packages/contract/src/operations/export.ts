import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { ANYWHERE, atVersion, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';

export const exportErrors = {
  'export.nothing_to_export': 422,
  'export.too_many_versions': 422,
  'export.file_not_found': 404,
} as const;

/** Formats that a version is exported in, as the specification names them. */
export const EXPORT_FORMATS = [
  'xer-primavera',
  'xer',
  'xml-primavera',
  'xml',
  'excel',
  'xlsx',
  'csv',
  'json',
  'gantry',
  'ifc',
  'zip',
] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const exports = {
  version: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/export/{x}',
    summary: 'Write a version, or the rows with the given ids and all above them, as a file; the job names the key of its download',
    right: 'plan.read',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    audit: true,
    params: z.object({ id: pathId, x: z.enum(EXPORT_FORMATS) }),
    body: z.strictObject({ ids: z.array(z.number().int().positive()).min(1).max(100_000).optional() }),
    output: jobAnswer,
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/v1/download',
    summary: 'Fetch a file that long work has prepared for the caller',
    right: 'plan.read',
    place: ANYWHERE,
    query: z.object({ key: z.uuid() }),
    response: 'binary',
  }),
};

/** A file that was prepared for its owner to fetch. */
export const preparedFile = { key: z.string(), name: z.string(), size: z.number() };

export const exportEvents = {
  /** A file that long work has made can be fetched, whichever work it was. */
  download: event(preparedFile),
  /** A version, a directory or a relation of directories was written as a file. */
  export: heardBy(
    'plan.read',
    'version',
    'version_id',
    event({
      version_id: z.number().optional(),
      directory_id: z.number().optional(),
      relation_id: z.number().optional(),
      job_id: z.number(),
      status: z.enum(['completed', 'error']),
      ...z.object(preparedFile).partial().shape,
    }),
  ),
};
