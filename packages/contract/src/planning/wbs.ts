import { CALCULATED_FIELDS, fieldsOf, LIMITS, WBS_COLUMN_TYPES } from '@gantry/domain';
import { z } from 'zod';
import { atVersion, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { lineField, nextRow, orderOfRows, pageOfRows } from '../fields.ts';
import { edited } from './edits.ts';
import { rowFilter } from './row-filter.ts';
import { givenRowSchema, rowSchema } from './version-row.ts';

export const wbsErrors = {
  'wbs.not_found': 404,
  'wbs.wrong_parent': 422,
  'wbs.cannot_indent': 409,
  'wbs.cannot_outdent': 409,
  'wbs.cannot_move': 409,
  'wbs.too_many': 422,
  'wbs.nothing_given': 422,
  'wbs.not_a_summary': 422,
  'wbs.summary_is_calculated': 422,
  'wbs.status_not_allowed': 422,
  'wbs.finish_before_start': 422,
  'wbs.limit_needs_date': 422,
  'wbs.unknown_calendar': 422,
  'wbs.milestone_has_no_duration': 422,
  'wbs.value_out_of_range': 422,
  'wbs.unknown_person': 422,
  'wbs.not_an_executor': 422,
  'wbs.lacks_specialty': 422,
  'wbs.nothing_checked': 422,
  'wbs.unknown_column': 422,
} as const;

const notByHand: string[] = [...CALCULATED_FIELDS, 'id', 'parentId', 'position', 'extra', 'targetStart', 'targetFinish'];

/** Fields of a row that a person edits. */
export const EDITABLE_FIELDS = fieldsOf('wbs')
  .map(({ name }) => name)
  .filter((name) => !notByHand.includes(name));

const row = rowSchema('wbs');
const patch = givenRowSchema('wbs', EDITABLE_FIELDS).partial();
/** Values of attributes of the version, by the attribute's id; null takes one away. */
const attributes = z.record(z.string().regex(/^\d{1,10}$/), z.json()).optional();
const params = z.object({ id: pathId });
const item = z.object({ id: pathId, wbsId: pathId });
const ids = z.array(z.number().int().positive()).min(1).max(100_000);

export const wbs = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/wbs',
    summary: 'Rows of a version in tree order; with Accept: application/vnd.gantry.columns the whole version as a columnar stream',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    query: z.object({
      ...pageOfRows.shape,
      filter: z.coerce.number().int().positive().optional().describe('Id of a filtering state'),
      filter_indicator: z.coerce.number().int().positive().optional().describe('Id of an indicator: rows that meet one of its rules'),
      target: z.coerce.number().int().positive().optional().describe('Id of a row: the page of rows begins with it'),
      ...orderOfRows.shape,
    }),
    output: z.object({ revision: z.number(), total: z.number(), next: nextRow, items: z.array(row) }),
  }),
  filter: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/wbs/filter',
    summary: 'Rows that pass a filter, in tree order; with the rows above them where asked',
    right: 'plan.read',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: rowFilter.safeExtend({ with_parents: z.boolean().default(false), ...pageOfRows.shape }),
    output: z.object({ revision: z.number(), total: z.number(), next: nextRow, ignored: z.array(z.string()), items: z.array(row) }),
  }),
  columns: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/wbs/columns',
    summary: 'Columns of the grid with their types, attributes of the version among them',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    output: z.object({
      columns: z.array(z.object({ id: z.string(), type: z.enum(WBS_COLUMN_TYPES), name: z.string().nullable(), editable: z.boolean() })),
    }),
  }),
  flags: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/wbs/flags',
    summary: 'Which rows the caller has ticked and which folded',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    output: z.object({ checked: z.array(z.number()), folded: z.array(z.number()) }),
  }),
  setChecked: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wbs/set-checked',
    summary: 'Tick rows, or take the ticks away; without ids all of them',
    right: 'plan.read',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: z.object({ ids: ids.optional(), checked: z.boolean() }),
  }),
  setExpanded: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wbs/set-expanded',
    summary: 'Unfold rows, or fold them; without ids all of them',
    right: 'plan.read',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: z.object({ ids: ids.optional(), expanded: z.boolean() }),
  }),
  removeChecked: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/wbs/delete-by-checkbox',
    summary: 'Delete the rows that the caller has ticked, with everything below them',
    right: 'plan.edit',
    place: atVersion('id'),
    params,
    output: edited,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/wbs/{wbsId}',
    summary: 'One row with its attribute values and the dates of the imported file',
    right: 'plan.read',
    place: atVersion('id'),
    params: item,
    output: z.object({
      item: row,
      attributes: z.array(z.object({ name: z.string(), origin: z.string(), value: z.json() })),
      imported: rowSchema('importedDates').nullable(),
    }),
  }),
  children: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/wbs/{wbsId}/children',
    summary: 'Rows directly below a row',
    right: 'plan.read',
    place: atVersion('id'),
    params: item,
    query: pageOfRows,
    output: z.object({ next: nextRow, items: z.array(row) }),
  }),
  byIds: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/wbs/by-ids',
    summary: 'Rows by their ids',
    right: 'plan.read',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: z.object({ ids: z.array(z.number().int().positive()).min(1).max(LIMITS.rowsAnAnswer) }),
    output: z.object({ items: z.array(row) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/wbs',
    summary: 'Create a row under a parent, behind a sibling or at the end',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: z.object({
      parent_id: z.number().int().positive().nullable().default(null),
      after_id: z.number().int().positive().nullable().optional(),
      item: patch.extend({ name: lineField }),
      /** A row without a code gets the next free one, as the codes of the version go on. */
      next_code: z.boolean().default(false),
    }),
    output: edited.extend({ id: z.number() }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wbs/{wbsId}',
    summary: 'Change fields of a row; status, progress and actual dates also by who reports on it',
    right: 'plan.report',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params: item,
    body: patch.extend({ attributes }),
    output: edited,
  }),
  updateMany: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wbs',
    summary:
      'Change fields of several rows in one step; with skip_refused each row by itself. Status, progress and actual dates also by who reports on them',
    right: 'plan.report',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: z.object({
      items: z
        .array(patch.extend({ id: z.number().int().positive(), attributes }))
        .min(1)
        .max(100_000),
      /** Reports rows whose change is refused and applies the others; otherwise one refusal refuses all. */
      skip_refused: z.boolean().default(false),
    }),
    output: edited.extend({
      refused: z.array(z.object({ id: z.number(), code: z.string(), parameters: z.record(z.string(), z.json()) })).optional(),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/wbs/{wbsId}',
    summary: 'Delete a row with everything below it and its relations',
    right: 'plan.edit',
    place: atVersion('id'),
    params: item,
    output: edited,
  }),
  removeMany: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/wbs',
    summary: 'Delete several rows with everything below them',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: z.object({ ids }),
    output: edited,
  }),
  indent: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wbs/{wbsId}/indent',
    summary: 'Put a row under its previous sibling',
    right: 'plan.edit',
    place: atVersion('id'),
    params: item,
    output: edited,
  }),
  outdent: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wbs/{wbsId}/outdent',
    summary: 'Put a row behind its parent',
    right: 'plan.edit',
    place: atVersion('id'),
    params: item,
    output: edited,
  }),
  up: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wbs/{wbsId}/up',
    summary: 'Move a row before its previous sibling',
    right: 'plan.edit',
    place: atVersion('id'),
    params: item,
    output: edited,
  }),
  down: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wbs/{wbsId}/down',
    summary: 'Move a row behind its next sibling',
    right: 'plan.edit',
    place: atVersion('id'),
    params: item,
    output: edited,
  }),
  move: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wbs/{wbsId}/move',
    summary: 'Move a row to a parent and a place among its children',
    right: 'plan.edit',
    place: atVersion('id'),
    params: item,
    body: z.object({ parent_id: z.number().int().positive().nullable(), index: z.number().int().min(0) }),
    output: edited,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/wbs/copy',
    summary: 'Copy rows with what lies below them and the relations among them, also out of another version',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: z.object({
      ids,
      parent_id: z.number().int().positive().nullable(),
      after_id: z.number().int().positive().nullable(),
      from_version_id: z.number().int().positive().optional(),
    }),
    output: edited.extend({ ids: z.array(z.number()) }),
  }),
  moveMany: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/wbs/move',
    summary: 'Move rows to a parent, behind one of its children (null: before all), in one step',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: z.object({ ids, parent_id: z.number().int().positive().nullable(), after_id: z.number().int().positive().nullable() }),
    output: edited,
  }),
  dissolve: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/wbs/{wbsId}/dissolve',
    summary: 'Remove a summary row and lift its children',
    right: 'plan.edit',
    place: atVersion('id'),
    params: item,
    output: edited,
  }),
  setConstraints: endpoint({
    method: 'PUT',
    path: '/api/v1/versions/{id}/wbs/{wbsId}/constraints',
    summary: 'Set the start and finish limits of a row',
    right: 'plan.edit',
    place: atVersion('id'),
    params: item,
    body: givenRowSchema('wbs', [
      'startLimitType',
      'startLimitDate',
      'finishLimitType',
      'finishLimitDate',
      'inScope',
      'mandatory',
      'asLateAsPossible',
    ]).partial(),
    output: edited,
  }),
};
