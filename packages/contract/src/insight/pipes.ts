import { z } from 'zod';
import { ANYWHERE, atNode, atNodeOfBody, endpoint, pathId } from '../endpoint.ts';
import { titleField } from '../fields.ts';

export const pipesErrors = {
  'pipe.not_found': 404,
  'pipe.foreign_schedule': 422,
  'pipe.same_schedule': 422,
  'pipe.no_gate': 404,
  'pipe.gate_closed': 409,
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

/** What opens the way out of a stage: a share of its works that is done, and whether somebody has to approve it. */
const gate = z.object({ schedule_id: id, progress: z.number().min(0).max(1), approval: z.boolean() });

export const pipelineSettings = z.object({
  /** Schedules in the order that packages pass them; what no setting names follows in the order of the project. */
  stages: z.array(id).max(MOST_STAGES),
  /** Days of slack under which a package is to be watched; below none it is to be acted upon. */
  warn_days: z.number().int().min(0).max(365),
  gates: z
    .array(gate)
    .max(MOST_STAGES)
    .refine((gates) => new Set(gates.map(({ schedule_id }) => schedule_id)).size === gates.length, 'validation.gate_twice'),
});
export type PipelineSettings = z.output<typeof pipelineSettings>;
export const DEFAULT_PIPELINE: PipelineSettings = { stages: [], warn_days: 5, gates: [] };

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
  gate: z.object({ state: z.enum(GATE_STATES), open_works: z.number(), approved_by: z.string().nullable() }).nullable(),
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
  done: z.number(),
  /** Mean days since packages in progress began, at the data date. */
  age_days: z.number().nullable(),
  /** Packages that were finished in the four weeks before the data date. */
  throughput: z.number(),
});
export type PipelineStage = z.output<typeof stage>;
const row = z.object({ code: z.string(), name: z.string(), cells: z.array(cell) });
export type PipelinePackage = z.output<typeof row>;

const params = z.object({ id: pathId });

/** A pipe joins two schedules of a project by codes of packages; a project shows its packages by its schedules as stages. */
export const pipes = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/pipes/project/{id}',
    summary: 'The pipes of a project and its packages by stages: progress, dates, need, slack and gates',
    right: 'plan.read',
    place: atNode('id'),
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
      schedules: z.array(z.object({ id: z.number(), name: z.string(), attributes: z.array(z.string()) })),
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
  approve: endpoint({
    method: 'POST',
    path: '/api/v1/pipes/project/{id}/approve',
    summary: 'Let a package out of a stage, or take that back',
    right: 'plan.approve',
    place: atNode('id'),
    params,
    body: z.object({ schedule_id: id, code: z.string().trim().min(1).max(512), approved: z.boolean() }),
  }),
};
