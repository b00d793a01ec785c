import { type RawBuilder, sql } from 'kysely';

/**
 * A node and the nodes above it, for a `with recursive`: `path (id, parent_id, kind, name, depth)`, the depth counted upwards from 0.
 * Of no node it is empty.
 */
export const nodePath = (spaceId: number, nodeId: number | null): RawBuilder<unknown> => sql`path as (
      select id, parent_id, kind, name, 0 as depth from eps_node where space_id = ${spaceId} and id = ${nodeId}
      union all
      select n.id, n.parent_id, n.kind, n.name, p.depth + 1 from eps_node n join path p on n.id = p.parent_id where n.space_id = ${spaceId}
    )`;

/** The same, with the space itself above all: `places (node_id, name, depth)`, of the space without a node and a name. */
export const placesAbove = (spaceId: number, nodeId: number | null): RawBuilder<unknown> => sql`${nodePath(spaceId, nodeId)}, places as (
      select null::bigint as node_id, '' as name, 1000000 as depth
      union all select id, name, depth from path
    )`;
