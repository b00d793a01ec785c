import { ESTIMATE_COLUMNS, ESTIMATE_FORMATS, ESTIMATE_OUTPUTS, ESTIMATE_PROFILES, ESTIMATE_ROW_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { finding, jobAnswer } from '../access/jobs.ts';
import { ANYWHERE, atNode, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { lineField, nextRow, pageOfRows, titleField } from '../fields.ts';
import { presetContract } from '../preset.ts';
import { estimateMapping, mappingField } from './estimate-mapping.ts';
import {
  amountField,
  amountLevels,
  changeCounts,
  comparedEstimateRow,
  ESTIMATE_CHANGES,
  estimateRow,
  estimateRowChange,
  estimateRowDetails,
  pairOf,
} from './estimate-rows.ts';

export const estimatesErrors = {
  'estimate.not_found': 404,
  'estimate.row_not_found': 404,
  'estimate.no_file': 400,
  'estimate.no_project': 400,
  'estimate.unknown_format': 422,
  'estimate.is_invoice': 422,
  'estimate.kind_not_read': 422,
  'estimate.empty': 422,
  'estimate.no_headings': 422,
  'estimate.no_workbook': 422,
  'estimate.workbook_not_kept': 422,
  'estimate.workbook_formula': 422,
  'estimate.amount_too_large': 422,
  'estimate.busy': 409,
  'estimate.stale': 409,
  'estimate.currency_differs': 409,
  'estimate.no_proposal': 404,
  'estimate.no_edition': 404,
  'estimate.row_calculated': 422,
  'estimate.cycle': 422,
  'estimate.linked': 409,
  'estimate.nothing_to_undo': 409,
  'estimate.profile_currency': 422,
  'estimate.profile_base': 422,
  'estimate.profile_digits': 422,
} as const;

/** The largest file of an estimate: 50,000 positions of GGE XML with their resources are about 400 MB. */
export const ESTIMATE_FILE_BYTES = 1 << 30;

/** States of an estimate: its file is read, its rows stand, or its file could not be read. */
export const ESTIMATE_STATUSES = ['processing', 'ready', 'failed'] as const;

const estimate = z.object({
  id: z.number(),
  project_id: z.number(),
  parent_id: z.number().nullable(),
  number: z.string(),
  name: z.string(),
  format: z.enum(ESTIMATE_FORMATS).nullable(),
  profile: z.enum(ESTIMATE_PROFILES),
  currency: z.string(),
  digits: z.number(),
  status: z.enum(ESTIMATE_STATUSES),
  revision: z.number(),
  edition: z.number(),
  rows: z.number(),
  /** The total of the rows, and that which the file names. */
  counted: amountLevels,
  stated: amountLevels,
  file_name: z.string(),
  updated_at: z.string(),
});
export type Estimate = z.output<typeof estimate>;

const edition = z.object({
  edition: z.number(),
  file_name: z.string(),
  rows: z.number(),
  counted: amountLevels,
  stated: amountLevels,
  author: z.string(),
  at: z.string(),
});

export const proposalSummary = z.object({ counts: changeCounts, counted: amountLevels, stated: amountLevels, findings: z.array(finding) });
export type EstimateProposalSummary = z.output<typeof proposalSummary>;
const proposal = proposalSummary.extend({
  file_name: z.string(),
  author: z.string(),
  at: z.string(),
  /** The estimate has been changed since. */
  stale: z.boolean(),
});

/** What a file would give, before anything is stored: its first rows, and its table where columns can be mapped. */
const filePreview = z.object({
  format: z.enum(ESTIMATE_FORMATS).nullable(),
  number: z.string(),
  name: z.string(),
  currency: z.string(),
  rows: z.number(),
  counted: amountLevels,
  stated: amountLevels,
  first: z.array(
    z.object({
      depth: z.number(),
      kind: z.enum(ESTIMATE_ROW_KINDS),
      number: z.string(),
      code: z.string(),
      name: z.string(),
      unit: z.string(),
      quantity: z.string(),
      current: amountField,
    }),
  ),
  table: z
    .object({
      sheets: z.array(z.string()),
      sheet: z.string(),
      header_row: z.number(),
      columns: z.partialRecord(z.enum(ESTIMATE_COLUMNS), z.number()),
      cells: z.array(z.array(z.string())),
      /** Kept mappings whose headings it has. */
      presets: z.array(z.number()),
    })
    .nullable(),
  findings: z.array(finding),
});
export type EstimateFilePreview = z.output<typeof filePreview>;

/** Fields of the form beside the file. */
export const estimateUploadFields = z.object({
  project_id: z.coerce.number().int().positive().optional(),
  estimate_id: z.coerce.number().int().positive().optional(),
  /** `auto`: an edition of the estimate with the same number, else a new estimate. */
  mode: z.enum(['auto', 'new', 'edition']).default('auto'),
  code_page: z.string().trim().max(32).optional(),
  /** A kept mapping of columns; what `mapping` says goes before it. */
  preset: z.coerce.number().int().positive().optional(),
  mapping: mappingField,
});

/** A state of an estimate: its rows now, the file that waits, or one of its editions. */
const stateOfRows = z.union([z.enum(['now', 'proposal']), z.coerce.number<number>().int().positive()]);
const params = z.object({ id: pathId });
const flags = z.strictObject({
  /** Left out: all rows. */
  ids: z.array(z.number().int().positive()).max(200_000).optional(),
  value: z.boolean(),
});

export const estimates = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/cost-estimates/project/{id}',
    summary: 'The cost estimates of a project with their totals, and what works of a version carry of each',
    right: 'estimate.read',
    place: atNode('id'),
    params,
    query: z.object({ version_id: z.coerce.number<number>().int().positive().optional() }),
    output: z.object({
      estimates: z.array(estimate),
      /** Of the version that was named, the part of an estimate's money that works carry, 0 to 1; estimates without links are left out. */
      linked: z.array(z.object({ estimate_id: z.number(), version_id: z.number(), share: z.number() })),
    }),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/v1/cost-estimates/upload',
    summary: 'Read the file of an estimate as a job: into a new estimate, or into a proposal for the one with its number',
    right: 'estimate.edit',
    place: ANYWHERE,
    request: 'multipart',
    output: z.object({ success: z.literal(true), estimate_id: z.number(), job_id: z.number() }),
  }),
  /** Not spelled in the specification: what the columns of a table are is seen before anything is stored. */
  preview: endpoint({
    method: 'POST',
    path: '/api/v1/cost-estimates/preview',
    summary: 'Read the file of an estimate and answer its first rows, totals and findings; nothing is stored',
    right: 'estimate.edit',
    place: ANYWHERE,
    request: 'multipart',
    audit: false,
    output: filePreview,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/cost-estimates/{id}',
    summary: 'An estimate: its totals, findings, editions and the file that waits for a decision',
    right: 'estimate.read',
    place: ANYWHERE,
    params,
    output: estimate.extend({ findings: z.array(finding), editions: z.array(edition), proposal: proposal.nullable() }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/cost-estimates/{id}',
    summary: 'Change name, number, place or rounding of an estimate, or take over or leave the file that waits',
    right: 'estimate.edit',
    bodyBytes: LARGE_BODY,
    place: ANYWHERE,
    heavy: 'space',
    params,
    body: z.strictObject({
      name: titleField('validation.enter_name').optional(),
      number: lineField.optional(),
      parent_id: z.number().int().positive().nullable().optional(),
      /** The standard that rounds its sums: rows are counted by its prices of one unit, after a file that is taken over. */
      profile: z.enum(ESTIMATE_PROFILES).optional(),
      proposal: z.enum(['accept', 'reject']).optional(),
      /** Rows of the file that continue no row of the estimate, though they look like it: they become new ones. */
      apart: z.array(z.number().int().positive()).max(10_000).optional(),
      /** Refused where the estimate has moved on from it. */
      revision: z.number().int().optional(),
    }),
    output: z.object({ success: z.literal(true), revision: z.number() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/cost-estimates/{id}',
    summary: 'Delete an estimate; with `in_use` also one whose rows are linked to works',
    right: 'estimate.edit',
    place: ANYWHERE,
    params,
    query: z.object({ in_use: z.enum(['true', 'false']).default('false') }),
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/v1/cost-estimates/{id}/export/{x}',
    summary:
      'Write an estimate as a file, as a job: a table, GAEB DA XML without or with prices, GGE XML or FIEBDC-3, of which an import reads the same rows, or its own workbook filled anew',
    right: 'estimate.read',
    place: ANYWHERE,
    params: z.object({ id: pathId, x: z.enum(ESTIMATE_OUTPUTS) }),
    output: jobAnswer,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/api/v1/cost-estimates/{id}/rows',
    summary: 'The rows of an estimate in the order of the file, those of one parent or those that contain a text',
    right: 'estimate.read',
    place: ANYWHERE,
    heavy: 'space',
    params,
    query: pageOfRows.extend({ parent: z.coerce.number<number>().int().min(0).optional(), search: z.string().trim().max(200).optional() }),
    output: z.object({ revision: z.number(), total: z.number(), rows: z.array(estimateRow), next: nextRow }),
  }),
  /** Not spelled in the specification. */
  rowDetails: endpoint({
    method: 'GET',
    path: '/api/v1/cost-estimates/{id}/rows/{estimateRowId}',
    summary: 'What the file of an estimate says of a row: hours of labour, the formula of its quantity, its resources',
    right: 'estimate.read',
    place: ANYWHERE,
    params: z.object({ id: pathId, estimateRowId: pathId }),
    output: estimateRowDetails,
  }),
  /** Not spelled in the specification. */
  compare: endpoint({
    method: 'GET',
    path: '/api/v1/cost-estimates/{id}/compare',
    summary: 'Two states of an estimate row by row, the largest difference of money first, and what versions have linked of them',
    right: 'estimate.read',
    place: ANYWHERE,
    heavy: 'space',
    params,
    query: pageOfRows.extend({
      from: stateOfRows.default(1),
      to: stateOfRows.default('now'),
      change: z.enum(ESTIMATE_CHANGES).optional(),
    }),
    output: z.object({
      currency: z.string(),
      digits: z.number(),
      counts: changeCounts,
      total: pairOf(z.string()),
      rows: z.array(comparedEstimateRow),
      next: nextRow,
      /** Versions whose works carry rows: the whole amounts of those rows, and links whose row goes. */
      versions: z.array(
        z.object({ version_id: z.number(), name: z.string(), rows: z.number(), lost: z.number(), amount: pairOf(z.string()) }),
      ),
    }),
  }),
  setChecked: endpoint({
    method: 'PATCH',
    path: '/api/v1/cost-estimates/{id}/rows/set-checked',
    summary: 'Tick rows of an estimate, or not; for the caller alone',
    right: 'estimate.read',
    place: ANYWHERE,
    bodyBytes: LARGE_BODY,
    params,
    body: flags,
  }),
  setExpanded: endpoint({
    method: 'PATCH',
    path: '/api/v1/cost-estimates/{id}/rows/set-expanded',
    summary: 'Fold rows of an estimate, or not; for the caller alone',
    right: 'estimate.read',
    place: ANYWHERE,
    bodyBytes: LARGE_BODY,
    params,
    body: flags,
  }),
  /** Not spelled in the specification: acts on an estimate are taken back one by one, whoever did them and whenever. */
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/cost-estimates/{id}/undo',
    summary: 'Take back the newest act on an estimate, a file that was taken over too, or do again what was taken back last',
    right: 'estimate.edit',
    place: ANYWHERE,
    heavy: 'space',
    params,
    body: z.strictObject({
      redo: z.boolean().default(false),
      /** Refused where the estimate has moved on from it. */
      revision: z.number().int().optional(),
    }),
    output: z.object({
      success: z.literal(true),
      revision: z.number(),
      kind: z.enum(['rows', 'head', 'edition']),
      author: z.string(),
      /** The rows as they are now; null where more than some rows has changed. */
      rows: z.array(estimateRow).nullable(),
    }),
  }),
  updateRow: endpoint({
    method: 'PATCH',
    path: '/api/v1/cost-estimates/{id}/rows/{estimateRowId}',
    summary: 'Change a row of an estimate; what the file says of it stays known',
    right: 'estimate.edit',
    place: ANYWHERE,
    params: z.object({ id: pathId, estimateRowId: pathId }),
    body: estimateRowChange,
    output: z.object({ success: z.literal(true), revision: z.number(), row: estimateRow }),
  }),
  /** Not spelled in the specification: a paste is taken or refused as a whole, and taken back by one undo. */
  updateRows: endpoint({
    method: 'PATCH',
    path: '/api/v1/cost-estimates/{id}/rows',
    summary: 'Change rows of an estimate as one act, all or none',
    right: 'estimate.edit',
    place: ANYWHERE,
    bodyBytes: LARGE_BODY,
    params,
    body: z.strictObject({
      rows: z
        .array(estimateRowChange.extend({ row_id: z.number().int().positive() }))
        .min(1)
        .max(50_000)
        .refine((rows) => new Set(rows.map(({ row_id }) => row_id)).size === rows.length, 'validation.row_twice'),
    }),
    output: z.object({ success: z.literal(true), revision: z.number(), rows: z.array(estimateRow) }),
  }),
};

/** Mappings of columns that people keep for the next files of the same table. */
export const estimateMappings = presetContract('/api/v1/cost-estimates/mappings', 'mappings of columns of estimates', estimateMapping);

const about = { estimate_id: z.number(), project_id: z.number() };
export const estimatesEvents = {
  estimate_upload: heardBy('estimate.read', 'node', 'project_id', event({ ...about, status: z.enum(['uploading', 'completed', 'error']) })),
  estimate_processing: heardBy('estimate.read', 'node', 'project_id', event({ ...about, stage: z.string() })),
  estimate_progress: heardBy('estimate.read', 'node', 'project_id', event({ ...about, percent: z.number() })),
};
