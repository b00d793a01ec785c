import { DURATION_RULES, NORM_PARTS } from '@gantry/domain';
import { z } from 'zod';
import { DIRECTORY_KINDS } from '../catalog/directory-rows.ts';
import { ANYWHERE, atVersion, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { decimalField, nextRow, pageOfRows } from '../fields.ts';
import { edited } from './edits.ts';

export const versionDirectoriesErrors = {
  'version_directory.not_found': 404,
  'version_directory.row_not_found': 404,
  'version_directory.value_not_found': 404,
  'version_directory.not_a_work': 422,
  'version_directory.unit_mismatch': 422,
  'version_directory.follows': 409,
} as const;

const id = z.number().int().positive();
const volume = decimalField.pipe(z.number().min(0, 'validation.not_negative').max(1e12));
const crew = decimalField.pipe(z.number().positive('validation.positive').max(100_000));
const rule = z.enum(DURATION_RULES);

/** A directory row taken by a work, with its results. */
const value = z.object({
  id: z.number(),
  item_id: z.number(),
  directory_id: z.number(),
  row_id: z.number(),
  /** The value that brought this one by a relation; null where people gave it. */
  parent_id: z.number().nullable(),
  relation_id: z.number().nullable(),
  code: z.string(),
  name: z.string(),
  /** The unit of the norm, as `100 m²`. */
  unit: z.string(),
  /** Volume in `volume_unit`; of a value that follows, its quantity in `unit`. */
  volume: z.number().nullable(),
  volume_unit: z.string(),
  crew: z.number(),
  rule,
  labour_hours: z.number(),
  machine_hours: z.number(),
  cost: z.number(),
  /** The resource and the assignment of the version that it stands for. */
  resource_id: z.number().nullable(),
  assignment_id: z.number().nullable(),
});
export type DirectoryValue = z.output<typeof value>;

const params = z.object({ id: pathId });
const ofDirectory = z.object({ id: pathId, directoryId: pathId });

const assignment = z.strictObject({
  directory_id: id,
  row_id: id,
  items: z
    .array(z.strictObject({ id, volume: volume.nullable().default(null), volume_unit: z.string().trim().max(32).default('') }))
    .min(1)
    .max(20_000),
  crew: crew.default(1),
  /** Omitted: the relation's rule, else by labour. */
  rule: rule.optional(),
  /** Rows of the works' other directories that are optional by the relation and yet wanted. */
  with_relation_row_ids: z.array(id).max(1000).default([]),
});
export type DirectoryAssignment = z.output<typeof assignment>;

const note = z.object({ code: z.string(), parameters: z.record(z.string(), z.union([z.string(), z.number()])) });
/** Many works or values continue as a job: then `revision` is 0 and nothing has changed yet. */
const jobId = z.number().nullable();
const counted = edited.extend({ values: z.number(), works: z.number(), notes: z.array(note), job_id: jobId });
const PREFIX = '/api/v1/versions/{id}/directory';
const RELATIONS = '/api/v1/directory-complex-relations';

/** Rows of directories on the works of a version; what changes does so as one edit, with duration, resources and cost that follow. */
export const versionDirectories = {
  assign: endpoint({
    method: 'POST',
    path: `${RELATIONS}/assign-directory-relation-rows/{id}`,
    summary:
      'Give works of a version a row of a directory with all that follows by relations: resources, assignments, hours, duration, cost',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: assignment,
    output: counted,
  }),
  recalculate: endpoint({
    method: 'GET',
    path: `${RELATIONS}/recalculate-dependent-resources-version/{id}`,
    summary: 'Bring what follows from directories in a version up to what they say now',
    right: 'plan.edit',
    place: atVersion('id'),
    changesData: true,
    params,
    output: counted,
  }),
  indicator: endpoint({
    method: 'GET',
    path: `${RELATIONS}/directory-complex-version-indicator/{id}`,
    summary: 'Whether what a version has taken from directories is what they say now: how many works and values differ',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    output: z.object({
      revision: z.number(),
      values: z.number(),
      works: z.number(),
      outdated_values: z.number(),
      outdated_works: z.number(),
      /** Rows that the directories no longer have, or that are out of sight: the version keeps what it took. */
      gone_rows: z.number(),
      up_to_date: z.boolean(),
    }),
  }),
  resource: endpoint({
    method: 'GET',
    path: `${PREFIX}/resource`,
    summary: 'Resources of a version that follow rows of directories, and on how many works',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params,
    output: z.object({
      revision: z.number(),
      resources: z.array(
        z.object({
          id: z.number(),
          code: z.string(),
          name: z.string(),
          kind: z.enum(NORM_PARTS),
          unit: z.string(),
          price: z.number().nullable(),
          directory_id: z.number(),
          row_id: z.number(),
          works: z.number(),
        }),
      ),
    }),
  }),
  byDirectory: endpoint({
    method: 'GET',
    path: `${PREFIX}/by-directory/{directoryId}`,
    summary: 'Rows of one directory on the works of a version',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: ofDirectory,
    query: pageOfRows,
    output: z.object({ revision: z.number(), total: z.number(), next: nextRow, values: z.array(value) }),
  }),
  ofItem: endpoint({
    method: 'GET',
    path: '/api/v1/directory',
    summary: 'Rows of directories on a work, with what follows from each',
    right: 'plan.read',
    place: ANYWHERE,
    query: z.object({ version_id: pathId, item_id: pathId }),
    output: z.object({
      revision: z.number(),
      directories: z.array(z.object({ id: z.number(), name: z.string(), kind: z.enum(DIRECTORY_KINDS) })),
      values: z.array(value),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: `${PREFIX}/create`,
    summary: 'Give works a row of a directory, without what follows by relations',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: assignment.omit({ with_relation_row_ids: true }),
    output: counted,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PREFIX}/{directoryId}`,
    summary: 'Take the rows of a directory from all works or some, with the resources and assignments that they brought',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params: ofDirectory,
    body: z.strictObject({ item_ids: z.array(id).max(100_000).optional(), value_ids: z.array(id).max(100_000).optional() }).default({}),
    output: counted,
  }),
  linkedValue: endpoint({
    method: 'PATCH',
    path: `${PREFIX}/linked-value`,
    summary: 'Change the volume, crew, duration rule or row of values; what follows is counted anew',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: z.strictObject({
      values: z
        .array(
          z.strictObject({
            id,
            volume: volume.nullable().optional(),
            volume_unit: z.string().trim().max(32).optional(),
            crew: crew.optional(),
            rule: rule.optional(),
            row_id: id.optional(),
          }),
        )
        .min(1)
        .max(20_000),
    }),
    output: counted,
  }),
  copyWbs: endpoint({
    method: 'POST',
    path: `${PREFIX}/copy-wbs`,
    summary: 'Copy the directory values of a work to other works, with the same volume, another one, or none',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: z.strictObject({
      from_item_id: id,
      items: z
        .array(z.strictObject({ id, volume: volume.nullable().optional() }))
        .min(1)
        .max(20_000),
    }),
    output: counted,
  }),
  resourceLists: endpoint({
    method: 'GET',
    path: `${PREFIX}/resource-lists`,
    summary: 'Directories of resources that a version can take from, and how many of their rows it has taken',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    output: z.object({
      lists: z.array(z.object({ id: z.number(), name: z.string(), node_name: z.string(), rows: z.number(), taken: z.number() })),
    }),
  }),
  syncWithList: endpoint({
    method: 'PATCH',
    path: `${PREFIX}/sync-with-list`,
    summary: 'Bring what a version has taken from one directory, or from all, up to what it says now',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: z.strictObject({ directory_id: id.optional(), item_ids: z.array(id).max(100_000).optional() }).default({}),
    output: counted,
  }),
  addValues: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/directory/{dirId}/add-values-to-version',
    summary: 'Add rows of a directory to a version: rows of a directory of resources as its resources, others as works that carry them',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params: z.object({ id: pathId, dirId: pathId }),
    body: z.strictObject({
      row_ids: z.array(id).min(1).max(10_000),
      /** The row of the WBS below which works are added; null: at the top. */
      parent_id: id.nullable().default(null),
    }),
    output: edited.extend({ ids: z.array(z.number()), job_id: jobId }),
  }),
};
