import { z } from 'zod';
import { atNode, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { titleField } from '../fields.ts';
import { event, heardBy } from '../event.ts';
import {
  directory,
  DIRECTORY_ATTRIBUTE_TYPES,
  DIRECTORY_KINDS,
  directoryAction,
  directoryAttribute,
  directoryAttributeChange,
  directoryAttributeDefinition,
  directoryDiff,
  directoryGraphEdge,
  directoryGraphNode,
  directoryList,
  directoryListValueIn,
  directoryRowChange,
  directoryRows,
  directorySummary,
  foundDirectoryRow,
  invalidDirectoryValue,
} from './directory-rows.ts';

export const directoriesErrors = {
  'directory.not_found': 404,
  'directory.name_taken': 409,
  /** It is inherited here: whoever may change it does so where it stands. */
  'directory.stands_elsewhere': 422,
  'directory.in_use': 409,
  'directory.changed_since': 409,
  'directory.nothing_to_undo': 409,
  'directory.nothing_to_redo': 409,
  'directory.too_old': 410,
  'directory.donor_out_of_reach': 422,
  'directory_attribute.not_found': 404,
  'directory_attribute.name_taken': 409,
  'directory_attribute.role_taken': 409,
  'directory_attribute.bad_value': 422,
  'directory_attribute.required': 422,
  'directory_attribute.not_unique': 409,
  'directory_attribute.list_missing': 422,
  'directory_attribute.link_not_found': 422,
  'directory_attribute.donor_not_found': 422,
  'directory_attribute.donor_type': 422,
  'directory_attribute.donor_ring': 422,
  'directory_attribute.is_donated': 422,
  'directory_row.not_found': 404,
  'directory_row.code_taken': 409,
  'directory_row.ring': 422,
  'directory_row.bad_measure': 422,
  'directory_row.bad_donor': 422,
  'directory_list.not_found': 404,
  'directory_list.name_taken': 409,
  'directory_list.in_use': 409,
  'directory_list.value_not_found': 404,
  'directory_list.value_taken': 409,
} as const;

const edited = z.object({ success: z.literal(true), revision: z.number(), diff: directoryDiff });
const created = edited.extend({ id: z.number() });

const at = z.object({ epsId: pathId });
const one = at.extend({ directoryId: pathId });
const ofAttribute = one.extend({ attributeId: pathId });
const ofList = one.extend({ listId: pathId });
const toNode = one.extend({ targetEpsId: pathId });

const title = titleField('validation.enter_name');
const listAnswer = edited.extend({ list: directoryList });

const bound = z.object({ columns: z.array(directoryAttribute) });

/**
 * Directories of the hierarchy. A directory stands at a node and is seen from there down; it is changed at its own node alone.
 * Every change of rows, columns and lists makes a revision with a diff, can be taken back, and is told to the space as
 * `directory_edited` { directory_id, node_id, revision, author_id }. Files (upload, its preview, export) are
 * `operations/directory-files.ts`; what versions take from directories is a feature of planning.
 */
export const directories = {
  workTypes: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/worktypes-directory',
    summary: 'The directory of work types that holds at a node: its own, else the nearest one above; null where there is none',
    right: 'structure.read',
    place: atNode('epsId'),
    params: at,
    output: z.object({ directory: directory.nullable() }),
  }),
  updateAll: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{epsId}/directory/update-all',
    summary: 'Bring donor columns and linked values of all directories that stand at a node up to date',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: at,
    output: z.object({ success: z.literal(true), directories: z.number(), values: z.number(), versions: z.array(z.number()) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory',
    summary: 'Directories of a node with those that it inherits from above',
    right: 'structure.read',
    place: atNode('epsId'),
    params: at,
    output: z.object({ directories: z.array(directorySummary) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{epsId}/directory/create',
    summary: 'Create a directory at a node, for it and all below',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('epsId'),
    params: at,
    body: z.strictObject({
      name: title,
      kind: z.enum(DIRECTORY_KINDS).default('general'),
      columns: z.array(directoryAttributeDefinition).max(200).default([]),
    }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  updateName: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/update-name',
    summary: 'Rename a directory, or say what it is for',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: one,
    body: z.strictObject({ name: title.optional(), kind: z.enum(DIRECTORY_KINDS).optional() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}',
    summary: 'Delete a directory; refused with its users where it is in use, unless `in_use` is true',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: one,
    query: z.object({ in_use: z.enum(['true', 'false']).default('false') }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}',
    summary: 'A directory with its columns and lists',
    right: 'structure.read',
    place: atNode('epsId'),
    params: one,
    output: directory,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/rows',
    summary: 'All rows of a directory, as one array a column',
    right: 'structure.read',
    place: atNode('epsId'),
    params: one,
    output: directoryRows,
  }),
  findRows: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/rows/search',
    summary:
      'Rows of a directory by what is typed, page by page: each word stands in the code or name of the row or of a row above it, ' +
      'one at least in its own; those whose code or name begins so come first',
    right: 'structure.read',
    place: atNode('epsId'),
    params: one,
    query: z.object({
      search: z.string().trim().max(200).default(''),
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    output: z.object({ revision: z.number(), total: z.number(), rows: z.array(foundDirectoryRow) }),
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/rows',
    summary: 'Change rows, all of the changes or none, as one action; refused where somebody has changed the same since the base revision',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('epsId'),
    params: one,
    body: z.strictObject({
      base_revision: z.number().int().min(0),
      /** What the history calls it. */
      name: z.enum(['edit', 'paste', 'fix']).default('edit'),
      changes: z.array(directoryRowChange).min(1).max(20_000),
    }),
    output: edited.extend({ ids: z.array(z.object({ given: z.number(), id: z.number() })) }),
  }),
  since: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/edits',
    summary: 'Changes of a directory after a revision; refused when there are too many, then load it again',
    right: 'structure.read',
    place: atNode('epsId'),
    params: one,
    query: z.object({ since: z.coerce.number().int().min(0) }),
    output: z.object({
      revision: z.number(),
      edits: z.array(z.object({ revision: z.number(), author_id: z.number(), diff: directoryDiff })),
    }),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/undo-actions',
    summary: 'History of a directory, newest first',
    right: 'structure.read',
    place: atNode('epsId'),
    params: one,
    query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) }),
    output: z.object({ actions: z.array(directoryAction), can_undo: z.boolean(), can_redo: z.boolean() }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/undo-actions/undo',
    summary: 'Take back the last change of the caller, or the named one',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: one,
    body: z.strictObject({ revision: z.number().int().positive().optional() }).default({}),
    output: edited.extend({ name: z.string() }),
  }),
  redo: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/undo-actions/restore',
    summary: 'Restore what the caller took back last',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: one,
    output: edited.extend({ name: z.string() }),
  }),
  createAttribute: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/attributes',
    summary: 'Add a column to a directory',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('epsId'),
    params: one,
    body: directoryAttributeDefinition,
    output: created,
  }),
  updateAttribute: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/attributes/{attributeId}',
    summary: 'Change a column, its place among the others included; values that no longer fit become not valid and stay',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('epsId'),
    params: ofAttribute,
    body: directoryAttributeChange.extend({ index: z.number().int().min(0).optional() }),
    output: edited.extend({ invalid: z.number() }),
  }),
  removeAttribute: endpoint({
    method: 'DELETE',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/attributes/{attributeId}',
    summary: 'Delete a column; taking it back brings its values back',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: ofAttribute,
    output: edited,
  }),
  linked: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/attributes/linked',
    summary: 'Columns that attributes or fields of WBS rows follow',
    right: 'structure.read',
    place: atNode('epsId'),
    params: one,
    output: bound,
  }),
  donor: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/attributes/donor',
    summary: 'Columns that take their values from other directories, and the columns of directories in reach that could give them',
    right: 'structure.read',
    place: atNode('epsId'),
    params: one,
    output: bound.extend({
      offered: z.array(
        z.object({
          directory_id: z.number(),
          directory_name: z.string(),
          attribute_id: z.number(),
          name: z.string(),
          type: z.enum(DIRECTORY_ATTRIBUTE_TYPES),
        }),
      ),
    }),
  }),
  updateLinkedValues: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/update-linked-values',
    summary: 'Take donor columns over anew and carry linked columns to the rows of versions that follow them',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: one,
    output: z.object({ success: z.literal(true), revision: z.number(), values: z.number(), versions: z.array(z.number()) }),
  }),
  moveTo: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/move-to/{targetEpsId}',
    summary: 'Move a directory to another node; refused where a user would lose sight of it',
    right: 'structure.edit',
    place: atNode('epsId'),
    alsoAt: [atNode('targetEpsId')],
    params: toNode,
  }),
  copyTo: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/copy-to/{targetEpsId}',
    summary: 'Copy a directory that is seen at a node to another node',
    right: 'structure.edit',
    place: atNode('epsId'),
    alsoAt: [atNode('targetEpsId')],
    params: toNode,
    body: z.strictObject({ name: title.optional() }).default({}),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  graph: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/graph',
    summary: 'What a directory takes from and gives to: other directories and versions',
    right: 'structure.read',
    place: atNode('epsId'),
    params: one,
    output: z.object({ nodes: z.array(directoryGraphNode), edges: z.array(directoryGraphEdge) }),
  }),
  invalidValues: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/invalid-values',
    summary: 'Values that are not valid, each with the reason and the fix proposed; fixes are applied by the edit of rows',
    right: 'structure.read',
    place: atNode('epsId'),
    params: one,
    query: z.object({ limit: z.coerce.number().int().min(1).max(10_000).default(1000) }),
    output: z.object({ revision: z.number(), total: z.number(), values: z.array(invalidDirectoryValue) }),
  }),
  createList: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/lists',
    summary: 'Create a list of a directory',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('epsId'),
    params: one,
    body: z.strictObject({
      name: title,
      values: z
        .array(directoryListValueIn.omit({ id: true }))
        .max(5000)
        .default([]),
    }),
    output: listAnswer,
  }),
  lists: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/lists',
    summary: 'Lists of a directory with their values',
    right: 'structure.read',
    place: atNode('epsId'),
    params: one,
    output: z.object({ lists: z.array(directoryList) }),
  }),
  removeList: endpoint({
    method: 'DELETE',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/lists/{listId}',
    summary: 'Delete a list that no column is chosen from',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: ofList,
    output: edited,
  }),
  setListValue: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/lists/{listId}/value',
    summary: 'Add a value to a list, change one, or with `remove` take one away',
    right: 'structure.edit',
    place: atNode('epsId'),
    params: ofList,
    body: directoryListValueIn.extend({ text: title.optional(), remove: z.boolean().default(false) }),
    output: listAnswer,
  }),
  setListValues: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{epsId}/directory/{directoryId}/lists/{listId}/values',
    summary: 'Set all values of a list in their order, and its name; those that are not named go',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('epsId'),
    params: ofList,
    body: z.strictObject({ name: title.optional(), values: z.array(directoryListValueIn).max(5000) }),
    output: listAnswer,
  }),
};

const told = event({ directory_id: z.number(), node_id: z.number(), revision: z.number(), author_id: z.number() });
export const directoriesEvents = { directory_edited: heardBy(['structure.read', 'plan.read'], 'branch', 'node_id', told) };
