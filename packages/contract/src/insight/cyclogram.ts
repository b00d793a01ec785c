import { z } from 'zod';
import { atVersion, endpoint, pathId } from '../endpoint.ts';

const moment = z.string();
const id = z.number().int().positive();
const MOST_COLOURS = 500;
/** 1 to 8, as colours of rows are numbered. */
const tint = z.number().int().min(1).max(8);

/** A work of two lines in one place at once: since when and until when. */
const finding = z.object({ kind: z.literal('place_clash'), row_id: z.number(), other_id: z.number(), from: moment, to: moment });

const output = z.object({
  revision: z.number(),
  /** From the lowest up: in the order of the attribute's list, others by their names. */
  locations: z.array(z.object({ name: z.string() })),
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

export const cyclogram = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/cyclogram/{attributeId}',
    summary: 'Works of a version as lines over the places that an attribute names, with what clashes; lines by name or another attribute',
    right: 'plan.read',
    place: atVersion('id'),
    params: z.object({ id: pathId, attributeId: pathId }),
    query: z.object({ by: z.coerce.number<number>().int().positive().optional().describe('The attribute whose values are the lines') }),
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
};
export type LineColours = z.output<typeof cyclogram.color.body>['colours'];
