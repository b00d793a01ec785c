import { VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { z } from 'zod';
import { finding, jobAnswer } from '../access/jobs.ts';
import { ANYWHERE, atNode, endpoint, IN_SPACE, LARGE_BODY, pathId } from '../endpoint.ts';
import { DOWNLOAD_SCENARIOS, importRule } from './import-settings.ts';
import { event, heardBy } from '../event.ts';

export const importErrors = {
  'import.no_file': 400,
  'import.too_large': 413,
  'import.not_a_schedule': 422,
  'import.unknown_format': 422,
  'import.empty': 422,
  'import.no_target': 400,
  'import.no_such_rule': 404,
  'import.proposal_not_found': 404,
  'import.version_changed': 409,
  'import.comparison_only': 409,
  'import.nothing_chosen': 422,
} as const;

const params = z.object({ id: pathId });
const byKey = z.object({ key: z.uuid() });
/** What of a rule says where the columns, calendars and rows of a file go; it goes before that of a named rule. */
const mapping = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: '' });
      return z.NEVER;
    }
  })
  .pipe(importRule.pick({ match_by: true, columns: true, calendars: true }));
const formFlag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Form fields beside the file; omitted ones come from the named rule. */
export const uploadFields = z.object({
  version_name: z.string().trim().max(128).optional(),
  rule_name: z.string().trim().max(128).optional(),
  rows_to_skip: z.coerce.number().int().min(0).max(1000).optional(),
  code_page: z.string().trim().max(32).optional(),
  download_scenario: z.enum(DOWNLOAD_SCENARIOS).optional(),
  /** The version to change or to compare with; needed by the scenarios `into_version` and `compare`. */
  version_id: z.coerce.number().int().positive().optional(),
  add: formFlag.optional(),
  update: formFlag.optional(),
  delete: formFlag.optional(),
  mapping: mapping.optional(),
});

/** The largest schedule file that is taken in parts. */
export const IMPORT_BYTES = 512 * 1024 * 1024;

/** So many rows show what a rule makes of a file. */
export const TRIED_ROWS = 50;

/** The first rows of a file as a rule takes them in: values of fields, then those of attributes and codes. */
const trial = z.object({
  success: z.literal(true),
  program: z.string(),
  /** Rows of the whole file. */
  total: z.number(),
  fields: z.array(z.string()),
  attributes: z.array(z.string()),
  rows: z.array(z.array(z.json())),
  findings: z.array(finding),
});
export type ImportTrial = z.output<typeof trial>;

/** Ways a file can change a version. */
export const CHANGE_KINDS = ['add', 'update', 'delete'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One kind of change of one table: what a person accepts or leaves. */
export type ChangePart = `${VersionTable}.${ChangeKind}`;
const CHANGE_PARTS = VERSION_TABLE_NAMES.flatMap((table) => CHANGE_KINDS.map((kind) => `${table}.${kind}` as const));
const part = z.enum(CHANGE_PARTS as [ChangePart, ...ChangePart[]]);

/** One row of a preview; references are shown by name. */
const change = z.object({
  id: z.number(),
  label: z.string(),
  fields: z.array(z.object({ field: z.string(), before: z.json(), after: z.json() })),
});
export type ImportChange = z.output<typeof change>;

/** The changes that a file would make in a version; nothing is stored yet. */
const proposal = z.object({
  id: z.number(),
  schedule_id: z.number(),
  version_id: z.number(),
  version_name: z.string(),
  file_name: z.string(),
  /** False for a comparison: it cannot be taken over. */
  acceptable: z.boolean(),
  /** The version has been edited since: the preview no longer holds. */
  stale: z.boolean(),
  choice: z.object({ add: z.boolean(), update: z.boolean(), delete: z.boolean() }),
  parts: z.array(z.object({ part, count: z.number() })),
  /** Rows of the file that are in the version as they are. */
  unchanged: z.number(),
  findings: z.array(finding),
});
export type ImportProposal = z.output<typeof proposal>;

export const imports = {
  upload: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/upload',
    summary: 'Read a schedule file of any format into a new version, or into a proposal for an existing one, as a job',
    right: 'plan.import',
    place: atNode('id'),
    params,
    request: 'multipart',
    output: jobAnswer,
  }),
  uploadNow: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/upload/synchronous',
    summary: 'The same, answered when done; after four minutes 202 with the job alone, which goes on',
    right: 'plan.import',
    place: atNode('id'),
    params,
    request: 'multipart',
    output: z.object({
      success: z.literal(true),
      job_id: z.number(),
      version_id: z.number().nullable(),
      proposal_id: z.number().nullable(),
    }),
  }),
  openUpload: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/uploads',
    summary:
      'Open an upload of a large schedule file, which is sent in parts as tus 1.0 has it and goes on after a cut; `fields` are those of the form',
    right: 'plan.import',
    place: atNode('id'),
    params,
    bodyBytes: LARGE_BODY,
    body: z.strictObject({
      name: z.string().trim().min(1).max(255),
      bytes: z.number().int().positive().max(IMPORT_BYTES),
      fields: z.record(z.string().max(64), z.string()).default({}),
    }),
    output: z.object({ success: z.literal(true), key: z.string() }),
  }),
  readUpload: endpoint({
    method: 'GET',
    path: '/api/v1/version-uploads/{key}',
    summary: 'How much of an upload has arrived, and the job that its last part began; HEAD answers the same as tus 1.0 has it',
    right: 'plan.import',
    place: ANYWHERE,
    params: byKey,
    output: z.object({ success: z.literal(true), offset: z.number(), length: z.number(), job_id: z.number().nullable() }),
  }),
  addPart: endpoint({
    method: 'PATCH',
    path: '/api/v1/version-uploads/{key}',
    summary: 'Send the next part of an upload (`application/offset+octet-stream`); the last one begins the job that reads the file',
    right: 'plan.import',
    place: ANYWHERE,
    audit: false,
    params: byKey,
    request: 'binary',
  }),
  endUpload: endpoint({
    method: 'DELETE',
    path: '/api/v1/version-uploads/{key}',
    summary: 'End an upload; its parts are removed',
    right: 'plan.import',
    place: ANYWHERE,
    audit: false,
    params: byKey,
  }),
  tryRule: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/upload/try',
    summary: 'Read a schedule file under a rule and answer its first fifty rows as they would be taken in; nothing is stored',
    right: 'plan.import',
    place: atNode('id'),
    audit: false,
    params,
    request: 'multipart',
    output: trial,
  }),
  proposal: endpoint({
    method: 'GET',
    path: '/api/v1/version-imports/{id}',
    summary: 'What a file would add, change and delete in a version',
    right: 'plan.import',
    place: IN_SPACE,
    heavy: 'space',
    params,
    output: proposal,
  }),
  changes: endpoint({
    method: 'GET',
    path: '/api/v1/version-imports/{id}/changes',
    summary: 'The rows of one part of a proposal, field by field',
    right: 'plan.import',
    place: IN_SPACE,
    heavy: 'space',
    params,
    query: z.object({
      part,
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({ total: z.number(), changes: z.array(change) }),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/v1/version-imports/{id}/accept',
    summary: 'Write the chosen parts of a proposal into the version as one edit that can be undone',
    right: 'plan.import',
    place: IN_SPACE,
    heavy: 'space',
    params,
    body: z.strictObject({ parts: z.array(part).min(1).max(CHANGE_PARTS.length) }),
    output: z.object({
      success: z.literal(true),
      version_id: z.number(),
      revision: z.number(),
      applied: z.number(),
      /** Chosen changes that depend on others not chosen. */
      left_out: z.number(),
    }),
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/api/v1/version-imports/{id}',
    summary: 'Forget a proposal',
    right: 'plan.import',
    place: IN_SPACE,
    params,
  }),
};

export const importEvents = {
  /** A file is being taken into a schedule, a directory or a relation of directories. */
  import: heardBy(
    'plan.read',
    'node',
    'schedule_id',
    event({
      schedule_id: z.number().optional(),
      /** Null: a directory that the file makes. */
      directory_id: z.number().nullable().optional(),
      relation_id: z.number().optional(),
      job_id: z.number().optional(),
      status: z.enum(['uploading', 'completed', 'error']),
    }),
  ),
};
