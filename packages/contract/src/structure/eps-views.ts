import { NODE_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, endpoint } from '../endpoint.ts';
import { nextRow, pageOfRows } from '../fields.ts';
import { presetContract, presetReset } from '../preset.ts';
import { node } from './eps.ts';

/** How a person lists the hierarchy: which kinds of nodes, in which order. */
export const epsView = z.object({
  kinds: z
    .array(z.enum(NODE_KINDS))
    .min(1)
    .default([...NODE_KINDS]),
  sort: z.enum(['tree', 'name', 'updated_at']).default('tree'),
  direction: z.union([z.literal(1), z.literal(-1)]).default(1),
});
export type EpsView = z.output<typeof epsView>;

/** Which nodes a list asks for. */
export const nodeListQuery = pageOfRows.extend({
  parent_id: z.coerce.number<number>().int().positive().optional().describe('Nodes below this one; left out: of the whole space'),
  search: z.string().max(200).optional().describe('Words of the name'),
});
/** A node with the names of those above it, from the top. */
export const listedNode = node.extend({ path: z.array(z.string()) });
/** How many nodes there are, and where the next page begins. */
export const nodeList = { total: z.number(), next: nextRow };

/** The hierarchy as a list, in the caller's active view; and the views. */
export const epsViews = {
  withoutAnalytic: endpoint({
    method: 'GET',
    path: '/api/v1/eps/list/without-analytic',
    summary: "Nodes as a list, of the kinds and in the order of the caller's active view",
    right: 'structure.read',
    place: ANYWHERE,
    heavy: 'space',
    query: nodeListQuery,
    output: z.object({ ...nodeList, nodes: z.array(listedNode) }),
  }),
  ...presetContract('/api/v1/eps/user-settings', 'views of the hierarchy', epsView),
  reset: presetReset('/api/v1/eps/user-settings', 'views of the hierarchy'),
};
