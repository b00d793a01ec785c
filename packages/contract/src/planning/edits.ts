import { type Diff, type Headline, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { z } from 'zod';
import { atVersion, endpoint, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';

export const editsErrors = {
  'edit.nothing_to_undo': 409,
  'edit.nothing_to_redo': 409,
  'edit.changed_since': 409,
  'edit.not_yours': 403,
  'edit.too_old': 410,
  'edit.other_past': 410,
} as const;

const diff = z
  .custom<Diff>((value) => typeof value === 'object' && value !== null)
  .meta({
    type: 'object',
    description: 'Per table of version content: rows added and removed, and of updated rows the fields before and after',
  });

/** Answer of every edit: the revision it made and what it changed. */
export const edited = z.object({ success: z.literal(true), revision: z.number(), diff });
export type Edited = z.output<typeof edited>;

/** What a change is about: the first row that it touches, and the field with its old and new value. */
export const headline = z.object({
  table: z.enum(VERSION_TABLE_NAMES as [VersionTable, ...VersionTable[]]),
  kind: z.enum(['added', 'updated', 'removed']),
  id: z.number(),
  refs: z.record(z.string(), z.number()),
  name: z.string().nullable(),
  field: z.string().nullable(),
  part: z.string().nullable(),
  before: z.json(),
  after: z.json(),
  rows: z.number(),
}) satisfies z.ZodType<Headline>;

/** One line of a version's history. */
export const undoAction = z.object({
  revision: z.number(),
  name: z.string(),
  /** The original action, also in entries of undo and redo. */
  action: z.string(),
  /** The revision that this entry undoes, or whose undo it reverts. */
  undoes: z.number().nullable(),
  redoes: z.number().nullable(),
  /** Whether the change is in effect: not undone, or restored since. */
  stands: z.boolean(),
  author: z.string(),
  author_id: z.number(),
  at: z.string(),
  kind: z.enum(['add', 'update', 'delete']),
  rows: z.number(),
  undone: z.boolean(),
  mine: z.boolean(),
  /** What the newest small actions are about: the first row and field, with its old and new value. */
  about: headline.nullable(),
});

/** Pushed to everyone with the version open after an edit. `diff` is null when too large: reload the version. */
export const editPushed = z.object({
  version_id: z.number(),
  revision: z.number(),
  name: z.string(),
  author_id: z.number(),
  author: z.string(),
  /** The history of the version up to here as one value, and up to the revision before; null where nobody knows any more. */
  chain: z.string().nullable(),
  before: z.string().nullable(),
  diff: diff.nullable(),
});
export type EditPushed = z.output<typeof editPushed>;

const params = z.object({ id: pathId });

/** Which action: the caller's last one where none is named, `before` a revision where one is; with `through` the named one and all of the caller's later ones. */
const which = z
  .object({
    revision: z.number().int().positive().optional(),
    through: z.boolean().optional(),
    before: z.number().int().positive().optional(),
  })
  .default({});
const takenBack = edited.extend({ name: z.string(), count: z.number() });

export const edits = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/undo-actions',
    summary: 'History of a version, newest first',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) }),
    output: z.object({ actions: z.array(undoAction), can_undo: z.boolean(), can_redo: z.boolean() }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/undo-actions/undo',
    summary: 'Take back the last action of the caller, a named one, or all back to a named one; who may not change plans, their reports',
    right: 'plan.report',
    place: atVersion('id'),
    params,
    body: which,
    output: takenBack,
  }),
  redo: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/undo-actions/restore',
    summary: 'Restore what the caller took back last, a named action, or all up to a named one; who may not change plans, their reports',
    right: 'plan.report',
    place: atVersion('id'),
    params,
    body: which,
    output: takenBack,
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/undo-actions',
    summary: 'Forget the history of a version; nothing done so far can be taken back any more',
    right: 'space.manage',
    place: atVersion('id'),
    params,
    output: z.object({ success: z.literal(true), count: z.number() }),
  }),
  since: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/edits',
    summary:
      'Changes of a version after a revision; refused when there are too many, or where `chain` is not what the server had at that revision: then load it again',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    query: z.object({ since: z.coerce.number().int().min(0), chain: z.string().max(64).optional() }),
    output: z.object({ revision: z.number(), edits: z.array(editPushed) }),
  }),
};

export const editsEvents = {
  /** To whoever has the version open. */
  /** Attributes of rows got other values; with the Diff of `version_edit` for who has the version open. */
  wbs_attribute_updated: heardBy(
    'plan.read',
    'version',
    'version_id',
    event(
      {
        version_id: z.number(),
        revision: z.number(),
        items: z.array(z.object({ wbs_id: z.number(), attributes: z.array(z.number()) })),
      },
      { version_id: z.number(), revision: z.number() },
    ),
  ),
  version_edit: heardBy('plan.read', 'version', 'version_id', event(editPushed.shape, { version_id: z.number(), revision: z.number() })),
  /** To everybody in the space: a screen of several versions asks for the change where it is one of theirs. */
  version_changed: heardBy('plan.read', 'version', 'version_id', event({ version_id: z.number(), revision: z.number() })),
};
