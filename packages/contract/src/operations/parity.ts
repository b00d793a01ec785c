import { z } from 'zod';
import { atVersion, endpoint, pathId } from '../endpoint.ts';

export const parityErrors = {
  'parity.no_stored_dates': 409,
} as const;

/** Why a date of ours differs from the one that the other program had stored. */
export const PARITY_CAUSES = ['type', 'external', 'stale', 'calendar', 'follows', 'option', 'edited', 'float', 'unknown'] as const;
export type ParityCause = (typeof PARITY_CAUSES)[number];

/** Dates and floats that are compared. */
export const PARITY_FIELDS = ['earlyStart', 'earlyFinish', 'lateStart', 'lateFinish', 'totalFloatMinutes', 'freeFloatMinutes'] as const;
export type ParityField = (typeof PARITY_FIELDS)[number];

const value = z.union([z.string(), z.number()]).nullable();

const difference = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  cause: z.enum(PARITY_CAUSES),
  /** The activity that it follows, or the kind of activity that it is. */
  because: z.string(),
  fields: z.array(z.object({ field: z.enum(PARITY_FIELDS), stored: value, calculated: value })),
});
export type ParityDifference = z.output<typeof difference>;

const certificate = z.object({
  program: z.string(),
  file: z.string(),
  /** Activities whose stored dates were compared. */
  compared: z.number(),
  same: z.number(),
  /** Different moments without working time between them. */
  equivalent: z.number(),
  different: z.number(),
  causes: z.array(z.object({ cause: z.enum(PARITY_CAUSES), count: z.number() })),
  /** Options of the calculation that are not those of the file any more. */
  options: z.array(z.object({ name: z.string(), file: z.json(), version: z.json() })),
  /** Whether the version was edited since it was imported. */
  edited: z.boolean(),
  /** Activities whose expected finish the calculation ignored: it lies before their start. */
  expected_ignored: z.array(z.object({ id: z.number(), code: z.string(), name: z.string() })),
  /** The first of the differing activities: the unexplained, then those with a cause of their own, then those that follow. */
  differences: z.array(difference),
});
export type ParityCertificate = z.output<typeof certificate>;

const params = z.object({ id: pathId });

export const parity = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/parity',
    summary: 'Calculates an imported version without storing anything and compares with the dates that its file had stored',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params,
    output: certificate,
  }),
  csv: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/parity/csv',
    summary: 'The same as a table of all differences',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params,
    response: 'binary',
  }),
};
