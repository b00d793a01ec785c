import { z } from 'zod';
import { ANYWHERE, atVersion, endpoint, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { messageField, titleField } from '../fields.ts';

export const checklistsErrors = {
  'checklist.not_found': 404,
  'checklist.row_not_found': 404,
  'checklist.too_many': 422,
  'checklist.photo_missing': 422,
} as const;

/** A work has at most so many checklists, and a checklist so many items. */
export const CHECKLISTS_OF_WORK = 50;
export const CHECKLIST_ITEMS = 200;
const ITEM_LENGTH = 512;

const checklistItem = z.object({
  id: z.number(),
  text: z.string(),
  /** The work should not be completed before. */
  required: z.boolean(),
  /** A photo must be stored at the work before this is ticked. */
  photo_required: z.boolean(),
  due: z.string().nullable(),
  person_id: z.number().nullable(),
  person: z.string().nullable(),
  done_at: z.string().nullable(),
  done_by: z.string().nullable(),
});
export type ChecklistItem = z.output<typeof checklistItem>;

/** A list of what has to be done for a work, the same in all versions of its schedule. */
const checklist = z.object({ id: z.number(), name: z.string(), items: z.array(checklistItem) });
export type Checklist = z.output<typeof checklist>;

const id = z.number().int().positive();
const ids = z.array(id).min(1).max(1000);
const day = z.iso.date();
const name = titleField('validation.enter_name');
const text = messageField(ITEM_LENGTH);
/** Behind which one it stands; null: first. */
const after_id = id.nullable();
const made = z.object({ success: z.literal(true), id: z.number() });
const about = { required: z.boolean(), photo_required: z.boolean(), due: day.nullable(), person_id: id.nullable() };

export const checklists = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/checklist/by-wbs-id/{versionId}/{wbsId}',
    summary: 'Checklists of a work with their items, in order',
    right: 'boards.read',
    place: atVersion('versionId'),
    params: z.object({ versionId: pathId, wbsId: pathId }),
    output: z.object({ checklists: z.array(checklist) }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/v1/checklist/counts/{versionId}',
    summary: 'How many items of the checklists of each work are done, of how many, and how many required ones are open',
    right: 'boards.read',
    place: atVersion('versionId'),
    params: z.object({ versionId: pathId }),
    output: z.object({
      rows: z.array(z.object({ wbs_id: z.number(), done: z.number(), count: z.number(), required_open: z.number() })),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/checklist/create',
    summary: 'Add a checklist to a work, with items or as an unticked copy of another one',
    right: 'boards.edit',
    place: ANYWHERE,
    body: z.strictObject({
      version_id: id,
      wbs_id: id,
      name,
      items: z.array(text).max(CHECKLIST_ITEMS).default([]),
      template: id.optional(),
    }),
    output: made,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/checklist/{id}',
    summary: 'Rename a checklist or put it behind another one',
    right: 'boards.edit',
    place: ANYWHERE,
    params: z.object({ id: pathId }),
    body: z.strictObject({ name: name.optional(), after_id: after_id.optional() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/checklist/delete',
    summary: 'Delete checklists with their items',
    right: 'boards.edit',
    place: ANYWHERE,
    body: z.strictObject({ ids }),
  }),
  createItem: endpoint({
    method: 'POST',
    path: '/api/v1/checklist/create-item/{versionId}/{checklistId}',
    summary: 'Add an item to a checklist',
    right: 'boards.edit',
    place: atVersion('versionId'),
    params: z.object({ versionId: pathId, checklistId: pathId }),
    body: z.strictObject({ text, after_id: after_id.optional(), ...z.object(about).partial().shape }),
    output: made,
  }),
  updateItem: endpoint({
    method: 'PUT',
    path: '/api/v1/checklist/{checklistId}/{itemId}',
    summary: 'Tick an item for who reports work; change its text, place, person and date for who changes checklists',
    right: 'boards.read',
    place: ANYWHERE,
    audit: true,
    params: z.object({ checklistId: pathId, itemId: pathId }),
    body: z.strictObject({
      done: z.boolean().optional(),
      text: text.optional(),
      after_id: after_id.optional(),
      ...z.object(about).partial().shape,
    }),
  }),
  removeItems: endpoint({
    method: 'DELETE',
    path: '/api/v1/checklist/delete-item',
    summary: 'Delete items of checklists',
    right: 'boards.edit',
    place: ANYWHERE,
    body: z.strictObject({ ids }),
  }),
};

export const checklistsEvents = {
  /** Checklists of a work were changed. */
  checklist_updated: heardBy('boards.read', 'node', 'eps_id', event({ eps_id: z.number(), wbs_id: z.number() })),
};
