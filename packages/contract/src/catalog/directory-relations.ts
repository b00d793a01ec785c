import { DURATION_RULES } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, endpoint, IN_SPACE, pathId, LARGE_BODY } from '../endpoint.ts';
import { decimalField, lineField, titleField } from '../fields.ts';
import { DIRECTORY_KINDS } from './directory-rows.ts';

export const directoryRelationsErrors = {
  'directory_relation.not_found': 404,
  'directory_relation.directory_not_found': 404,
  'directory_relation.exists': 409,
  'directory_relation.same_directory': 422,
  /** The directories would depend on themselves; `path` names them in order. */
  'directory_relation.ring': 409,
  'directory_relation.in_use': 409,
  'directory_relation.row_not_found': 404,
  'directory_relation.pair_exists': 409,
  'directory_relation.row_of_other_directory': 422,
} as const;

const id = z.number().int().positive();

/** Options that apply to all rows of a relation. */
const options = z.strictObject({
  /** A row of the one directory brings rows of the other by itself; without it people choose among them. */
  follow: z.boolean().default(true),
  /** Rows of the second directory become resources of the work, with units and cost. */
  as_resources: z.boolean().default(true),
  /** Duration rule of a work whose assignment names none. */
  duration_rule: z.enum(DURATION_RULES).default('labour'),
  /** Coefficients on all rows, before those of each row, in this order. */
  coefficient_ids: z.array(id).max(50).default([]),
});
export type DirectoryRelationOptions = z.output<typeof options>;

/** Options of one row of a relation beside its pair and quantity. */
const rowOptions = z.strictObject({
  note: lineField.default(''),
  /** Offered, and used only when chosen. */
  optional: z.boolean().default(false),
});

const end = z.object({ id: z.number(), name: z.string(), kind: z.enum(DIRECTORY_KINDS), node_id: z.number() });
const relation = z.object({
  id: z.number(),
  name: z.string(),
  /** The directory whose rows bring rows of the other. */
  from: end,
  to: end,
  options,
  rows: z.number(),
  updated_at: z.string(),
});
export type DirectoryRelation = z.output<typeof relation>;

const quantity = decimalField.pipe(z.number().min(0, 'validation.not_negative').max(1e12));
const rowIn = z.strictObject({
  row_a_id: id,
  row_b_id: id,
  /** Units of the second row for one unit of the first. */
  quantity: quantity.default(1),
  coefficient_ids: z.array(id).max(50).default([]),
  options: rowOptions.default({ note: '', optional: false }),
});
export type DirectoryRelationRowDefinition = z.output<typeof rowIn>;

const sideOfRow = z.object({ id: z.number(), code: z.string(), name: z.string(), unit: z.string() });
const row = z.object({
  id: z.number(),
  row_a: sideOfRow,
  row_b: sideOfRow,
  quantity: z.number(),
  coefficient_ids: z.array(z.number()),
  options: rowOptions,
});
export type DirectoryRelationRow = z.output<typeof row>;

const params = z.object({ id: pathId });
const idsOf = z.union([id, z.array(id)]).transform((value) => [value].flat());
const PREFIX = '/api/v1/directory-complex-relations';

/** Complex relations between directories: which rows of one bring which rows of another, how many, under which coefficients. */
export const directoryRelations = {
  all: endpoint({
    method: 'GET',
    path: `${PREFIX}/all`,
    summary: 'All relations between directories that the caller sees',
    right: 'structure.read',
    place: ANYWHERE,
    output: z.object({ relations: z.array(relation) }),
  }),
  ofDirectory: endpoint({
    method: 'GET',
    path: `${PREFIX}/{id}/all-relations`,
    summary: 'Relations of a directory, whichever end it is',
    right: 'structure.read',
    place: ANYWHERE,
    params,
    output: z.object({ relations: z.array(relation) }),
  }),
  create: endpoint({
    method: 'POST',
    path: `${PREFIX}/create-relation-between-directories`,
    summary: 'Relate two directories; refused where they would depend on themselves',
    right: 'structure.edit',
    place: IN_SPACE,
    body: z.strictObject({ name: titleField('validation.enter_name'), from_id: id, to_id: id, options: options.prefault({}) }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  updateOptions: endpoint({
    method: 'PUT',
    path: `${PREFIX}/update-relation-options`,
    summary: 'Rename a relation or set its options',
    right: 'structure.edit',
    place: IN_SPACE,
    body: z.strictObject({ id, name: titleField('validation.enter_name').optional(), options: options.optional() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PREFIX}/delete-relation/{id}`,
    summary: 'Delete a relation with its rows; refused while versions follow it, unless `in_use` is true: they keep what they have taken',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
    query: z.object({ in_use: z.enum(['true', 'false']).default('false') }),
  }),
  rows: endpoint({
    method: 'POST',
    path: `${PREFIX}/get-directory-relation-rows-directory`,
    summary: 'Rows of a relation, a page at a time, by the codes of the two rows',
    right: 'structure.read',
    bodyBytes: LARGE_BODY,
    place: ANYWHERE,
    body: z.strictObject({
      relation_id: id,
      /** Only for these rows of the first directory. */
      row_a_ids: z.array(id).max(10_000).optional(),
      search: z.string().trim().max(200).default(''),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({ total: z.number(), rows: z.array(row) }),
  }),
  dependent: endpoint({
    method: 'POST',
    path: `${PREFIX}/get-dependent-directories`,
    summary: 'Directories that follow from one, directly and further on, each by the way of relations that leads to it',
    right: 'structure.read',
    place: ANYWHERE,
    body: z.strictObject({ directory_id: id }),
    output: z.object({
      directories: z.array(z.object({ directory: end, depth: z.number(), relation_ids: z.array(z.number()), path: z.array(z.string()) })),
    }),
  }),
  updateRows: endpoint({
    method: 'PUT',
    path: `${PREFIX}/update-directory-relation-rows/{id}`,
    summary: 'Add and change rows of a relation, all or none; a pair stands in it once',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    params,
    body: z.strictObject({
      add: z.array(rowIn).max(20_000).default([]),
      update: z
        .array(
          z.strictObject({
            id,
            quantity: quantity.optional(),
            coefficient_ids: z.array(id).max(50).optional(),
            options: rowOptions.optional(),
          }),
        )
        .max(20_000)
        .default([]),
    }),
    output: z.object({ success: z.literal(true), ids: z.array(z.number()), updated: z.number() }),
  }),
  removeRows: endpoint({
    method: 'DELETE',
    path: `${PREFIX}/delete-directory-relation-rows/{id}`,
    summary: 'Delete rows of a relation: their ids in the body or the query',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    params,
    query: z.object({
      ids: z
        .string()
        .regex(/^\d+(,\d+)*$/)
        .optional(),
    }),
    body: z.strictObject({ ids: idsOf.optional() }).default({}),
    output: z.object({ success: z.literal(true), removed: z.number() }),
  }),
};
