import { z } from 'zod';
import { ANYWHERE, atNode, atNodeOfBody, endpoint, pathId } from '../endpoint.ts';
import { titleField } from '../fields.ts';
import { edited } from '../planning/edits.ts';
import { rowFilter } from '../planning/row-filter.ts';
import { type ScoreboardFigure } from './scoreboard.ts';

export const pipesErrors = {
  'pipe.not_found': 404,
  'pipe.foreign_schedule': 422,
  'pipe.same_schedule': 422,
  'pipe.no_gate': 404,
  'pipe.gate_closed': 409,
  'pipe.not_the_approver': 403,
  'pipe.no_approver': 422,
  'pipe.no_such_links': 409,
} as const;

const id = z.number().int().positive();
const MOST_STAGES = 50;

/** A schedule and its attribute whose values are the codes of packages; `separator` splits a value into several, empty: it is one code. */
const side = z.object({
  schedule_id: id,
  attribute: titleField('validation.enter_name'),
  separator: z.string().max(8).default(','),
});
/** By when a package must be supplied: so many calendar days before the main works of it start or finish. */
const need = z.object({ end: z.enum(['start', 'finish']), days: z.number().int().min(-3650).max(3650) });

const definition = z.object({ name: titleField('validation.enter_name'), main: side, supply: side, need });
export type PipeDefinition = z.output<typeof definition>;
const pipe = definition.extend({ id: z.number() });
export type Pipe = z.output<typeof pipe>;

/** Figures of the works of a package that a gate can hold against a limit; less is better in all of them. */
export const GATE_FIGURES = [
  'overdue',
  'negative_float',
  'critical',
  'late_against_target',
  'deviation_days',
] as const satisfies readonly ScoreboardFigure[];
export type GateFigure = (typeof GATE_FIGURES)[number];

/** Every work of the package passes the filter, or a figure of its works is the limit at most. */
const criterion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), filter: rowFilter }),
  z.object({ kind: z.literal('figure'), figure: z.enum(GATE_FIGURES), most: z.number().min(-100_000).max(100_000) }),
]);
export type GateCriterion = z.output<typeof criterion>;
const MOST_CRITERIA = 10;
const MOST_APPROVERS = 50;

/** What opens the way out of a stage. */
const gate = z.object({
  schedule_id: id,
  /** The share of the works that is done. */
  progress: z.number().min(0).max(1),
  criteria: z.array(criterion).max(MOST_CRITERIA).default([]),
  /** Whether somebody has to approve it. */
  approval: z.boolean(),
  /** Who may, of those who have the right; nobody named: all of them. */
  approvers: z.array(id).max(MOST_APPROVERS).default([]),
  /** While it is shut, later stages may not begin. */
  hold: z.boolean().default(false),
});
export type PipelineGate = z.output<typeof gate>;

const onceAStage = (list: readonly { schedule_id: number }[]): boolean =>
  new Set(list.map(({ schedule_id }) => schedule_id)).size === list.length;

export const pipelineSettings = z.object({
  /** Schedules in the order that packages pass them; what no setting names follows in the order of the project. */
  stages: z.array(id).max(MOST_STAGES),
  /** Days of slack under which a package is to be watched; below none it is to be acted upon. */
  warn_days: z.number().int().min(0).max(365),
  gates: z.array(gate).max(MOST_STAGES).refine(onceAStage, 'validation.gate_twice'),
  /** As many packages as a stage has in progress at most. */
  limits: z
    .array(z.object({ schedule_id: id, in_progress: z.number().int().min(1).max(100_000) }))
    .max(MOST_STAGES)
    .refine(onceAStage, 'validation.gate_twice')
    .default([]),
});
export type PipelineSettings = z.output<typeof pipelineSettings>;
export const DEFAULT_PIPELINE: PipelineSettings = { stages: [], warn_days: 5, gates: [], limits: [] };

/** On time, little slack, too late, nobody waits for it; what is done is `done` whenever it was. */
export const PIPE_LIGHTS = ['ok', 'watch', 'act', 'none', 'done'] as const;
/** The way out of a stage: open, to be approved, or kept shut by works that are not done. */
export const GATE_STATES = ['passed', 'waiting', 'blocked'] as const;

const cell = z.object({
  schedule_id: z.number(),
  works: z.number(),
  completed: z.number(),
  /** 0 to 1, by durations. */
  progress: z.number(),
  start: z.string().nullable(),
  finish: z.string().nullable(),
  /** The earliest day that a later stage needs it. */
  need: z.string().nullable(),
  /** Calendar days from the finish to the need; less than 0 is too late. */
  slack_days: z.number().nullable(),
  light: z.enum(PIPE_LIGHTS),
  gate: z
    .object({
      state: z.enum(GATE_STATES),
      /** Works that keep it shut, and the first of them. */
      open_works: z.number(),
      open_row_id: z.number().nullable(),
      approved_by: z.string().nullable(),
      /** Whether the caller is one of those who approve here. */
      may_approve: z.boolean(),
      /** Criteria that are not met: a figure with its value, null where nothing measures it, or else works that do not pass a filter. */
      unmet: z.array(
        z.object({
          figure: z.enum(GATE_FIGURES).nullable(),
          value: z.number().nullable(),
          most: z.number().nullable(),
          works: z.number(),
        }),
      ),
    })
    .nullable(),
  /** The stage whose shut gate holds this one back; null where none does. */
  held_by: z.number().nullable(),
  /** The work that ends last and the one that starts first. */
  last_row_id: z.number(),
  first_row_id: z.number(),
});
export type PipelineCell = z.output<typeof cell>;

const stage = z.object({
  schedule_id: z.number(),
  name: z.string(),
  /** The version that counts; null where there is none yet. */
  version_id: z.number().nullable(),
  /** Attributes that a pipe names and the version does not have, or not for the caller. */
  missing: z.array(z.string()),
  packages: z.number(),
  in_progress: z.number(),
  /** As many as may be in progress; null: as many as like. */
  limit: z.number().nullable(),
  done: z.number(),
  /** Mean days since packages in progress began, at the data date. */
  age_days: z.number().nullable(),
  /** Packages that were finished in the four weeks before the data date. */
  throughput: z.number(),
});
export type PipelineStage = z.output<typeof stage>;
const row = z.object({ code: z.string(), name: z.string(), cells: z.array(cell) });
export type PipelinePackage = z.output<typeof row>;

/** A relation that a pipe asks for and the plans do not have: the works of the supply before those that need them. */
const proposal = z.object({
  code: z.string(),
  item_id: z.number(),
  item_name: z.string(),
  other_item_id: z.number(),
  other_item_name: z.string(),
});
export type PipeLink = z.output<typeof proposal>;
export const MOST_PIPE_LINKS = 500;

const params = z.object({ id: pathId });

/** A pipe joins two schedules of a project by codes of packages; a project shows its packages by its schedules as stages. */
export const pipes = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/pipes/project/{id}',
    summary: 'The pipes of a project and its packages by stages: progress, dates, need, slack and gates',
    right: 'plan.read',
    place: atNode('id'),
    heavy: 'space',
    params,
    output: z.object({ pipes: z.array(pipe), stages: z.array(stage), packages: z.array(row) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/pipes',
    summary: 'Join two schedules of a project by attributes that hold codes of packages',
    right: 'structure.edit',
    place: atNodeOfBody('project_id'),
    body: definition.extend({ project_id: id }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/pipes/{id}',
    summary: 'Change a pipe',
    right: 'structure.edit',
    place: ANYWHERE,
    params,
    body: definition.partial(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/pipes/{id}',
    summary: 'Delete a pipe',
    right: 'structure.edit',
    place: ANYWHERE,
    params,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/v1/pipes/project/{id}/settings',
    summary: 'The stages and gates of a project, and what its pipes can be made of',
    right: 'plan.read',
    place: atNode('id'),
    params,
    output: pipelineSettings.extend({
      schedules: z.array(
        z.object({ id: z.number(), name: z.string(), version_id: z.number().nullable(), attributes: z.array(z.string()) }),
      ),
    }),
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/api/v1/pipes/project/{id}/settings',
    summary: 'Set the stages and gates of a project',
    right: 'structure.edit',
    place: atNode('id'),
    params,
    body: pipelineSettings,
  }),
  proposeLinks: endpoint({
    method: 'GET',
    path: '/api/v1/pipes/{id}/links',
    summary: 'Relations between the two schedules of a pipe that its packages ask for and the plans do not have yet',
    right: 'plan.read',
    place: ANYWHERE,
    heavy: 'space',
    params,
    output: z.object({
      /** The versions that the relations join; null where a schedule has none. */
      version_id: z.number().nullable(),
      other_version_id: z.number().nullable(),
      type: z.enum(['fs', 'ff']),
      lag_minutes: z.number(),
      total: z.number(),
      /** The first of them, in the order of the packages. */
      links: z.array(proposal),
    }),
  }),
  makeLinks: endpoint({
    method: 'POST',
    path: '/api/v1/pipes/{id}/links',
    summary: 'Make proposed relations in the main schedule of a pipe, as one edit; refused where one is no longer asked for',
    right: 'plan.edit',
    place: ANYWHERE,
    heavy: 'space',
    params,
    body: z.object({
      links: z
        .array(z.object({ item_id: id, other_item_id: id }))
        .min(1)
        .max(MOST_PIPE_LINKS),
    }),
    output: edited.extend({ version_id: z.number() }),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/v1/pipes/project/{id}/approve',
    summary: 'Let a package out of a stage, or take that back',
    right: 'plan.approve',
    place: atNode('id'),
    heavy: 'space',
    params,
    body: z.object({ schedule_id: id, code: z.string().trim().min(1).max(512), approved: z.boolean() }),
  }),
};
