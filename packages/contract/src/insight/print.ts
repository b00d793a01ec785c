import {
  ALL_TITLE_FIELDS,
  DEFAULT_PRINT_FORMAT,
  LANGUAGES,
  PRINT_COLOURS_OF,
  PRINT_FITS,
  PRINT_LEGENDS,
  PRINT_LIMITS,
  PRINT_LINKS,
  PRINT_ORDERS,
  PRINT_ROW_TEXTS,
  PRINT_SLOTS,
  type PrintFormat,
  type PrintSettings,
  TITLE_BLOCKS,
} from '@gantry/domain';
import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { atVersion, endpoint, IN_SPACE, LARGE_BODY, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { nameField } from '../fields.ts';
import { rowGrouping } from '../planning/grouping.ts';
import { rowFilter, rowSort } from '../planning/row-filter.ts';

export const printErrors = {
  'print.format_name_taken': 409,
  'print.sheet_too_low': 422,
  'print.sheet_too_narrow': 422,
  'print.sheet_too_large': 422,
  'print.margin_negative': 422,
  'print.no_room': 422,
  'print.range_reversed': 422,
  'print.range_empty': 422,
  'print.pages_wrong': 422,
  'print.no_such_page': 404,
  'print.no_logo': 404,
  'print.logo_not_accepted': 422,
  'print.logos_full': 422,
} as const;

const slots = z.object(Object.fromEntries(PRINT_SLOTS.map((slot) => [slot, z.string().max(PRINT_LIMITS.slot)])) as SlotFields);
type SlotFields = Record<(typeof PRINT_SLOTS)[number], z.ZodString>;

const short = z.string().max(PRINT_LIMITS.approval);

/** Formats that were kept before these were known have them as usual. */
const around = {
  title_block: z.enum(TITLE_BLOCKS).default('none'),
  title_cells: z.partialRecord(z.enum(ALL_TITLE_FIELDS), z.string().max(PRINT_LIMITS.slot)).default({}),
  approvals: z
    .array(z.object({ role: short, person: short, decision: short, date: short }))
    .max(PRINT_LIMITS.approvals)
    .default([]),
  watermark: z
    .object({
      text: z.string().max(PRINT_LIMITS.watermark),
      share: z.number().min(PRINT_LIMITS.watermarkFrom).max(PRINT_LIMITS.watermarkTo),
    })
    .default(DEFAULT_PRINT_FORMAT.watermark),
  logo_id: z.number().int().positive().nullable().default(null),
  picture_mm: z.number().min(PRINT_LIMITS.pictureFrom).max(PRINT_LIMITS.pictureTo).default(DEFAULT_PRINT_FORMAT.picture_mm),
  qr: z.string().max(PRINT_LIMITS.slot).default(''),
};

/** The sheet of a print; sizes that nothing can be printed on are refused by `whyNotPrintable`. */
export const printFormat = z.object({
  sheet_height: z.number(),
  sheet_width: z.number(),
  margins: z.object({ top: z.number(), right: z.number(), bottom: z.number(), left: z.number() }),
  titles: slots,
  headers: slots,
  text_size: z.number().min(PRINT_LIMITS.textFrom).max(PRINT_LIMITS.textTo),
  legend: z.enum(PRINT_LEGENDS),
  colours: z.enum(PRINT_COLOURS_OF),
  range: z.object({ start: z.iso.date(), finish: z.iso.date() }).nullable(),
  range_days: z
    .object({ before: z.number().int().max(PRINT_LIMITS.rangeDays), after: z.number().int().max(PRINT_LIMITS.rangeDays) })
    .nullable()
    .default(null),
  ...around,
}) satisfies z.ZodType<PrintFormat>;

const id = z.number().int().positive();
const sheets = z.number().int().min(1).max(PRINT_LIMITS.pagesAcross);

/** What is printed of a version, on whatever sheet. */
export const printSettings = z.object({
  columns: z.array(z.string().min(1).max(64)).min(1).max(500).nullable(),
  levels: z.number().int().min(1).max(100).nullable(),
  links: z.enum(PRINT_LINKS),
  wide: z.object({ fit: z.enum(PRINT_FITS), pages: sheets }),
  tall: z.object({ fit: z.enum(['true', 'most']), pages: z.number().int().min(1).max(10_000) }),
  points_per_day: z.number().min(0.01).max(500),
  repeat_columns: z.boolean(),
  break_level: z.number().int().min(1).max(100).nullable(),
  baseline: z.boolean(),
  row_text: z.enum(PRINT_ROW_TEXTS).default('cut'),
  bar_text: z.string().min(1).max(64).nullable().default(null),
  colour_by: id.nullable().default(null),
  strip: z.string().min(1).max(400).nullable().default(null),
  order: z.enum(PRINT_ORDERS),
  pages: z.string().max(512),
}) satisfies z.ZodType<PrintSettings>;

const params = z.object({ id: pathId });

/** What is printed and how; what is left out is as it was kept, else as usual. */
const composition = {
  format_id: id.optional(),
  format: printFormat.optional(),
  settings_id: id.optional(),
  settings: printSettings.optional(),
  /** Which rows, in which order and groups; none: all, as in the plan. */
  filter: rowFilter.nullable().default(null),
  sort: rowSort.nullable().default(null),
  grouping: rowGrouping.nullable().default(null),
  language: z.enum(LANGUAGES).default('en-US'),
};

/** All of what is printed and how, whatever version is printed. */
export const wholeComposition = z.object({
  format: printFormat,
  settings: printSettings,
  filter: rowFilter.nullable(),
  sort: rowSort.nullable(),
  grouping: rowGrouping.nullable(),
});
export type PrintComposition = z.output<typeof wholeComposition>;

/** Something to know before printing. */
const printWarning = z.object({
  code: z.enum([
    'text_small',
    'too_wide',
    'too_tall',
    'scale_reduced',
    'names_cut',
    'glyphs_missing',
    'no_dates',
    'titles_cut',
    'logo_gone',
    'qr_long',
  ]),
  value: z.number(),
  /** Signs that the fonts lack. */
  signs: z.string().optional(),
});
export type PrintWarningOut = z.output<typeof printWarning>;

const keptFormat = z.object({
  id: z.number(),
  name: z.string(),
  shared: z.boolean(),
  own: z.boolean(),
  owner: z.string(),
  format: printFormat,
});

const kept = z.object({ id: z.number(), settings: printSettings, format: printFormat });
const keptFields = { settings: printSettings, format: printFormat };
export type KeptPrint = z.output<typeof kept>;

const logo = z.object({ id: z.number(), name: z.string(), width: z.number(), height: z.number(), own: z.boolean() });

const place = { right: 'plan.read', place: atVersion('id') } as const;

export const print = {
  print: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/print',
    summary: 'Write a version as a PDF; the job names the key of its download',
    ...place,
    audit: true,
    bodyBytes: LARGE_BODY,
    params,
    body: z.object(composition),
    output: jobAnswer,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/preview',
    aliases: ['/api/v1/versions/{id}/print/preview'],
    summary: 'A page of a print as a picture or as a PDF of this page alone',
    ...place,
    heavy: 'version',
    bodyBytes: LARGE_BODY,
    params,
    body: z.object({
      ...composition,
      page: z.number().int().min(1).default(1),
      as: z.enum(['png', 'pdf']).default('png'),
      /** Pixels that a picture is wide; the picture of a very tall sheet is narrower. */
      width: z.number().int().min(64).max(4096).default(1600),
    }),
    response: 'binary',
  }),
  count: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/print/count',
    summary: 'How many pages a print has, and what to know before',
    ...place,
    heavy: 'version',
    bodyBytes: LARGE_BODY,
    params,
    body: z.object(composition),
    output: z.object({
      /** Those that are wanted, of `of` in all. */
      pages: z.number(),
      of: z.number(),
      wide: z.number(),
      tall: z.number(),
      rows: z.number(),
      sheet: z.object({ width: z.number(), height: z.number() }),
      /** Points of the texts of rows as they are printed. */
      text_pt: z.number(),
      warnings: z.array(printWarning),
    }),
  }),
  formats: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/print/presets',
    summary: "The caller's formats of sheets and those that others share",
    right: 'plan.read',
    place: atVersion('id'),
    params,
    output: z.object({ items: z.array(keptFormat) }),
  }),
  createFormat: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/print/presets/create',
    summary: 'Keep a format of sheets under a name that no other has',
    ...place,
    params,
    body: z.object({ name: nameField('validation.enter_name'), shared: z.boolean().default(false), format: printFormat }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  updateFormat: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/print/presets/update/{presetId}',
    summary: 'Rename, share or change a format of sheets',
    ...place,
    params: params.extend({ presetId: pathId }),
    body: z.object({
      name: nameField('validation.enter_name').optional(),
      shared: z.boolean().optional(),
      format: printFormat.optional(),
    }),
  }),
  removeFormat: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/print/presets/delete/{presetId}',
    summary: 'Delete a format of sheets',
    ...place,
    params: params.extend({ presetId: pathId }),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/print/settings/get/{settingsId}',
    summary: 'How the caller prints a version; 0: as they last did, else as usual',
    right: 'plan.read',
    place: atVersion('id'),
    params: params.extend({ settingsId: z.coerce.number<number>().int().min(0) }),
    output: kept,
  }),
  createSettings: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/print/settings/create',
    summary: 'Keep how the caller prints a version, in place of what was kept before',
    ...place,
    params,
    body: z.object(keptFields),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  formatsOfSpace: endpoint({
    method: 'GET',
    path: '/api/v1/print/presets',
    summary: "The caller's formats of sheets and those that others share, for prints of figures",
    right: 'plan.read',
    place: IN_SPACE,
    output: z.object({ items: z.array(keptFormat) }),
  }),
  logos: endpoint({
    method: 'GET',
    path: '/api/v1/print/logos',
    summary: 'The pictures of the space that prints may bear, newest first',
    right: 'plan.read',
    place: IN_SPACE,
    output: z.object({ items: z.array(logo) }),
  }),
  logo: endpoint({
    method: 'GET',
    path: '/api/v1/print/logos/{logoId}',
    summary: 'A picture that prints may bear',
    right: 'plan.read',
    place: IN_SPACE,
    params: z.object({ logoId: pathId }),
    response: 'binary',
  }),
  addLogo: endpoint({
    method: 'POST',
    path: '/api/v1/print/logos/add',
    summary: 'Take a picture for prints: PNG or JPEG up to 4 MB and 2048 pixels a side; only what draws it is kept',
    right: 'plan.edit',
    place: IN_SPACE,
    audit: true,
    request: 'multipart',
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/api/v1/print/logos/{logoId}/delete',
    summary: 'Delete a picture of prints',
    right: 'plan.edit',
    place: IN_SPACE,
    audit: true,
    params: z.object({ logoId: pathId }),
  }),
  updateSettings: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/print/settings/update',
    summary: 'Change how the caller prints a version',
    ...place,
    params,
    body: z.object({ id, ...z.object(keptFields).partial().shape }),
  }),
};

export const printEvents = {
  /** A version was written as a PDF, or could not be. */
  wbs_print: heardBy(
    'plan.read',
    'version',
    'version_id',
    event({
      version_id: z.number(),
      job_id: z.number(),
      status: z.enum(['completed', 'error']),
      key: z.string().optional(),
      name: z.string().optional(),
      size: z.number().optional(),
      pages: z.number().optional(),
    }),
  ),
};
