import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';
import { lockInSpace } from '../../../platform/postgres/locks.ts';

/** An item of a version; what cycles through several schedules are made of. */
export type Place = { versionId: number; itemId: number };

/**
 * Looks for cycles one after the other where relations lead to other schedules: `alone` waits for all that look and keeps them out until
 * the end of the transaction, `together` keeps out only those that look alone. A transaction takes one of the two: two that look together
 * and then want to be alone would wait for each other.
 */
export async function acquireLock(tx: Tx, spaceId: number, how: 'alone' | 'together'): Promise<void> {
  await lockInSpace(tx, spaceId, 'relations', how);
}

/**
 * Every item that relations of a version lead to from some of its items, each with the one before it; null for the first ones. None where
 * the caller names `sought` and they lead to none of these.
 */
export async function listReach(
  db: Db,
  key: VersionKey,
  from: readonly number[],
  sought?: readonly number[],
): Promise<{ id: number; via: number | null }[]> {
  const found = sought ? sql`where exists (select 1 from reach where id = any(${[...sought]}::int[]))` : sql``;
  const { rows } = await sql<{ id: number; via: number | null }>`
    with recursive reach(id, via) as (
      select unnest(${[...from]}::int[]), null::int
      union
      select r.successor_id, r.predecessor_id from relation r join reach on r.predecessor_id = reach.id
      where r.space_id = ${key.spaceId} and r.version_id = ${key.versionId}
    ) select id, via from reach ${found}`.execute(db);
  return rows;
}

/** Whether a version is a copy of the one that link `l` names, made when the item at its end was there. */
export const tookOver = (version: string) => sql`exists (
  select 1 from jsonb_array_elements(${sql.ref(version)}.source -> 'lineage') as step
  where (step ->> 'versionId')::bigint = l.other_version_id and (step ->> 'lastId')::int >= l.other_item_id)`;

/** Whether the version `heir` stands for the one that link `l` names: it is the actual one of that schedule, and took over the item. */
export const isHeir = sql`heir.space_id = l.space_id and heir.schedule_id = l.other_schedule_id and heir.kind = 'actual'
  and heir.id <> l.other_version_id and ${tookOver('heir')}`;

/** Whether relations of a space lead from one schedule to another. */
export async function hasSteps(db: Db, spaceId: number): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select 1 from link l where l.space_id = ${spaceId}) as any`.execute(db);
  return rows[0].any;
}

/**
 * Whether links that version `o` keeps bind others: it is the actual one of its schedule, the schedule has none, or a link names it. Copies
 * made to try something out bind nobody.
 */
const binds = sql`(o.kind = 'actual'
  or not exists (select from version a where a.space_id = o.space_id and a.schedule_id = o.schedule_id and a.kind = 'actual')
  or exists (select from link n where n.space_id = o.space_id and n.other_schedule_id = o.schedule_id and n.other_version_id = o.id))`;

/**
 * Relations between schedules that lead on from some versions, and from those that they lead to, as pairs of places; where the other version
 * was copied to the actual one, the copy stands for it.
 */
export async function listStepsAhead(db: Db, spaceId: number, versionIds: readonly number[]): Promise<{ from: Place; to: Place }[]> {
  const other = sql`coalesce(heir.id, l.other_version_id)`;
  const links = sql`from link l left join version heir on ${isHeir}`;
  const starts = sql`any(${[...versionIds]}::bigint[])`;
  const steps = sql`ahead r cross join lateral (
      select l.item_id as from_item, ${other} as to_version, l.other_item_id as to_item
      ${links} where l.space_id = ${spaceId} and l.version_id = r.id and l.side = 'successor'
      union all
      select l.other_item_id, l.version_id, l.item_id
      ${links} join version o on o.space_id = l.space_id and o.id = l.version_id
      where l.space_id = ${spaceId} and l.other_schedule_id = r.schedule_id and l.side = 'predecessor' and ${other} = r.id
        and (o.id = ${starts} or ${binds})) s`;
  const { rows } = await sql<{ id: number; from_item: number; to_version: number; to_item: number }>`
    with recursive ahead (id, schedule_id) as (
      select id, schedule_id from version where space_id = ${spaceId} and id = ${starts}
      union
      select v.id, v.schedule_id from ${steps} join version v on v.space_id = ${spaceId} and v.id = s.to_version)
    select r.id, s.from_item, s.to_version, s.to_item from ${steps}`.execute(db);
  return rows.map(({ id, from_item, to_version, to_item }) => ({
    from: { versionId: id, itemId: from_item },
    to: { versionId: to_version, itemId: to_item },
  }));
}

/** How the items of places are called, each with its schedule. */
export async function listPlaceNames(
  db: Db,
  spaceId: number,
  places: readonly Place[],
): Promise<(Place & { name: string; schedule: string })[]> {
  const { rows } = await sql<{ version_id: number; id: number; name: string; schedule: string }>`
    select w.version_id, w.id, coalesce(nullif(w.code, ''), w.name) as name, s.name as schedule
    from unnest(${places.map(({ versionId }) => versionId)}::bigint[], ${places.map(({ itemId }) => itemId)}::int[]) as p(version_id, id)
    join wbs_item w on w.space_id = ${spaceId} and w.version_id = p.version_id and w.id = p.id
    join version v on v.space_id = ${spaceId} and v.id = p.version_id
    join eps_node s on s.space_id = ${spaceId} and s.id = v.schedule_id`.execute(db);
  return rows.map(({ version_id, id, name, schedule }) => ({ versionId: version_id, itemId: id, name, schedule }));
}
