import { LANGUAGES, VERSION_TABLE_NAMES } from '@gantry/domain';
import { z } from 'zod';
import { endpoint, pathId } from '../endpoint.ts';

export const compareErrors = { 'compare.too_few': 422 } as const;

/** What a difference is about, as people ask for it. */
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

/** One thing that is not the same in all versions. `values` has one entry a version, null where it is empty or the object is missing. */
export const difference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  change: z.enum(['added', 'removed', 'changed']),
  table: z.enum(VERSION_TABLE_NAMES as [string, ...string[]]),
  /** The row of the work breakdown structure that it is about, with its id in each version; null for calendars, resources, options. */
  item: z.object({ ids: z.array(z.number().nullable()), code: z.string(), name: z.string() }).nullable(),
  /** What else it is about: a relation, a calendar, a resource, an attribute. */
  object: z.string(),
  field: z.string(),
  /** Which part of a field: a weekday, a day, an option. */
  part: z.string().nullable(),
  values: z.array(z.json()),
});
export type Difference = z.output<typeof difference>;

const ids = z.array(z.number().int().positive()).min(2).max(8);
const filter = {
  version_ids: ids,
  kinds: z.array(z.enum(DIFFERENCE_KINDS)).optional(),
  search: z.string().max(200).default(''),
};
const params = z.object({ id: pathId });

export const compare = {
  compare: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/compare',
    summary: 'What is not the same in two or more versions; the first one is what the others are measured by',
    right: 'plan.read',
    params,
    body: z.object({ ...filter, offset: z.number().int().min(0).default(0), limit: z.number().int().min(1).max(10_000).default(500) }),
    output: z.object({
      versions: z.array(z.object({ id: z.number(), name: z.string(), revision: z.number() })),
      counts: z.array(z.object({ kind: z.enum(DIFFERENCE_KINDS), count: z.number() })),
      total: z.number(),
      differences: z.array(difference),
    }),
  }),
  exportComparison: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/versions/export-comparison',
    summary: 'The comparison as a table for a spreadsheet, filtered alike',
    right: 'plan.read',
    params,
    body: z.object({ ...filter, format: z.enum(['csv', 'xlsx']).default('xlsx'), language: z.enum(LANGUAGES).default('en-US') }),
    response: 'binary',
  }),
};
