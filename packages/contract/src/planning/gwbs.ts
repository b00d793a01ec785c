import { z } from 'zod';
import { atNode, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { nextRow, orderOfRows, pageOfRows } from '../fields.ts';
import { validityFields, versionSummary } from '../structure/eps.ts';
import { edited } from './edits.ts';
import { rowFilter } from './row-filter.ts';
import { givenRowSchema, rowSchema } from './version-row.ts';
import { EDITABLE_FIELDS } from './wbs.ts';

export const gwbsErrors = {
  'gwbs.not_found': 404,
  'gwbs.too_large': 422,
} as const;

const params = z.object({ id: pathId });
/** A row is named by its version and its id there: ids are counted in each version. */
const rowName = z.string().regex(/^\d{1,15}-\d{1,9}$/);
const one = z.object({ id: pathId, wbsId: rowName });
const row = z.object({
  id: rowName,
  parent_id: rowName.nullable(),
  schedule_id: z.number(),
  version_id: z.number(),
  item: rowSchema('wbs'),
});
const schedule = z.object({
  id: z.number(),
  name: z.string(),
  version_id: z.number(),
  version_name: z.string(),
  data_date: z.string().nullable(),
  calculation_status: versionSummary.shape.calculation_status,
  ...validityFields,
  revision: z.number(),
  /** By which durations of rows are read; rows without a calendar go by the default one. Of a schedule without rows on the page: none. */
  calendars: z.array(rowSchema('calendar')),
});
const answer = z.object({
  schedules: z.array(schedule),
  /** null: rows are filtered, and those behind the page are not counted. */
  total: z.number().nullable(),
  next: nextRow,
  ignored: z.array(z.string()),
  items: z.array(row),
});

/** The grid schedule: rows of every schedule of a project, each by its actual version, else its newest that is no target. */
export const gwbs = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/gwbs',
    summary: 'Rows of all schedules of a project, in tree order',
    right: 'plan.read',
    place: atNode('id'),
    heavy: 'space',
    params,
    query: z.object({
      ...pageOfRows.shape,
      ...orderOfRows.shape,
      filter: z.coerce.number().int().positive().optional().describe('Id of a filtering state'),
      filter_indicator: z.coerce.number().int().positive().optional().describe('Id of an indicator: rows that meet one of its rules'),
    }),
    output: answer,
  }),
  filter: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/gwbs/filter',
    summary: 'Rows of all schedules of a project that pass a filter',
    right: 'plan.read',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    heavy: 'space',
    params,
    body: rowFilter.safeExtend({ with_parents: z.boolean().default(false), ...pageOfRows.shape }),
    output: answer,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/gwbs/{wbsId}',
    summary: 'One row of a schedule of a project',
    right: 'plan.read',
    place: atNode('id'),
    params: one,
    output: z.object({ row }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/projects/{id}/gwbs/{wbsId}',
    summary: 'Change fields of a row of a schedule of a project',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    params: one,
    body: givenRowSchema('wbs', EDITABLE_FIELDS).partial(),
    output: edited,
  }),
};
