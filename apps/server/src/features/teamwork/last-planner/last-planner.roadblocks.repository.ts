import type { Roadblock } from '@gantry/contract';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import { worksOfEntries } from '../../../database/works-of-entries.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { COUNTED_FIRST } from '../../planning/version-heads/version-heads.service.ts';

/** A roadblock without what depends on who asks; `executor_id` is that of its work. */
export type KeptRoadblock = Omit<Roadblock, 'overdue' | 'may_change' | 'may_remove'> & { executor_id: number | null };

type Wanted = { versionId: number; nodeId: number; itemId?: number; itemIds?: readonly number[]; id?: number; open?: boolean };

/** Roadblocks of a schedule, the first needed first; the row of each is the one with its code, else with its id. */
export async function listRoadblocks(
  db: Db,
  spaceId: number,
  { versionId, nodeId, itemId, itemIds, id, open }: Wanted,
): Promise<KeptRoadblock[]> {
  const { rows } = await sql<KeptRoadblock>`
    with own as (
      select r.* from roadblock r where r.space_id = ${spaceId} and r.node_id = ${nodeId} ${open ? sql`and r.cleared_at is null` : sql``}
        ${id === undefined ? sql`` : sql`and r.id = ${id}`}
    ), named as (${worksOfEntries(sql`own`, { spaceId, versionId })})
    select r.id, r.node_id as schedule_id, w.id as row_id, r.row_code, coalesce(w.name, r.row_name) as row_name, r.category, r.text,
           r.owner_id, coalesce(${personName('o')}, '') as owner, r.lead_days,
           to_char(coalesce(w.actual_start, w.start)::date - r.lead_days, 'YYYY-MM-DD') as needed_by,
           to_char(r.promised, 'YYYY-MM-DD') as promised,
           to_char(r.cleared_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as cleared_at, r.created_by as author_id,
           coalesce(${personName('u')}, '') as author, to_char(r.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
           w.executor_id
    from own r left join named n on n.row_id = r.row_id and n.row_code = r.row_code
    left join wbs_item w on w.space_id = ${spaceId} and w.version_id = ${versionId} and w.id = n.id
    left join app_user o on o.id = r.owner_id left join app_user u on u.id = r.created_by
    where true ${itemId === undefined ? sql`` : sql`and w.id = ${itemId}`} ${itemIds ? sql`and w.id = any(${[...itemIds]}::int[])` : sql``}
    order by r.cleared_at is not null, needed_by nulls last, r.id`.execute(db);
  return rows;
}

export type NewRoadblock = Pick<
  Row<'roadblock'>,
  'node_id' | 'row_id' | 'row_code' | 'row_name' | 'category' | 'text' | 'owner_id' | 'lead_days'
> & { promised: string | null; created_by: number; key?: string };

/** Saves a roadblock; one that a phone sends again is the one that is there. */
export async function saveRoadblock(tx: Tx, spaceId: number, roadblock: NewRoadblock): Promise<{ id: number; isNew: boolean }> {
  const made = await tx
    .insertInto('roadblock')
    .values({ ...roadblock, space_id: spaceId })
    .onConflict((conflict) => conflict.columns(['space_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return { id: made.id, isNew: true };
  const { id } = await tx
    .selectFrom('roadblock')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('key', '=', roadblock.key ?? '')
    .executeTakeFirstOrThrow();
  return { id, isNew: false };
}

export type RoadblockChange = Partial<Pick<Row<'roadblock'>, 'category' | 'text' | 'owner_id' | 'lead_days'>> & {
  promised?: string | null;
  cleared_at?: Date | null;
};

export async function changeRoadblock(tx: Tx, spaceId: number, id: number, change: RoadblockChange): Promise<void> {
  if (Object.keys(change).length)
    await tx.updateTable('roadblock').set(change).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function deleteRoadblock(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('roadblock').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export type OverdueRoadblock = Pick<Row<'roadblock'>, 'space_id' | 'id' | 'node_id' | 'row_id' | 'row_code' | 'row_name'> & {
  needed_by: string;
  user_ids: number[];
};

/**
 * Open roadblocks of some spaces that were needed before a day, and of which nobody has heard so yet: by the version that counts. The work of
 * each is the row with its code, else with its id: it is found by the key, and only where that row has another code are codes looked for,
 * once a version.
 */
export const overdueOf = (spaceIds: readonly number[], today: string, limit: number) => sql<OverdueRoadblock>`
  with open as materialized (
    select r.space_id, r.id, v.id as version_id, r.row_code, w.id as work_id, w.code = r.row_code as same
    from roadblock r
    join lateral (
      select v.id from version v where v.space_id = r.space_id and v.schedule_id = r.node_id order by ${COUNTED_FIRST} limit 1
    ) v on true
    left join wbs_item w on w.space_id = r.space_id and w.version_id = v.id and w.id = r.row_id
    where r.space_id = any(${[...spaceIds]}) and r.cleared_at is null
  ), lost as materialized (select * from open where same is not true and row_code <> ''),
  moved as materialized (
    select w.space_id, w.version_id, w.code, min(w.id) as id from (select distinct space_id, version_id from lost) l
    join wbs_item w on w.space_id = l.space_id and w.version_id = l.version_id
    where w.code in (select row_code from lost) group by 1, 2, 3
  )
  select r.space_id, r.id, r.node_id, r.row_id, r.row_code, r.row_name, to_char(n.needed, 'YYYY-MM-DD') as needed_by,
         array_remove(array[coalesce(r.owner_id, w.executor_id, r.created_by)], null) as user_ids
  from open o
  left join moved m on o.same is not true and m.space_id = o.space_id and m.version_id = o.version_id and m.code = o.row_code
  join roadblock r on r.space_id = o.space_id and r.id = o.id
  join wbs_item w on w.space_id = o.space_id and w.version_id = o.version_id and w.id = coalesce(m.id, o.work_id)
  cross join lateral (select coalesce(w.actual_start, w.start)::date - r.lead_days as needed) n
  where w.status <> 'completed' and n.needed < ${today}::date and r.overdue_of is distinct from n.needed
  order by r.space_id, r.id limit ${limit}`;

export async function listOverdue(db: Db, spaceIds: readonly number[], today: string, limit: number): Promise<OverdueRoadblock[]> {
  const { rows } = await overdueOf(spaceIds, today, limit).execute(db);
  return rows.map((row) => ({ ...row, user_ids: row.user_ids.map(Number) }));
}

export async function markOverdue(tx: Tx, { space_id, id, needed_by }: OverdueRoadblock): Promise<void> {
  await tx.updateTable('roadblock').set({ overdue_of: needed_by }).where('space_id', '=', space_id).where('id', '=', id).execute();
}
