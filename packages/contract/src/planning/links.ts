import { LAG_CALENDARS, LINK_SIDES, RELATION_TYPES, TASK_STATUSES, VERSION_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atNode, endpoint, pathId } from '../endpoint.ts';
import { edited } from './edits.ts';
import { event, heardBy } from '../event.ts';

export const linksErrors = {
  'link.not_found': 404,
  'link.same_schedule': 422,
  'link.unknown_item': 422,
  'link.exists': 409,
} as const;

const id = z.number().int().positive();
/** A link is identified by the version that stores it and its row there. */
const linkId = z.string().regex(/^\d{1,15}-\d{1,9}$/);
const type = z.string().toLowerCase().pipe(z.enum(RELATION_TYPES));
const lag = z.number().int().min(-5_000_000).max(5_000_000);

const end = z.object({ id: z.number(), code: z.string(), name: z.string() });

/** A relation to an item of another schedule from the side of the requested version; `side` is the role of the other item. */
export const externalRelation = z.object({
  id: linkId,
  /** Whether this version stores it; otherwise it is edited in the other one. */
  own: z.boolean(),
  item: end,
  side: z.enum(LINK_SIDES),
  type: z.enum(RELATION_TYPES),
  lag_minutes: z.number(),
  lag_calendar: z.enum(LAG_CALENDARS).nullable(),
  /** The limit that the other schedule sets on the item at present; null without one. */
  limit: z
    .object({ kind: z.enum(['start_not_earlier', 'finish_not_earlier', 'start_not_later', 'finish_not_later']), date: z.string() })
    .nullable(),
  /** The item at the other end is deleted; its data is the last known. */
  gone: z.boolean(),
  /** The caller may not see the version at the other end. */
  hidden: z.boolean(),
  other: end.extend({
    project: z.string(),
    schedule: z.object({ id: z.number(), name: z.string() }),
    version: z.object({ id: z.number(), name: z.string(), kind: z.enum(VERSION_KINDS), locked: z.boolean() }),
    status: z.enum(TASK_STATUSES),
    progress: z.number(),
    start: z.string().nullable(),
    finish: z.string().nullable(),
    free_reserve: z.number().nullable(),
    full_reserve: z.number().nullable(),
    critical: z.boolean(),
  }),
});
export type ExternalRelation = z.output<typeof externalRelation>;

/** Answer of an edit of a link: the Diff is of the version that keeps it. */
const linkEdited = edited.extend({ version_id: z.number() });

/** A link touches two versions: the service asks for the rights on both. */
export const links = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/links/by-schedule-id/{id}',
    summary: 'Relations to items of other schedules: of the actual version of a schedule or of the named one, of one row where asked',
    right: 'plan.read',
    place: atNode('id'),
    params: z.object({ id: pathId }),
    query: z.object({ version_id: pathId.optional(), wbs_id: pathId.optional() }),
    output: z.object({ version_id: z.number(), links: z.array(externalRelation) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/links',
    summary: 'Relate an item to an item of another schedule; refused where it would close a cycle through schedules',
    right: 'plan.edit',
    place: ANYWHERE,
    body: z.object({
      version_id: id,
      item_id: id,
      side: z.enum(LINK_SIDES).describe('What the other item is to this one'),
      other_version_id: id,
      other_item_id: id,
      type: type.default('fs'),
      lag_minutes: lag.default(0),
      lag_calendar: z.enum(LAG_CALENDARS).nullable().default(null),
    }),
    output: linkEdited.extend({ id: linkId }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/links/{id}',
    summary: 'Change type or lag of a relation to another schedule',
    right: 'plan.edit',
    place: ANYWHERE,
    params: z.object({ id: linkId }),
    body: z.object({ type: type.optional(), lag_minutes: lag.optional(), lag_calendar: z.enum(LAG_CALENDARS).nullable().optional() }),
    output: linkEdited,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/links/{id}',
    summary: 'Remove a relation to another schedule',
    right: 'plan.edit',
    place: ANYWHERE,
    params: z.object({ id: linkId }),
    output: linkEdited,
  }),
};

export const linksEvents = {
  /** A link, or a date at its other end, has changed in these versions. */
  links_changed: heardBy('plan.read', 'version', 'version_id', event({ version_id: z.number() })),
};
