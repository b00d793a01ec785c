import { LIMITS, MASK_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { lineField, titleField } from '../fields.ts';

/** What a directory is for: work types give works their productivity, price and unit; norms are what estimates name. */
export const DIRECTORY_KINDS = ['work_types', 'resources', 'norms', 'general'] as const;
export type DirectoryKind = (typeof DIRECTORY_KINDS)[number];

/** What a column means to the schedule, where it means something; a directory has at most one column of each. */
export const DIRECTORY_COLUMN_ROLES = ['productivity', 'labour', 'price', 'volume', 'coefficient', 'resource'] as const;
export type DirectoryColumnRole = (typeof DIRECTORY_COLUMN_ROLES)[number];

/** Types of columns; times, telephone numbers and cards are texts of a fixed form. */
export const DIRECTORY_ATTRIBUTE_TYPES = [
  'number',
  'string',
  'date',
  'money',
  'percentage',
  'list',
  'flag',
  'person',
  'measure',
  ...MASK_KINDS,
] as const;

const id = z.number().int().positive();

/** What of a WBS row takes the value of a column: an attribute of the hierarchy that describes rows, or a field of the row. */
const linkedTo = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('attribute'), attribute_id: id }),
  z.strictObject({ kind: z.literal('field'), field: z.string().min(1).max(64) }),
]);
export type DirectoryLink = z.output<typeof linkedTo>;

/** The column of another directory that a column takes its values from: those of the row that `donors` of a row names. */
const donorOf = z.strictObject({ directory_id: id, attribute_id: id });
export type DirectoryDonor = z.output<typeof donorOf>;

/** A column of a directory as people define it. */
export const directoryAttributeDefinition = z.strictObject({
  name: titleField('validation.enter_name'),
  type: z.enum(DIRECTORY_ATTRIBUTE_TYPES),
  unit: z.string().trim().max(32).default(''),
  required: z.boolean().default(false),
  unique: z.boolean().default(false),
  default_value: z.json().default(null),
  /** The list that a column of the type `list` is chosen from. */
  list_id: id.nullable().default(null),
  role: z.enum(DIRECTORY_COLUMN_ROLES).nullable().default(null),
  linked: linkedTo.nullable().default(null),
  donor: donorOf.nullable().default(null),
});
export type DirectoryAttributeDefinition = z.output<typeof directoryAttributeDefinition>;

/** Parts of a column that change; what is left out stays, no default steps in. */
export const directoryAttributeChange = z.strictObject({
  name: titleField('validation.enter_name').optional(),
  type: z.enum(DIRECTORY_ATTRIBUTE_TYPES).optional(),
  unit: z.string().trim().max(32).optional(),
  required: z.boolean().optional(),
  unique: z.boolean().optional(),
  default_value: z.json().optional(),
  list_id: id.nullable().optional(),
  role: z.enum(DIRECTORY_COLUMN_ROLES).nullable().optional(),
  linked: linkedTo.nullable().optional(),
  donor: donorOf.nullable().optional(),
});
export type DirectoryAttributeChange = z.output<typeof directoryAttributeChange>;

/** A column of a directory. */
export const directoryAttribute = directoryAttributeDefinition.extend({ id: z.number(), position: z.number() });
export type DirectoryAttribute = z.output<typeof directoryAttribute>;

/** An entry of a list: cells hold its id, so that a new text shows everywhere at once. */
const listValue = z.object({ id: z.number(), text: z.string(), parameter: z.number().nullable(), position: z.number() });
export type DirectoryListValue = z.output<typeof listValue>;

/** A list of a directory with its values in their order. */
export const directoryList = z.object({ id: z.number(), name: z.string(), values: z.array(listValue) });
export type DirectoryList = z.output<typeof directoryList>;

/** A value of a cell: number (also money, percentage, measure, the id of a person or of a list value), text, `2025-03-03T09:00`, flag; null is none. */
const cell = z.union([z.number(), z.string().max(4000), z.boolean(), z.null()]);
export type DirectoryCell = z.output<typeof cell>;

/** Cells by the id of their column; only those that are named change, null empties one. */
const cells = z.record(z.string().regex(/^[1-9]\d*$/), cell);
/** Rows of other directories by directory id, from which donor columns take values. */
const donors = z.record(z.string().regex(/^[1-9]\d*$/), id.nullable());

const rowFields = {
  code: lineField.optional(),
  name: z.string().trim().max(LIMITS.textLength).optional(),
  /** A unit of measure of the space. */
  measure_id: id.nullable().optional(),
  cells: cells.optional(),
  donors: donors.optional(),
};

/** Ids of existing rows, and negative ids of rows that the same call adds. */
const rowId = z
  .number()
  .int()
  .refine((value) => value !== 0);

/** One change of rows; the changes of a call are done in their order, all of them or none. */
export const directoryRowChange = z.discriminatedUnion('do', [
  /** `id` below zero: what later changes of the call name the new row by. */
  z.strictObject({
    do: z.literal('add'),
    id: z.number().int().negative(),
    parent_id: rowId.nullable(),
    after_id: rowId.nullable().optional(),
    ...rowFields,
  }),
  z.strictObject({ do: z.literal('update'), id: rowId, ...rowFields }),
  /** `after_id` null: the first below its parent; left out: the last. */
  z.strictObject({ do: z.literal('move'), id: rowId, parent_id: rowId.nullable(), after_id: rowId.nullable().optional() }),
  /** With all rows below it. */
  z.strictObject({ do: z.literal('remove'), id: rowId }),
]);
export type DirectoryRowChange = z.output<typeof directoryRowChange>;

/** A row as stored and as its changes are reported. `cells` and `donors` contain no null: missing means empty. */
export type DirectoryRow = {
  id: number;
  parent_id: number | null;
  position: number;
  code: string;
  name: string;
  measure_id: number | null;
  cells: Record<string, Exclude<DirectoryCell, null>>;
  donors: Record<string, number>;
};

/**
 * Rows in columns, parents before the rows below them, siblings in their order: the n-th entry of each array is the n-th row.
 * `columns` holds an array a column of the directory; `donors` an array a directory that donor columns name.
 * `valid` is 1, or 0 where a value of the row is broken (`invalid-values` says which and why).
 */
export type DirectoryRows = {
  revision: number;
  ids: number[];
  parent_ids: (number | null)[];
  positions: number[];
  codes: string[];
  names: string[];
  measure_ids: (number | null)[];
  valid: (0 | 1)[];
  columns: { attribute_id: number; values: DirectoryCell[] }[];
  donors: { directory_id: number; row_ids: (number | null)[] }[];
};

/** A row as people find it: with its unit, and the names of the rows above it from the top down. */
export const foundDirectoryRow = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  path: z.array(z.string()),
});
export type FoundDirectoryRow = z.output<typeof foundDirectoryRow>;

/** Tables that a change of a directory touches. */
export const DIRECTORY_TABLES = ['attribute', 'list', 'list_value', 'row'] as const;
export type DirectoryTable = (typeof DIRECTORY_TABLES)[number];

type Fields = Record<string, unknown>;
/** `before` and `after` have only differing fields; `cells` and `donors` only differing entries, null for a missing one. */
export type DirectoryTableDiff = {
  added: ({ id: number } & Fields)[];
  updated: { id: number; before: Fields; after: Fields }[];
  removed: ({ id: number } & Fields)[];
};

/** What a change of a directory added, changed and removed, table by table. */
export type DirectoryDiff = { [T in DirectoryTable]?: DirectoryTableDiff };

/** Why the validity of a value is 0. */
export const DIRECTORY_VALUE_PROBLEMS = [
  'number',
  'text',
  'date',
  ...MASK_KINDS,
  'flag',
  'list',
  'person',
  'required',
  'not_unique',
  'donor',
  'measure',
  'code_twice',
] as const;
export type DirectoryValueProblem = (typeof DIRECTORY_VALUE_PROBLEMS)[number];

/** A directory as lists show it. */
export const directorySummary = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(DIRECTORY_KINDS),
  /** Its node; descendants inherit it. */
  node_id: z.number(),
  node_name: z.string(),
  /** It belongs to an ancestor of the requested node. */
  inherited: z.boolean(),
  revision: z.number(),
  rows: z.number(),
  attributes: z.number(),
  updated_at: z.string(),
});
export type DirectorySummary = z.output<typeof directorySummary>;

export const directory = directorySummary.extend({ columns: z.array(directoryAttribute), lists: z.array(directoryList) });
export type Directory = z.output<typeof directory>;

/** A value of a list as people set it. */
export const directoryListValueIn = z.strictObject({
  /** Left out: a new value. */
  id: z.number().int().positive().optional(),
  text: titleField('validation.enter_name'),
  parameter: z.number().nullable().default(null),
});

/** A value that is not valid. */
export const invalidDirectoryValue = z.object({
  row_id: z.number(),
  row_code: z.string(),
  row_name: z.string(),
  /** Null where the code or the unit of the row is broken. */
  attribute_id: z.number().nullable(),
  value: z.json(),
  problem: z.enum(DIRECTORY_VALUE_PROBLEMS),
  /** The change of the row that mends it, for the edit of rows; left out where only a person can say. */
  fix: directoryRowChange.optional(),
});
export type InvalidDirectoryValue = z.output<typeof invalidDirectoryValue>;

/** One line of the history of a directory. */
export const directoryAction = z.object({
  revision: z.number(),
  name: z.string(),
  author_id: z.number(),
  author: z.string(),
  at: z.string(),
  kind: z.enum(['add', 'update', 'delete']),
  rows: z.number(),
  undoes: z.number().nullable(),
  undone: z.boolean(),
  mine: z.boolean(),
});

/** Directories and versions with their dependencies. */
export const directoryGraphNode = z.object({
  kind: z.enum(['directory', 'version']),
  id: z.number(),
  name: z.string(),
  node_id: z.number(),
});

/** That one takes from the other. */
export const directoryGraphEdge = z.object({
  /** Who gives. */
  from: z.object({ kind: z.enum(['directory', 'version']), id: z.number() }),
  /** Who takes. */
  to: z.object({ kind: z.enum(['directory', 'version']), id: z.number() }),
  by: z.enum(['donor', 'relation', 'assignment']),
  name: z.string(),
});

/** The diff of a change, as the calls of directories answer it. */
export const directoryDiff = z
  .custom<DirectoryDiff>((value) => typeof value === 'object' && value !== null)
  .meta({ type: 'object', description: 'Per table rows added and removed, and of changed rows the fields before and after' });

/** All rows of a directory, as the call for them answers. */
export const directoryRows = z
  .custom<DirectoryRows>((value) => typeof value === 'object' && value !== null)
  .meta({
    type: 'object',
    description:
      'Rows in columns: ids, parent_ids, positions, codes, names, measure_ids, valid, and of each column its values in the order of ids',
  });
