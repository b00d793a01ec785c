import { fieldsOf } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atNodeOfBody, endpoint, IN_SPACE, pathId, LARGE_BODY } from '../endpoint.ts';
import { FIELD_MESSAGES } from '../fields.ts';

export const importSettingsErrors = {
  'import_setting.not_found': 404,
  'import_setting.name_taken': 409,
} as const;

/** How a file is taken in: as a new version, into a version that exists, or to look at the differences alone. */
export const DOWNLOAD_SCENARIOS = ['new_version', 'into_version', 'compare'] as const;
export type DownloadScenario = (typeof DOWNLOAD_SCENARIOS)[number];

const NOT_MAPPED = new Set([
  'id',
  'parentId',
  'position',
  'extra',
  'calendarId',
  'executorId',
  'curatorId',
  'specialtyId',
  'progressBy',
  'dayPlanned',
  'tint',
  'targetStart',
  'targetFinish',
]);

/** Fields of a row that a column of a file may be mapped to; dates that a calculation writes are none. */
export const MAPPABLE_FIELDS = fieldsOf('wbs')
  .slice(
    0,
    fieldsOf('wbs').findIndex(({ name }) => name === 'extra'),
  )
  .filter(({ name }) => !NOT_MAPPED.has(name))
  .map(({ name }) => name);

const title = z.string().trim().min(1, 'validation.enter_name').max(128, FIELD_MESSAGES.tooLong128);
const columnName = z.string().trim().min(1).max(200);

/** The target of a column, user field or activity code of a file. */
const columnTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('field'), field: z.enum(MAPPABLE_FIELDS as [string, ...string[]]) }),
  z.strictObject({ kind: z.literal('attribute'), name: columnName }),
  z.strictObject({ kind: z.literal('code'), name: columnName }),
  z.strictObject({ kind: z.literal('skip') }),
]);
export type ColumnTarget = z.output<typeof columnTarget>;

/** A saved way of taking files into the versions of a schedule. */
export const importRule = z.strictObject({
  rows_to_skip: z.number().int().min(0).max(1000).default(0),
  code_page: z.string().trim().max(32).nullable().default(null),
  download_scenario: z.enum(DOWNLOAD_SCENARIOS).default('new_version'),
  add: z.boolean().default(true),
  update: z.boolean().default(true),
  delete: z.boolean().default(false),
  /** The key that matches rows of the file with rows of the version. */
  match_by: z.enum(['code', 'name']).default('code'),
  columns: z
    .array(z.strictObject({ from: columnName, to: columnTarget }))
    .max(200)
    .default([]),
  /** Calendars of the file and the calendars of the version that stand for them. */
  calendars: z
    .array(z.strictObject({ from: columnName, to: columnName }))
    .max(200)
    .default([]),
});
export type ImportRule = z.output<typeof importRule>;

const setting = z.object({ id: z.number(), schedule_id: z.number(), name: z.string(), rule: importRule, updated_at: z.string() });
export type ImportSetting = z.output<typeof setting>;

const params = z.object({ id: pathId });

export const importSettings = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/import-settings',
    summary: 'Saved rules of version upload of a schedule',
    right: 'plan.read',
    place: ANYWHERE,
    query: z.object({ schedule_id: z.coerce.number().int().positive() }),
    output: z.object({ settings: z.array(setting) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/import-settings',
    summary:
      'Save a rule of version upload: name, rows to skip, scenario, what to add, update and delete, mapping of columns and calendars',
    right: 'plan.import',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    body: z.strictObject({ schedule_id: z.number().int().positive(), name: title, rule: importRule }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/v1/import-settings/copy',
    summary: 'Copy the rules of version upload of another schedule; one whose name is taken is passed over and named',
    right: 'plan.import',
    place: atNodeOfBody('schedule_id'),
    body: z.strictObject({ schedule_id: z.number().int().positive(), from_schedule_id: z.number().int().positive() }),
    output: z.object({ success: z.literal(true), copied: z.array(z.string()), passed_over: z.array(z.string()) }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/import-settings/{id}',
    summary: 'Rename or change a rule of version upload',
    right: 'plan.import',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    params,
    body: z.strictObject({ name: title.optional(), rule: importRule.optional() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/import-settings/{id}',
    summary: 'Delete a rule of version upload',
    right: 'plan.import',
    place: IN_SPACE,
    params,
  }),
};
