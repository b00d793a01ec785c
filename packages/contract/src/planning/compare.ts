import { ITEM_TYPES, LANGUAGES, type Period, PERIODS, VERSION_TABLE_NAMES } from '@gantry/domain';
import { z } from 'zod';
import { atNode, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { nextRow, pageOfRows } from '../fields.ts';

export const compareErrors = { 'compare.too_few': 422, 'compare.too_large': 422, 'compare.too_many_lines': 422 } as const;

/** Kinds of differences for filtering. */
export const DIFFERENCE_KINDS = [
  'rows',
  'structure',
  'texts',
  'people',
  'dates',
  'durations',
  'progress',
  'constraints',
  'logic',
  'calendars',
  'resources',
  'volumes',
  'costs',
  'values',
  'targets',
  'floats',
  'settings',
  'imported',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** What to look at: what people changed, what the calculation made of that, or all that differs. */
export const DIFFERENCE_ORIGINS = ['causes', 'consequences', 'all'] as const;
export type DifferenceOrigin = (typeof DIFFERENCE_ORIGINS)[number];

/** An entity that differs between versions. `values` has one entry for each version, null when empty or missing. */
export const difference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  change: z.enum(['added', 'removed', 'changed']),
  table: z.enum(VERSION_TABLE_NAMES as [string, ...string[]]),
  /** The row of the work breakdown structure that it is about, with its id in each version; null for calendars, resources, options. */
  item: z.object({ ids: z.array(z.number().nullable()), code: z.string(), name: z.string() }).nullable(),
  /** Further subject: a relation, calendar, resource or attribute. */
  object: z.string(),
  field: z.string(),
  /** Which part of a field: a weekday, a day, an option. */
  part: z.string().nullable(),
  values: z.array(z.json()),
  /** Whether a calculation gave it: dates, floats, and what summaries take from the rows below them. */
  consequence: z.boolean(),
  /** Minutes of a working day of the row, by which durations are shown in days. */
  minutes_per_day: z.number(),
});
export type Difference = z.output<typeof difference>;

/** A row of the versions together: its place in their common tree, its dates in each of them, and what kinds of difference it has. */
export const comparedRow = z.object({
  ids: z.array(z.number().nullable()),
  /** Place of the row above it in the list, counted from its first page. */
  parent: z.number().nullable(),
  code: z.string(),
  name: z.string(),
  type: z.enum(ITEM_TYPES),
  change: z.enum(['added', 'removed', 'changed', 'same']),
  kinds: z.array(z.enum(DIFFERENCE_KINDS)),
  /** Whether somebody changed it; else only its dates and floats follow others. */
  caused: z.boolean(),
  start: z.array(z.string().nullable()),
  finish: z.array(z.string().nullable()),
});
export type ComparedRow = z.output<typeof comparedRow>;

export const VALUE_MEASURES = ['volume', 'labour', 'cost'] as const;
export const VALUE_SERIES = ['plan', 'fact', 'remaining'] as const;
export const VALUE_CHANGES = ['added', 'removed', 'changed', 'same'] as const;

/** Which amounts are compared: a measure, as planned, done or left, by days, weeks or months. */
const valueQuestion = {
  measure: z.enum(VALUE_MEASURES),
  series: z.enum(VALUE_SERIES).default('plan'),
  period: z.enum(PERIODS).default('day'),
};
export type ValueQuestion = { measure: (typeof VALUE_MEASURES)[number]; series: (typeof VALUE_SERIES)[number]; period: Period };

/** What falls on one period in each version: of a row, or of all rows together where `item` is null. */
export const comparedValue = z.object({
  item: z.object({ ids: z.array(z.number().nullable()), code: z.string(), name: z.string() }).nullable(),
  /** The first day of the period. */
  from: z.string(),
  values: z.array(z.number()),
  change: z.enum(VALUE_CHANGES),
});
export type ComparedValue = z.output<typeof comparedValue>;

const ids = z.array(z.number().int().positive()).min(2).max(8);
const filter = {
  version_ids: ids,
  kinds: z.array(z.enum(DIFFERENCE_KINDS)).optional(),
  origin: z.enum(DIFFERENCE_ORIGINS).default('all'),
  search: z.string().max(200).default(''),
};
const params = z.object({ id: pathId });
const versionsCompared = z.array(z.object({ id: z.number(), name: z.string(), revision: z.number() }));
const valueFilter = {
  version_ids: ids,
  ...valueQuestion,
  changes: z.array(z.enum(VALUE_CHANGES)).default(['added', 'removed', 'changed']),
  search: z.string().max(200).default(''),
};
const file = { format: z.enum(['csv', 'xlsx']).default('xlsx'), language: z.enum(LANGUAGES).default('en-US') };

export const compare = {
  compare: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/compare',
    summary: 'What is not the same in two or more versions; the first one is what the others are measured by',
    right: 'plan.read',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    heavy: 'space',
    params,
    body: z.object({ ...filter, offset: z.number().int().min(0).default(0), limit: z.number().int().min(1).max(10_000).default(500) }),
    output: z.object({
      versions: versionsCompared,
      counts: z.array(z.object({ kind: z.enum(DIFFERENCE_KINDS), count: z.number() })),
      total: z.number(),
      /** How many of them, of all kinds, people changed and the calculation gave. */
      origins: z.object({ causes: z.number(), consequences: z.number() }),
      differences: z.array(difference),
    }),
  }),
  exportComparison: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/export-comparison',
    summary: 'The comparison as a table for a spreadsheet, filtered alike',
    right: 'plan.read',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    heavy: 'space',
    params,
    body: z.object({ ...filter, ...file }),
    response: 'binary',
  }),
  rows: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/compare-rows',
    summary: 'Rows of versions as one tree with their dates in each: those that differ and the rows above them, or all',
    right: 'plan.read',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    heavy: 'space',
    params,
    body: z.object({ ...filter, all: z.boolean().default(false), ...pageOfRows.shape }),
    /** `total`: rows that differ, on all pages. */
    output: z.object({ versions: versionsCompared, total: z.number(), next: nextRow, rows: z.array(comparedRow) }),
  }),
  values: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/compare-values',
    summary: 'Volume, labour or cost of versions by days, weeks or months: of all rows together, and row by row where it differs',
    right: 'plan.read',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    heavy: 'space',
    params,
    body: z.object({ ...valueFilter, offset: z.number().int().min(0).default(0), limit: z.number().int().min(1).max(10_000).default(500) }),
    output: z.object({
      versions: versionsCompared,
      counts: z.record(z.enum(VALUE_CHANGES), z.number()),
      totals: z.array(comparedValue),
      total: z.number(),
      lines: z.array(comparedValue),
    }),
  }),
  exportValues: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/export-comparison-values',
    summary: 'Values by periods of versions as a table for a spreadsheet, filtered alike',
    right: 'plan.read',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    heavy: 'space',
    params,
    body: z.object({ ...valueFilter, ...file }),
    response: 'binary',
  }),
};
