import { DURATION_RULES, ITEM_TYPES, LANGUAGES, LIMITS, RELATION_TYPES } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, done, endpoint, IN_SPACE, LARGE_BODY } from '../endpoint.ts';
import { lineField } from '../fields.ts';
import { edited } from '../planning/edits.ts';

export const aiErrors = {
  'ai.not_found': 404,
  'ai.out_of_date': 409,
  'ai.has_parts': 409,
  'ai.begun': 409,
  'ai.wrong_type': 409,
  'ai.not_open': 409,
} as const;

const id = z.coerce.number<number>().int().positive();

/** What of a plan is said in words. */
export const FACT_KINDS = [
  'finish',
  'slip',
  'progress',
  'counts',
  'overdue',
  'late',
  'negative_float',
  'critical',
  'driving',
  'finish_moved',
  'pace',
  'health',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** A fact that was counted: `params` hold its numbers and dates, `refs` the rows that it is about. */
const fact = z.object({
  id: z.string(),
  kind: z.enum(FACT_KINDS),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  refs: z.array(z.number()),
  severity: z.enum(['info', 'watch', 'act']),
});
export type AiFact = z.output<typeof fact>;
/** A sentence; each of its numbers stands in one of the facts that it names. */
const sentence = z.object({ text: z.string(), fact_ids: z.array(z.string()) });
export type AiSentence = z.output<typeof sentence>;

/** Parts that one proposal can have. */
export const MOST_AI_ROWS = 200;
/** Types that a part can have. */
export const AI_ROW_TYPES = ITEM_TYPES.filter((type) => type !== 'sum' && type !== 'draft');

const key = z.string().regex(/^R\d{1,3}$/);
/** The name of a part, whoever gives it. */
export const aiPartName = lineField.min(1, 'validation.enter_name');
/** The row of a directory that a part carries: its hours, duration and resources follow from that, as they do of any work. */
const norm = z.object({
  directory_id: z.number().int().positive(),
  row_id: z.number().int().positive(),
  crew: z.number().min(0.01).max(100_000),
  rule: z.enum(DURATION_RULES),
});
export type AiNorm = z.output<typeof norm>;
const part = z.object({
  key,
  name: aiPartName,
  type: z.enum(AI_ROW_TYPES),
  /** Working minutes. */
  minutes: z.number().int().min(0).max(100_000_000),
  volume: z.number().min(0).max(1e12).nullable(),
  unit: z.string().trim().max(32),
  norm: norm.nullable().default(null),
});
export type AiPart = z.output<typeof part>;
const relation = z.object({
  from: key,
  to: key,
  type: z.enum(RELATION_TYPES),
  lag_minutes: z.number().int().min(-10_000_000).max(10_000_000),
});
export type AiRelation = z.output<typeof relation>;

const proposedNorm = norm.extend({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  /** What it was found by: parts of the examples carry it, or it is called as the part is. */
  by: z.enum(['examples', 'name']),
  labour_hours: z.number(),
  machine_hours: z.number(),
});
export type AiProposedNorm = z.output<typeof proposedNorm>;
const proposedPart = part.extend({
  norm: proposedNorm.nullable().default(null),
  /** Of the minutes of all parts. */
  share: z.number(),
  /** The share of the examples that have it. */
  support: z.number(),
  /** Places of the examples that have it. */
  sources: z.array(z.number()),
});
export type AiProposedPart = z.output<typeof proposedPart>;
const proposedRelation = relation.extend({ support: z.number() });
export type AiProposedRelation = z.output<typeof proposedRelation>;

/** A row of the space that was divided before. */
const example = z.object({
  version_id: z.number(),
  schedule_id: z.number(),
  schedule: z.string(),
  row_id: z.number(),
  name: z.string(),
  likeness: z.number(),
});
export type AiExample = z.output<typeof example>;

/** What somebody should look at before the parts are accepted. */
export const AI_CHECKS = ['assignments_stay', 'links_stay', 'volume_differs', 'one_example', 'finish_later', 'finish_earlier'] as const;
const check = z.object({ code: z.enum(AI_CHECKS), params: z.record(z.string(), z.union([z.string(), z.number()])) });
export type AiCheck = z.output<typeof check>;

/** Dates by a calculation of the plan as it is and as it would be. */
const dates = z.object({
  finish_before: z.string().nullable(),
  finish_after: z.string().nullable(),
  row_start: z.string().nullable(),
  row_finish_before: z.string().nullable(),
  row_finish_after: z.string().nullable(),
  /** Rows besides the parts whose start or finish would move. */
  moved: z.number(),
  critical: z.boolean(),
});
export type AiDates = z.output<typeof dates>;

/** Why the model that was asked for had no part in a proposal. */
export const AI_SILENCES = ['not_allowed', 'used_up', 'resting', 'no_answer', 'unusable'] as const;
export type AiSilence = (typeof AI_SILENCES)[number];

const proposal = z.object({
  history_id: z.number().nullable(),
  revision: z.number(),
  /** Empty where nothing in the space is like the row. */
  rows: z.array(proposedPart),
  relations: z.array(proposedRelation),
  examples: z.array(example),
  checks: z.array(check),
  dates: dates.nullable(),
  /** What it was made of: the space's own history, or that and a model that refined it. */
  source: z.enum(['history', 'model']),
  /** The model that refined it; null: none. */
  model: z.string().nullable(),
  /** Null: no model was asked for, or it refined the proposal. */
  silence: z.enum(AI_SILENCES).nullable(),
  /** Schedules that it could learn from, and those that are read in the background until `job_id` ends. */
  state: z.object({ schedules: z.number(), unread: z.number(), job_id: z.number().nullable() }),
});
export type AiProposal = z.output<typeof proposal>;

const unique = (rows: readonly { key: string }[]): boolean => new Set(rows.map((row) => row.key)).size === rows.length;
const accepted = z
  .object({
    history_id: id,
    revision: z.number().int().min(0),
    rows: z.array(part).min(1).max(MOST_AI_ROWS).refine(unique, 'validation.part_twice'),
    relations: z.array(relation).max(10 * MOST_AI_ROWS),
  })
  .refine(({ rows, relations }) => {
    const known = new Set(rows.map((row) => row.key));
    return relations.every(({ from, to }) => known.has(from) && known.has(to));
  }, 'validation.part_unknown');
export type AiAccepted = z.output<typeof accepted>;

/**
 * What became of a proposal. `undone`: it was accepted, and undo has taken that back; `superseded`: its author asked again, or the row was
 * divided otherwise.
 */
export const PROPOSAL_STATES = ['proposed', 'applied', 'rejected', 'undone', 'superseded'] as const;

/** What somebody made of a proposed part when they accepted the proposal. */
const change = z.object({
  key,
  name: z.string(),
  state: z.enum(['same', 'changed', 'left_out', 'added']),
  proposed: z.object({ name: z.string(), minutes: z.number(), volume: z.number().nullable(), unit: z.string() }).nullable(),
  applied: z.object({ name: z.string(), minutes: z.number(), volume: z.number().nullable(), unit: z.string() }).nullable(),
});
export type AiChange = z.output<typeof change>;

const line = z.object({
  id: z.number(),
  version_id: z.number(),
  row_id: z.number(),
  row_name: z.string(),
  at: z.string(),
  author: z.string(),
  state: z.enum(PROPOSAL_STATES),
  rows: z.number(),
  model: z.string().nullable(),
});
export type AiProposalLine = z.output<typeof line>;

/** Days that prompts and answers of a model are kept. */
export const MODEL_CALLS_DAYS = 90;

const modelCall = z.object({
  id: z.number(),
  at: z.string(),
  person: z.string(),
  model: z.string(),
  /** Whether there was no answer, or none of use. */
  failed: z.boolean(),
  prompt: z.string(),
  answer: z.string().nullable(),
});
export type AiModelCall = z.output<typeof modelCall>;

/** Work that the plan's own history and the engine do for a planner; it needs no network. */
export const ai = {
  scheduleAnalytics: endpoint({
    method: 'GET',
    path: '/api/v1/ai/schedule-analytics',
    summary: 'A version in words: facts that were counted, and sentences of them',
    right: 'plan.read',
    place: ANYWHERE,
    heavy: 'space',
    query: z.object({ version_id: id, language: z.enum(LANGUAGES).default('en-US') }),
    output: z.object({ revision: z.number(), facts: z.array(fact), narrative: z.array(sentence), source: z.literal('rules') }),
  }),
  decompose: endpoint({
    method: 'GET',
    path: '/api/v1/ai/decompose-wbs-item',
    summary: 'Propose the parts of a row from rows like it in the space, with what they would do to dates',
    right: 'plan.read',
    place: ANYWHERE,
    query: z.object({ version_id: id, wbs_id: id, hint: lineField.max(LIMITS.textLength).optional(), model: z.stringbool().optional() }),
    output: proposal,
    changesData: true,
  }),
  /** Not spelled in the specification. */
  model: endpoint({
    method: 'GET',
    path: '/api/v1/ai/model',
    summary: 'The model of the installation, where it has one, and whether the space lets people ask it',
    right: 'plan.read',
    place: ANYWHERE,
    output: z.object({ model: z.object({ name: z.string(), host: z.string() }).nullable(), allowed: z.boolean() }),
  }),
  /** Not spelled in the specification. */
  modelCalls: endpoint({
    method: 'GET',
    path: '/api/v1/ai/model-calls',
    summary: `What the model was shown and has answered in the last ${MODEL_CALLS_DAYS} days, the newest first`,
    right: 'space.manage',
    place: IN_SPACE,
    query: z.object({ before: id.optional() }),
    output: z.object({ items: z.array(modelCall), more: z.boolean() }),
  }),
  historyList: endpoint({
    method: 'GET',
    path: '/api/v1/ai/history-list',
    summary: 'Proposals for a version or one of its rows, the newest first',
    right: 'plan.read',
    place: ANYWHERE,
    query: z.object({ version_id: id, wbs_id: id.optional(), before: id.optional() }),
    output: z.object({ items: z.array(line), next: z.number().nullable() }),
  }),
  historyItem: endpoint({
    method: 'GET',
    path: '/api/v1/ai/history-item',
    summary: 'A proposal as it was made and as it was applied, and what was changed of it',
    right: 'plan.read',
    place: ANYWHERE,
    query: z.object({ id }),
    output: line.extend({
      proposed: z.object({ rows: z.array(proposedPart), relations: z.array(proposedRelation), examples: z.array(example) }),
      applied: z.object({ rows: z.array(part), relations: z.array(relation), revision: z.number() }).nullable(),
      diff: z.array(change),
    }),
  }),
  /** Not spelled in the specification. */
  reject: endpoint({
    method: 'POST',
    path: '/api/v1/ai/reject-decompose-wbs-item',
    summary: 'Refuse a proposal that nobody has accepted; it stays in the history',
    right: 'plan.edit',
    place: ANYWHERE,
    body: z.object({ history_id: id }),
    output: done,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/v1/ai/apply-decompose-wbs-item',
    summary: 'Divide a row into the accepted parts of a proposal, as one edit; refused where the row has changed since',
    right: 'plan.edit',
    place: ANYWHERE,
    body: accepted,
    bodyBytes: LARGE_BODY,
    output: edited.extend({ row_ids: z.array(z.number()) }),
  }),
};
