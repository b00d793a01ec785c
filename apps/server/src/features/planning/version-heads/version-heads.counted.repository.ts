import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { BY_KEY } from '../../../platform/postgres/named-statements.ts';

/**
 * A version that counts below a place: one a schedule, as COUNTED_FIRST says; `part_id` is what stands directly below the place.
 * `left_out`: a node between the place and the schedule, or the schedule itself, counts nothing above itself.
 */
export type CountedVersion = { version_id: number; schedule_id: number; revision: number; part_id: number; left_out: boolean };

/** The order in which the versions `v` of a schedule count: the actual one, else the newest that is no target, else the newest. */
export const COUNTED_FIRST = sql`v.kind = 'actual' desc, v.kind <> 'target' desc, v.id desc`;

/** The version that counts in a schedule, with its revision; null where there is none in reach. */
export async function findCountedHead(db: Db, spaceId: number, scheduleId: number): Promise<{ id: number; revision: number } | null> {
  const { rows } = await sql<{ id: number; revision: number }>`
    select v.id, v.revision from version v where v.space_id = ${spaceId} and v.schedule_id = ${scheduleId} order by ${COUNTED_FIRST} limit 1 ${BY_KEY}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The same by its id alone. */
export const findCountedVersion = async (db: Db, spaceId: number, scheduleId: number): Promise<number | null> =>
  (await findCountedHead(db, spaceId, scheduleId))?.id ?? null;

/** The schedule in which a version is the one that counts; null where another one is. */
export async function scheduleCountedBy(db: Db, spaceId: number, versionId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number; schedule_id: number }>`
    select v.id, v.schedule_id from version w join version v on v.space_id = w.space_id and v.schedule_id = w.schedule_id
    where w.space_id = ${spaceId} and w.id = ${versionId} order by ${COUNTED_FIRST} limit 1 ${BY_KEY}`.execute(db);
  return rows[0]?.id === versionId ? rows[0].schedule_id : null;
}

/** The versions that count below a node, or in the whole space, with the chains of their revisions. */
export async function listCountedVersions(db: Db, spaceId: number, nodeId: number | null): Promise<(CountedVersion & { chain: Buffer })[]> {
  const top = nodeId === null ? sql`parent_id is null` : sql`parent_id = ${nodeId}`;
  const own =
    nodeId === null
      ? sql``
      : sql`union all select id, id, false from eps_node where space_id = ${spaceId} and id = ${nodeId} and kind = 'schedule'`;
  const { rows } = await sql<CountedVersion & { chain: Buffer }>`
    with recursive below as (
      select id, id as part_id, not counts_above as left_out from eps_node where space_id = ${spaceId} and ${top}
      union all
      select n.id, b.part_id, b.left_out or not n.counts_above from eps_node n join below b on n.parent_id = b.id where n.space_id = ${spaceId}
    ), places as (select * from below ${own})
    select distinct on (v.schedule_id) v.id as version_id, v.schedule_id, v.revision, v.chain, p.part_id, p.left_out
    from places p join version v on v.space_id = ${spaceId} and v.schedule_id = p.id
    order by v.schedule_id, ${COUNTED_FIRST}`.execute(db);
  return rows;
}
