import { DISTRIBUTION_MODES, RESOURCE_MEASURES } from '@gantry/domain';
import { z } from 'zod';
import { atNode, atNodeOfBody, endpoint, pathId } from '../endpoint.ts';

export const distributionsErrors = {
  'distributions.wrong_curve': 422,
  'distributions.nothing_to_undo': 409,
} as const;

const measure = z.enum(RESOURCE_MEASURES);
const mode = z.enum(DISTRIBUTION_MODES);
const CURVE_POINTS = 21;
/** Cumulative percent at 0 %, 5 % … 100 % of the duration. */
export const curvePoints = z.array(z.number().min(0).max(100)).length(CURVE_POINTS);

/** What a node sets. */
export const ownDistributions = z.partialRecord(
  measure,
  z.union([z.strictObject({ mode: z.enum(['start', 'end', 'evenly']) }), z.strictObject({ mode: z.literal('curve'), curve: curvePoints })]),
);

const answer = z.object({
  eps_id: z.number(),
  /** What the node itself says; a measure that is missing or null is as above it. */
  own: z.partialRecord(measure, mode.nullable()),
  /** What holds here. `from_eps_id` null: nobody set it, the measure lies evenly. */
  effective: z.record(
    measure,
    z.object({ mode, curve: curvePoints.nullable(), from_eps_id: z.number().nullable(), from_name: z.string().nullable() }),
  ),
  /** What is above the node, where the node itself says nothing. */
  inherited: z.record(measure, z.object({ mode, from_eps_id: z.number().nullable(), from_name: z.string().nullable() })),
  used_by: z.object({ schedules: z.number(), works: z.number() }),
});
export type DistributionsAnswer = z.output<typeof answer>;

/** A measure summed by months of the schedules below a node, before and after a change. */
const sums = z.object({ measure, starts: z.array(z.string()), before: z.array(z.number()), after: z.array(z.number()) });
export type DistributionCurve = z.output<typeof sums>;

/** As many works with days of their own are counted. */
export const MOST_TYPED = 100_000;

const saved = z.object({
  affects: z.object({
    /** Versions that change, and the works in them. */
    versions: z.number(),
    works: z.number(),
    /** Locked versions, which keep theirs. */
    locked: z.number(),
    /** Works in which somebody has planned days of these measures: those stay. They are counted up to `MOST_TYPED`. */
    typed_days_kept: z.number(),
  }),
  /** The act and the job that writes it; null: looked at alone. */
  act_id: z.number().nullable(),
  job_id: z.number().nullable(),
  /** Where it is looked at; money only for who sees it. */
  curves: z.array(sums).nullable(),
});
export type DistributionsSaved = z.output<typeof saved>;

/** How measures lie over the dates of works, inherited down the hierarchy. */
export const distributions = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/distributions/by-eps-id/{id}',
    summary: 'How measures lie over the dates of works below a node: what is set there, what holds and where it comes from',
    right: 'plan.read',
    place: atNode('id'),
    heavy: 'space',
    params: z.object({ id: pathId }),
    output: answer,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/v1/distributions/save',
    summary: 'Set how measures lie over the dates of works below a node, as one act with all its versions, or look at what that would do',
    right: 'plan.edit',
    place: atNodeOfBody('eps_id'),
    heavy: 'space',
    body: z.strictObject({
      eps_id: z.number().int().positive(),
      values: z
        .array(z.strictObject({ measure, mode: mode.nullable(), curve: curvePoints.nullish() }))
        .min(1)
        .max(RESOURCE_MEASURES.length),
      preview: z.boolean().default(false),
    }),
    output: saved,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/v1/distributions/undo',
    summary: 'Take back the last change of how measures lie below a node, with all that it did to versions, as a job',
    right: 'plan.edit',
    place: atNodeOfBody('eps_id'),
    body: z.strictObject({ eps_id: z.number().int().positive(), act_id: z.number().int().positive() }),
    output: z.object({ job_id: z.number() }),
  }),
};
