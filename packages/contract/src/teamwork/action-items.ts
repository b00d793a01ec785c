import { ACTION_ITEM_ACTS, ACTION_ITEM_STATUSES } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atNode, atVersion, endpoint, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { messageField, titleField } from '../fields.ts';
import { comment } from './comments.ts';

export const actionItemsErrors = {
  'action_item.not_found': 404,
  'action_item.row_not_found': 404,
  'action_item.not_allowed': 409,
  'action_item.no_reason': 422,
  'action_item.nobody': 422,
} as const;

/** How many works are given in one act, how many people have one action item, how long it tells, how early it reminds. */
const MOST_WORKS = 200;
const MOST_PEOPLE = 50;
const TEXT_LENGTH = 4000;
const REMIND_DAYS = 60;

const id = z.number().int().positive();
const person = z.object({ user_id: z.number(), name: z.string() });

/** What people were asked to do about a work; the work is the same in all versions of its schedule. */
const actionItem = z.object({
  id: z.number(),
  schedule_id: z.number(),
  schedule_name: z.string(),
  row_id: z.number(),
  row_code: z.string(),
  row_name: z.string(),
  title: z.string(),
  text: z.string(),
  due: z.string().nullable(),
  remind_days: z.number(),
  status: z.enum(ACTION_ITEM_STATUSES),
  /** Why it was declined. */
  reason: z.string().nullable(),
  people: z.array(person),
  author_id: z.number().nullable(),
  author: z.string(),
  created_at: z.string(),
  comments: z.number(),
  /** What the caller may do with it now. */
  acts: z.array(z.enum(ACTION_ITEM_ACTS)),
});
export type ActionItem = z.output<typeof actionItem>;

const title = titleField('validation.enter_name');
const text = z.union([z.literal(''), messageField(TEXT_LENGTH)]);
const people = z.array(id).min(1).max(MOST_PEOPLE);
const remind_days = z.number().int().min(0).max(REMIND_DAYS);
const due = z.iso.date().nullable();
const fields = { title, text, people, due, remind_days };
const one = z.object({ id: pathId, assignmentId: pathId });
const list = z.object({ items: z.array(actionItem) });

/** Action items: what people were asked to do, and by when. The specification calls them assignments; resources have that word here. */
export const actionItems = {
  save: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/assignment/wbs/save',
    summary: 'Ask people to do something about works of a schedule: one action item for each work',
    right: 'plan.report',
    place: atVersion('id'),
    audit: true,
    params: z.object({ id: pathId }),
    body: z.strictObject({
      item_ids: z.array(id).min(1).max(MOST_WORKS),
      ...fields,
      text: text.default(''),
      due: due.default(null),
      remind_days: remind_days.default(1),
    }),
    output: z.object({ success: z.literal(true), ids: z.array(z.number()) }),
  }),
  listOfRow: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/assignment/wbs/{wbsId}',
    summary: 'Action items of a work, the newest first',
    right: 'plan.read',
    place: atVersion('id'),
    params: z.object({ id: pathId, wbsId: pathId }),
    output: list,
  }),
  listByRow: endpoint({
    method: 'GET',
    path: '/api/v1/assignment/wbs/{wbsId}',
    summary: 'The same of a work that names its version beside the path',
    right: 'plan.read',
    place: ANYWHERE,
    params: z.object({ wbsId: pathId }),
    query: z.object({ version_id: pathId }),
    output: list,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/schedules/{id}/assignment/{assignmentId}',
    summary: 'Accept, decline with a reason, do, close or reopen an action item, change what it says, or comment on it',
    right: 'plan.read',
    place: atNode('id'),
    audit: true,
    params: one,
    body: z.union([
      z.strictObject({ act: z.enum(ACTION_ITEM_ACTS).exclude(['change', 'remove', 'comment']), reason: messageField(1000).optional() }),
      z.strictObject({ change: z.strictObject(fields).partial() }),
      z.strictObject({ comment: messageField(8000), client_key: z.uuid() }),
    ]),
    output: z.object({ success: z.literal(true), item: actionItem, comment: comment.nullable() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/schedules/{id}/assignment/{assignmentId}',
    summary: 'Delete an action item with its comments',
    right: 'plan.read',
    place: atNode('id'),
    audit: true,
    params: one,
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/api/v1/assignment',
    summary: 'Action items that the caller was given or gave, those first that are due first',
    right: 'space.read',
    place: ANYWHERE,
    query: z.object({
      role: z.enum(['given', 'gave']).default('given'),
      open: z.stringbool().default(true),
      status: z.enum(ACTION_ITEM_STATUSES).optional().describe('Those in this state alone, whatever `open` says'),
      overdue: z.stringbool().default(false).describe('Those alone whose date has passed and that are not done'),
      offset: z.coerce.number<number>().int().min(0).default(0),
      limit: z.coerce.number<number>().int().min(1).max(200).default(50),
    }),
    output: list,
  }),
};

const changed = { eps_id: z.number(), assignment_id: z.number(), wbs_id: z.number() };

export const actionItemsEvents = {
  /** People were asked to do something about a work. */
  assignment_created: heardBy('plan.read', 'node', 'eps_id', event(changed)),
  /** An action item was accepted, declined, done, changed or deleted. */
  assignment_changed: heardBy('plan.read', 'node', 'eps_id', event(changed)),
};
