import { z } from 'zod';
import { atVersion, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { lineField } from '../fields.ts';
import { edited } from '../planning/edits.ts';

export const cyclogramErrors = {
  'cyclogram.not_to_split': 409,
  'cyclogram.other_places': 409,
} as const;

const moment = z.string();
const id = z.number().int().positive();
const MOST_COLOURS = 500;
/** 1 to 8, as colours of rows are numbered. */
const tint = z.number().int().min(1).max(8);

/** A work of two lines in one place at once: since when and until when. */
const finding = z.object({ kind: z.literal('place_clash'), row_id: z.number(), other_id: z.number(), from: moment, to: moment });

const position = z.coerce.number<number>().int().positive().optional();
/** Metres in what stands before the plus of a position ("0+500"); 0: positions are plain numbers. */
export const STATIONS = ['1000', '100', '0'] as const;

const output = z.object({
  revision: z.number(),
  /** From where to where an axis of distance goes, and the works with dates that are not on it; null: places are equal. */
  axis: z
    .object({
      low: z.number(),
      high: z.number(),
      left_out: z.object({
        /** How many have no position. */
        missing: z.number(),
        /** Whose position is no number from 0 and no chainage. */
        bad: z.array(z.number()),
      }),
    })
    .nullable(),
  /** From the lowest up: in the order of the attribute's list, others by their names; over distance each stretch once, from where works begin to where they end. */
  locations: z.array(z.object({ name: z.string(), from: z.number().optional(), to: z.number().optional(), block: z.boolean().optional() })),
  /** In the order of their first start; `tint` where one was chosen, the caller's own before the shared one. */
  lines: z.array(z.object({ name: z.string(), tint: tint.nullable() })),
  /** In the order of start; `line` and `place` count in the two lists. */
  segments: z.array(
    z.object({
      row_id: z.number(),
      line: z.number(),
      place: z.number(),
      start: moment,
      finish: moment,
      progress: z.number(),
      critical: z.boolean(),
    }),
  ),
  findings: z.array(finding),
});

/** What a gesture of a cyclogram is: it names the act in the history of the version. */
export const FLOW_ACTS = ['balance', 'split', 'buffer', 'reorder', 'draw'] as const;
const MOST_CHANGED = 100_000;
/** Works that one stroke of a hand draws. */
const MOST_DRAWN = 200;
const workingMinutes = z.number().int().min(1).max(100_000_000);

export const cyclogram = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/cyclogram/{attributeId}',
    summary:
      'Works of a version as lines over the places that an attribute names, or over distance from its values, with what clashes; lines by name or another attribute',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId, attributeId: pathId }),
    query: z.object({
      by: position.describe('The attribute whose values are the lines'),
      axis: z
        .enum(['places', 'distance'])
        .default('places')
        .describe('Over distance, works go from the value of the attribute in the path'),
      to: position.describe('The attribute of where works end; without a value they are points'),
      block: position.describe('The flag of works that occupy their whole stretch all the while'),
      station: z.enum(STATIONS).default('1000').describe('Metres before the plus of positions such as 0+500; 0: plain numbers'),
    }),
    output,
  }),
  color: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/cyclogram/color',
    summary: 'Choose colours of lines for all versions of the schedule, for oneself or for everybody; null takes one back',
    right: 'plan.read',
    place: atVersion('id'),
    whileLocked: true,
    params: z.object({ id: pathId }),
    body: z.object({
      /** Null: the lines are names of works. */
      attribute_id: id.nullable().default(null),
      colours: z
        .array(z.object({ value: z.string().trim().min(1).max(512), tint: tint.nullable() }))
        .min(1)
        .max(MOST_COLOURS),
      /** For everybody: needs the right to edit the plan. */
      shared: z.boolean().default(false),
    }),
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/cyclogram/change',
    summary: 'Apply a gesture of a cyclogram as one edit: durations of works, lags, relations with other ends, a work in two, new works',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params: z.object({ id: pathId }),
    body: z.object({
      act: z.enum(FLOW_ACTS),
      works: z
        .array(z.object({ id, duration_minutes: workingMinutes }))
        .max(MOST_CHANGED)
        .default([]),
      lags: z
        .array(z.object({ relation_id: id, lag_minutes: z.number().int().min(-5_000_000).max(5_000_000) }))
        .max(MOST_CHANGED)
        .default([]),
      relinks: z
        .array(z.object({ relation_id: id, predecessor_id: id, successor_id: id }))
        .max(MOST_CHANGED)
        .default([]),
      /** A work that becomes two, which share its amounts; `gap_minutes` is working time between them. */
      split: z
        .object({ id, share: z.number().min(0.01).max(0.99), gap_minutes: z.number().int().min(0).max(5_000_000) })
        .nullable()
        .default(null),
      /** New works, each with its values of attributes, by their ids; they stand behind a work, among its siblings, in their order. */
      drawn: z
        .object({
          behind_id: id,
          works: z
            .array(
              z.object({
                name: lineField,
                start: moment,
                duration_minutes: workingMinutes,
                attributes: z.record(z.string().regex(/^\d{1,10}$/), z.union([z.string(), z.number()])),
              }),
            )
            .min(1)
            .max(MOST_DRAWN),
        })
        .nullable()
        .default(null),
      /** The list of the attribute that names the places, in another order. */
      places: z
        .object({ attribute_id: id, values: z.array(z.string()).min(1).max(MOST_CHANGED) })
        .nullable()
        .default(null),
    }),
    output: edited.extend({ refused: z.array(z.object({ id: z.number(), code: z.string(), parameters: z.record(z.string(), z.json()) })) }),
  }),
};
export type FlowAct = (typeof FLOW_ACTS)[number];
export type LineColours = z.output<typeof cyclogram.color.body>['colours'];
