import { LIMITS, MASK_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { finding, jobAnswer } from '../access/jobs.ts';
import { DIRECTORY_KINDS } from '../catalog/directory-rows.ts';
import { atNode, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { titleField } from '../fields.ts';

export const directoryFilesErrors = {
  'directory_upload.not_found': 404,
  'directory_upload.unreadable': 422,
  'directory_upload.no_header': 422,
  'directory_upload.no_sheet': 422,
  'directory_upload.no_key': 422,
  'directory_upload.no_version': 422,
  'directory_upload.column_twice': 422,
  'directory_upload.changed_since': 409,
  'directory_upload.has_refused': 409,
  'directory_upload.nothing_chosen': 422,
  'directory_upload.rule_not_found': 404,
} as const;

const id = z.number().int().positive();
const header = z.string().trim().min(1).max(LIMITS.textLength);

/**
 * The target of a file column. `id` and `parent_id` are those written by an export; `donor` is the code of a row of the other directory.
 */
const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['id', 'parent_id', 'code', 'parent_code', 'name', 'measure', 'skip']) }),
  /** Of an upload with assignment: codes of the works that take the row, several with semicolons between, and the volume there. */
  z.strictObject({ kind: z.enum(['work_code', 'volume']) }),
  z.strictObject({ kind: z.literal('attribute'), attribute_id: id }),
  z.strictObject({ kind: z.literal('donor'), directory_id: id }),
  /** A column that the directory does not have yet; its type is seen from its values. */
  z.strictObject({ kind: z.literal('new'), name: header.optional() }),
]);
export type DirectoryColumnTarget = z.output<typeof target>;

/** How a file is taken into a directory. Columns that are not named are known by their headers. */
export const directoryUploadRule = z.strictObject({
  /** Left out: the first sheet with rows. */
  sheet: z.string().trim().max(100).nullable().default(null),
  rows_to_skip: z.number().int().min(0).max(1000).default(0),
  code_page: z.string().trim().max(32).nullable().default(null),
  columns: z
    .array(z.strictObject({ from: header, to: target }))
    .max(300)
    .default([]),
  /** The key that matches lines with rows; default: id if the file has one, else code, else name. */
  key: z
    .union([z.enum(['id', 'code', 'name']), id])
    .nullable()
    .default(null),
  /** Lines with a key that stood before: all of them refused, or the first or the last one counts. */
  duplicates: z.enum(['refuse', 'first', 'last']).default('refuse'),
  /** Rows of the directory that the file does not have. */
  missing: z.enum(['keep', 'remove']).default('keep'),
  /** What an empty cell does to a value. */
  empty_cells: z.enum(['clear', 'keep']).default('clear'),
  add: z.boolean().default(true),
  update: z.boolean().default(true),
});
export type DirectoryUploadRule = z.output<typeof directoryUploadRule>;

/** Fields of the form beside the file; `rule` is JSON and steps over the one that `rule_id` names. */
export const directoryUploadFields = z.object({
  /** The directory to change; left out: a new one with the columns of the file. */
  directory_id: z.coerce.number().int().positive().optional(),
  name: titleField('validation.enter_name').optional(),
  kind: z.enum(DIRECTORY_KINDS).default('general'),
  rule_id: z.coerce.number().int().positive().optional(),
  rule: z.string().max(60_000).optional(),
  /** The version whose works take the rows, in an upload with assignment. */
  version_id: z.coerce.number().int().positive().optional(),
});

/** What a file does to a directory, and the lines that cannot go in. */
export const DIRECTORY_UPLOAD_PARTS = ['added', 'changed', 'removed', 'refused'] as const;
export type DirectoryUploadPart = (typeof DIRECTORY_UPLOAD_PARTS)[number];

/** Why a line of a file is refused; texts stand in locales under `directory_upload.reason.<reason>`. */
export const DIRECTORY_UPLOAD_REASONS = [
  'key_missing',
  'key_twice',
  'id_unknown',
  'not_added',
  'number',
  ...MASK_KINDS,
  'text',
  'date',
  'flag',
  'list',
  'person',
  'measure',
  'donor',
  'required',
  'not_unique',
  'code_taken',
  'parent_unknown',
  'parent_refused',
  'ring',
  'formula',
  'work_unknown',
  'volume',
] as const;
export type DirectoryUploadReason = (typeof DIRECTORY_UPLOAD_REASONS)[number];

/** One line of a preview. */
const change = z.object({
  /** Line of the file, from 1; null for rows that the file does not have. */
  line: z.number().nullable(),
  row_id: z.number().nullable(),
  label: z.string(),
  /** Values as people read them, by the name of the column. */
  fields: z.array(z.object({ field: z.string(), before: z.json(), after: z.json() })),
  /** Of a refused line: why, and in which column. */
  reason: z.enum(DIRECTORY_UPLOAD_REASONS).nullable(),
  column: z.string().nullable(),
  value: z.string().nullable(),
});
export type DirectoryUploadChange = z.output<typeof change>;

const upload = z.object({
  id: z.number(),
  /** Null where a new directory is to be made. */
  directory_id: z.number().nullable(),
  directory_name: z.string(),
  file_name: z.string(),
  /** The directory has been changed since: the preview no longer holds. */
  stale: z.boolean(),
  counts: z.object({ added: z.number(), changed: z.number(), removed: z.number(), refused: z.number(), unchanged: z.number() }),
  /** Columns of the file with their targets. */
  columns: z.array(z.object({ from: z.string(), to: target, name: z.string() })),
  key: z.union([z.enum(['id', 'code', 'name']), id]),
  /** Works that take rows of the file: how often, in which version; null without assignment. */
  assignment: z.object({ version_id: z.number(), version_name: z.string(), count: z.number() }).nullable(),
  findings: z.array(finding),
});
export type DirectoryUpload = z.output<typeof upload>;

/** What the job that puts a proposal into its directory ends with. */
export const directoryUploadResult = z.object({
  directory_id: z.number(),
  revision: z.number(),
  applied: z.number(),
  /** Changed works of the version; the reason when the version refused. */
  assigned: z.number(),
  assignment_refused: z.object({ code: z.string(), parameters: z.record(z.string(), z.json()) }).nullable(),
});
export type DirectoryUploadResult = z.output<typeof directoryUploadResult>;

const rule = z.object({ id: z.number(), name: z.string(), rule: directoryUploadRule });

const at = z.object({ epsId: pathId });
const one = at.extend({ directoryId: pathId });
const ofUpload = at.extend({ uploadId: pathId });

/** Files of directories: a file becomes a proposal first (`directory/uploads/{uploadId}`), and what is accepted of it becomes one action that can be taken back. */
export const directoryFiles = {
  upload: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{epsId}/directory/upload',
    summary:
      'Read XLSX or CSV and work out what it would change in a directory, or a new directory, as a job whose result names the proposal',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: at,
    request: 'multipart',
    output: jobAnswer,
  }),
  uploadWithAssignment: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{epsId}/directory/upload-with-assignment',
    summary: 'The same, and works of a version below the node take the rows by their codes when it is accepted',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: at,
    request: 'multipart',
    output: jobAnswer,
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/export',
    summary: 'Write a directory as XLSX or CSV; the job names the key of its download, and uploading the file again changes nothing',
    right: 'structure.read',
    place: atNode('epsId'),
    audit: true,
    params: one,
    body: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx') }).default({ format: 'xlsx' }),
    output: jobAnswer,
  }),
  proposal: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/uploads/{uploadId}',
    summary: 'What an uploaded file would do',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: ofUpload,
    output: upload,
  }),
  changes: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/uploads/{uploadId}/changes',
    summary: 'Lines of one part of a proposal',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: ofUpload,
    query: z.object({
      part: z.enum(DIRECTORY_UPLOAD_PARTS),
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({ total: z.number(), changes: z.array(change) }),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{epsId}/directory/uploads/{uploadId}/accept',
    summary:
      'Put the chosen parts of a proposal into the directory as one action, as a job; where lines are refused, the rest goes in only if the caller says so',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: ofUpload,
    body: z.strictObject({
      parts: z
        .array(z.enum(['added', 'changed', 'removed']))
        .min(1)
        .max(3),
      without_refused: z.boolean().default(false),
    }),
    output: jobAnswer,
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/api/v1/eps/{epsId}/directory/uploads/{uploadId}',
    summary: 'Forget a proposal',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: ofUpload,
  }),
  rules: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/upload-rules',
    summary: 'Saved ways of taking files into a directory',
    right: 'structure.read',
    place: atNode('epsId'),
    params: one,
    output: z.object({ rules: z.array(rule) }),
  }),
  saveRule: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/upload-rules',
    summary: 'Save a way of taking files into a directory; one with the same name is replaced',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('epsId'),
    params: one,
    body: z.strictObject({ name: titleField('validation.enter_name'), rule: directoryUploadRule }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  removeRule: endpoint({
    method: 'DELETE',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/upload-rules/{ruleId}',
    summary: 'Delete a saved way of taking files into a directory',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: one.extend({ ruleId: pathId }),
  }),
};
