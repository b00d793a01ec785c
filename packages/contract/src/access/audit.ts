import { LANGUAGES } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, endpoint, IN_SPACE, pathId } from '../endpoint.ts';

/** An audit entry: who did what, in whose name, when, from where. */
export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  actor_id: z.number().nullable(),
  actor: z.string(),
  /** The person for whom the actor acted; null without delegation. */
  on_behalf_of: z.string().nullable(),
  /** Address of the caller; null for sign-ins, which belong to no space. */
  address: z.string().nullable(),
  /** `feature.endpoint`, or another event. */
  action: z.string(),
  object: z.string(),
  details: z.record(z.string(), z.json()).nullable(),
  /** What parts of the object and numbers of the details are called now, as far as the reader may see it: `versions 6` → `Baseline`. */
  names: z.record(z.string(), z.string()),
});

const filter = {
  actor_id: pathId.optional(),
  /** The beginning of an action: `roles`, `roles.update`. */
  action: z.string().trim().max(64).optional(),
  /** Part of an action, an object or a name. */
  search: z.string().trim().max(128).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
};

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/audit',
    summary: 'Who did what in the space and when its members signed in, newest first',
    right: 'audit.read',
    place: ANYWHERE,
    query: z.object({ ...filter, before: pathId.optional(), limit: z.coerce.number().int().min(1).max(500).default(100) }),
    output: z.object({
      entries: z.array(auditEntry),
      /** Pass as `before` to get older entries; null at the end. Words are looked for in so many entries at a time: a page may be empty before it. */
      next: z.number().nullable(),
      /** Everybody who has an entry; with `before` nobody. */
      actors: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  }),
  /** Not spelled in the specification: the audit as a file. */
  export: endpoint({
    method: 'POST',
    path: '/api/v1/audit/export',
    summary: 'The audit, filtered alike, as CSV or as lines of JSON, however long it is',
    right: 'audit.read',
    place: ANYWHERE,
    audit: true,
    body: z.strictObject({ ...filter, language: z.enum(LANGUAGES).default('en-US'), format: z.enum(['csv', 'ndjson']).default('csv') }),
    response: 'binary',
  }),
  /** Not spelled in the specification. */
  seals: endpoint({
    method: 'GET',
    path: '/api/v1/audit/seals',
    summary: 'Whether the audit of the space is as it was sealed day by day: each seal signed, and over the one before it',
    right: 'audit.read',
    place: IN_SPACE,
    output: z.object({
      seals: z.number(),
      /** Entries that were read and summed again. */
      rows: z.number(),
      /** What is older than this is sealed; null: nothing is yet. */
      until: z.string().nullable(),
      /** The newest sum; whoever keeps it elsewhere can show that nothing before it was changed. */
      hash: z.string().nullable(),
      /** The first days that are not as they were sealed. */
      broken: z.object({ from: z.string().nullable(), until: z.string() }).nullable(),
    }),
  }),
};
