import { z } from 'zod';
import { atVersion, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { measuredQuantity, MODEL_QUANTITIES } from '../planning/quantities.ts';

/** Why a work gets no volume: its unit measures something else, its elements have no such quantity, or its volume comes from a resource or from days. */
export const VOLUME_OBSTACLES = ['unit', 'no_quantity', 'by_resource', 'by_days'] as const;

const work = z.object({ item_id: z.number(), code: z.string(), name: z.string() });
const proposed = work.extend({ unit: z.string(), before: z.number().nullable(), after: z.number(), ...measuredQuantity.shape });
export type ProposedVolume = z.output<typeof proposed>;

/** Quantities of elements as volumes of the works that they are linked with. */
export const modelVolumes = {
  apply: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/3d/link/{linkId}/volumes',
    summary: 'Take volumes of works from the elements that they are linked with, as one edit; or show them with their sources',
    right: 'plan.edit',
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId, linkId: pathId }),
    bodyBytes: LARGE_BODY,
    body: z.strictObject({
      quantity: z.enum(MODEL_QUANTITIES).default('by_unit'),
      /** The works that are meant; none: all that are linked. */
      item_ids: z.array(z.number().int().positive()).min(1).max(20_000).optional(),
      dry_run: z.boolean().default(false),
    }),
    output: z.object({
      success: z.literal(true),
      revision: z.number(),
      /** Works whose volume or unit it changes, or would change. */
      works: z.array(proposed),
      /** Works that have the volume of their elements already. */
      same: z.number(),
      left_out: z.array(work.extend({ why: z.enum(VOLUME_OBSTACLES) })),
    }),
  }),
};
