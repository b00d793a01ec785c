import type { ResourceSettings } from '@gantry/domain';
import { sql } from 'kysely';
import { placesAbove } from '../../../database/node-path.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

/** What a node sets, with its name; the space itself has neither. */
export type OwnSettings = { node_id: number | null; name: string; settings: Partial<ResourceSettings> };

/** What the space, the nodes above a node and the node itself set, the topmost first; those that set nothing are among them. */
export async function listSettingsAbove(db: Db, spaceId: number, nodeId: number | null): Promise<OwnSettings[]> {
  const { rows } = await sql<OwnSettings>`
    with recursive ${placesAbove(spaceId, nodeId)}
    select p.node_id, p.name, coalesce(s.settings, '{}') as settings from places p
    left join resource_setting s on s.space_id = ${spaceId} and s.node_id is not distinct from p.node_id
    order by p.depth desc`.execute(db);
  return rows;
}

export async function saveOwnSettings(tx: Tx, spaceId: number, nodeId: number | null, settings: Partial<ResourceSettings>): Promise<void> {
  await tx
    .insertInto('resource_setting')
    .values({ space_id: spaceId, node_id: nodeId, settings: JSON.stringify(settings) })
    .onConflict((conflict) => conflict.columns(['space_id', 'node_id']).doUpdateSet({ settings: sql`excluded.settings` }))
    .execute();
}
