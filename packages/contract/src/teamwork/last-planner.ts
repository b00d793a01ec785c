import {
  ENTRY_MEASURES,
  LOOK_AHEAD_WEEKS_LEAST,
  LOOK_AHEAD_WEEKS_MOST,
  LOOK_AHEAD_WEEKS_USUAL,
  READINESS,
  ROADBLOCK_CATEGORIES,
  TASK_STATUSES,
} from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atVersion, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { messageField } from '../fields.ts';

export const lastPlannerErrors = {
  'roadblock.not_found': 404,
  'roadblock.row_not_found': 422,
  'roadblock.not_yours': 403,
  'roadblock.stranger': 422,
  'commitment.not_found': 404,
  'commitment.row_not_found': 422,
  'commitment.blocked': 409,
  'commitment.begun': 409,
  'commitment.closed': 409,
  'commitment.not_over': 409,
  'commitment.not_counted': 409,
  'commitment.not_the_curator': 403,
  'commitment.not_yours': 403,
  'commitment.stranger': 422,
  'commitment.wrong_week': 422,
  'commitment.wrong_day': 422,
  'commitment.wrong_reason': 422,
  'commitment.no_reasons': 409,
} as const;

/** Works of a look-ahead, promises of a week, weeks of the results. */
export const MOST_AHEAD = 1000;
const MOST_PROMISED = 500;
const MOST_WEEKS = 60;
const TEXT_LENGTH = 500;
const MOST_LEAD_DAYS = 365;

const id = z.number().int().positive();
const day = z.iso.date();
const text = messageField(TEXT_LENGTH);
const category = z.enum(ROADBLOCK_CATEGORIES);

/** What keeps a work from beginning; the work is the same in all versions of its schedule. */
const roadblock = z.object({
  id: z.number(),
  schedule_id: z.number(),
  /** The row in the version that was asked for; null where it is not in it. */
  row_id: z.number().nullable(),
  row_code: z.string(),
  row_name: z.string(),
  category,
  text: z.string(),
  owner_id: z.number().nullable(),
  owner: z.string(),
  lead_days: z.number(),
  /** So many days before the work begins: it moves with the work; null while that has no date. */
  needed_by: z.string().nullable(),
  promised: z.string().nullable(),
  cleared_at: z.string().nullable(),
  author_id: z.number().nullable(),
  author: z.string(),
  created_at: z.string(),
  /** Open beyond the day on which it is needed. */
  overdue: z.boolean(),
  may_change: z.boolean(),
  may_remove: z.boolean(),
});
export type Roadblock = z.output<typeof roadblock>;

const ofVersion = z.object({ id: pathId });
const oneRoadblock = z.object({ id: pathId, roadblockId: pathId });
const oneCommitment = z.object({ id: pathId, commitmentId: pathId });
const roadblockFields = {
  category,
  text,
  owner_id: id.nullable(),
  lead_days: z.number().int().min(0).max(MOST_LEAD_DAYS),
  promised: day.nullable(),
};

const ahead = z.object({
  row_id: z.number(),
  row_code: z.string(),
  row_name: z.string(),
  executor_id: z.number().nullable(),
  executor: z.string(),
  curator_id: z.number().nullable(),
  start: z.string().nullable(),
  finish: z.string().nullable(),
  status: z.enum(TASK_STATUSES),
  progress: z.number(),
  readiness: z.enum(READINESS),
  roadblocks: z.number(),
  measure: z.enum(ENTRY_MEASURES),
  unit: z.string(),
  /** By week: planned by days, null = nothing; whether the work takes place in it. */
  planned: z.array(z.number().nullable()),
  due: z.array(z.boolean()),
});
export type WorkAhead = z.output<typeof ahead>;

const commitment = z.object({
  id: z.number(),
  row_id: z.number().nullable(),
  row_code: z.string(),
  row_name: z.string(),
  measure: z.enum(ENTRY_MEASURES),
  unit: z.string(),
  quantity: z.number(),
  last_day: z.string(),
  user_id: z.number().nullable(),
  name: z.string(),
  /** It was promised although something stood in its way. */
  overridden: z.boolean(),
  /** Facts of the week up to the last day; of a work without quantity the share that is done. */
  done: z.number(),
  kept: z.boolean(),
  reason: z.string().nullable(),
  note: z.string(),
  may_answer: z.boolean(),
});
export type Commitment = z.output<typeof commitment>;

const week = day.describe('Its Monday');
const plan = z.object({
  week: z.string(),
  /** Not approved, approved, or closed for good. */
  state: z.enum(['open', 'approved', 'closed']),
  begun: z.boolean(),
  over: z.boolean(),
  due: z.number(),
  ready: z.number(),
  commitments: z.array(commitment),
  /** What may be given as a reason here: words of the product, or texts of the place. */
  reasons: z.array(z.string()),
  /** Whether promises are made, withdrawn and closed in this version, and by the caller. */
  counted: z.boolean(),
  may_approve: z.boolean(),
});
export type WeeklyPlan = z.output<typeof plan>;

const changed = { eps_id: z.number() };

export const lastPlanner = {
  listRoadblocks: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/roadblocks',
    summary: 'What keeps works of a schedule, or one of them, from beginning; the first needed first',
    right: 'plan.read',
    place: atVersion('id'),
    params: ofVersion,
    query: z.object({ item: pathId.optional(), open: z.stringbool().default(true) }),
    output: z.object({ roadblocks: z.array(roadblock) }),
  }),
  createRoadblock: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/roadblocks',
    summary: 'Say what keeps a work from beginning, and who clears it',
    right: 'plan.report',
    place: atVersion('id'),
    whileLocked: true,
    audit: true,
    params: ofVersion,
    body: z.strictObject({
      item_id: id,
      ...roadblockFields,
      owner_id: roadblockFields.owner_id.default(null),
      lead_days: roadblockFields.lead_days.default(0),
      promised: roadblockFields.promised.default(null),
    }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  updateRoadblock: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/roadblocks/{roadblockId}',
    summary: 'Change a roadblock, promise it, clear it, or open it again',
    right: 'plan.report',
    place: atVersion('id'),
    whileLocked: true,
    audit: true,
    params: oneRoadblock,
    body: z.strictObject({ ...roadblockFields, cleared: z.boolean() }).partial(),
    output: z.object({ success: z.literal(true), roadblock }),
  }),
  removeRoadblock: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/roadblocks/{roadblockId}',
    summary: 'Delete a roadblock that was said by mistake',
    right: 'plan.report',
    place: atVersion('id'),
    whileLocked: true,
    audit: true,
    params: oneRoadblock,
  }),
  ahead: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/look-ahead',
    summary: `Works of the next weeks with what is planned in each and whether they can begin, at most ${MOST_AHEAD}`,
    right: 'plan.read',
    place: atVersion('id'),
    params: ofVersion,
    query: z.object({
      from: week.optional(),
      weeks: z.coerce.number<number>().int().min(LOOK_AHEAD_WEEKS_LEAST).max(LOOK_AHEAD_WEEKS_MOST).default(LOOK_AHEAD_WEEKS_USUAL),
    }),
    output: z.object({ weeks: z.array(z.string()), total: z.number(), works: z.array(ahead).max(MOST_AHEAD) }),
  }),
  readPlan: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/weekly-plan',
    summary: 'What was promised for a week, what of it is done, and why not',
    right: 'plan.read',
    place: atVersion('id'),
    params: ofVersion,
    query: z.object({ week }),
    output: plan,
  }),
  approvePlan: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/weekly-plan',
    summary:
      'Approve a week: each work becomes a promise of a quantity by a day. Works with an open roadblock are refused unless overridden',
    right: 'plan.approve',
    place: atVersion('id'),
    whileLocked: true,
    bodyBytes: LARGE_BODY,
    audit: true,
    params: ofVersion,
    body: z.strictObject({
      week,
      commitments: z
        .array(
          z.strictObject({
            item_id: id,
            quantity: z.number().positive('validation.positive').max(1e12),
            last_day: day,
            user_id: id.nullable().default(null),
            override: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(MOST_PROMISED),
    }),
    output: z.object({
      success: z.literal(true),
      made: z.number(),
      refused: z.array(z.object({ item_id: z.number(), code: z.string() })),
      plan,
    }),
  }),
  answer: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/commitments/{commitmentId}',
    summary: 'Say why a promise was not kept, until its week is closed',
    right: 'plan.report',
    place: atVersion('id'),
    whileLocked: true,
    audit: true,
    params: oneCommitment,
    body: z.strictObject({ reason: z.string().min(1).max(200).nullable(), note: z.union([z.literal(''), text]).default('') }),
    output: z.object({ success: z.literal(true), plan }),
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/commitments/{commitmentId}',
    summary: 'Withdraw a promise before its week begins',
    right: 'plan.approve',
    place: atVersion('id'),
    whileLocked: true,
    audit: true,
    params: oneCommitment,
  }),
  closePlan: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/weekly-plan/close',
    summary: 'Close a week that is over: what was kept stands for good; every promise that was not has a reason',
    right: 'plan.approve',
    place: atVersion('id'),
    whileLocked: true,
    audit: true,
    params: ofVersion,
    body: z.strictObject({ week }),
    output: z.object({ success: z.literal(true), plan }),
  }),
  results: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/weekly-plan/results',
    summary: `Promises made and kept, works due and ready by week, at most ${MOST_WEEKS}, and the reasons by how often they were given`,
    right: 'plan.read',
    place: atVersion('id'),
    params: ofVersion,
    query: z.object({ weeks: z.coerce.number<number>().int().min(1).max(MOST_WEEKS).default(12) }),
    output: z.object({
      weeks: z.array(
        z.object({ week: z.string(), closed: z.boolean(), made: z.number(), kept: z.number(), due: z.number(), ready: z.number() }),
      ),
      reasons: z.array(z.object({ reason: z.string(), count: z.number(), upTo: z.number() })),
    }),
  }),
  fieldRoadblocks: endpoint({
    method: 'GET',
    path: '/api/v1/field/roadblocks',
    summary: 'Open roadblocks of works on which the caller reports',
    right: 'plan.report',
    place: ANYWHERE,
    output: z.object({ roadblocks: z.array(roadblock) }),
  }),
  reportRoadblock: endpoint({
    method: 'POST',
    path: '/api/v1/field/roadblocks',
    summary: 'Say from the site what keeps an own work from going on; sent again it is the same roadblock',
    right: 'plan.report',
    place: ANYWHERE,
    audit: true,
    body: z.strictObject({ key: z.uuid(), schedule_id: id, row_id: id, row_code: z.string().max(512).default(''), category, text }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
};

export const lastPlannerEvents = {
  /** A roadblock was said, changed, cleared or deleted. */
  roadblocks_changed: heardBy('plan.read', 'node', 'eps_id', event(changed)),
  /** A week was approved or closed, a promise withdrawn or answered. */
  weekly_plan_changed: heardBy('plan.read', 'node', 'eps_id', event(changed)),
};
