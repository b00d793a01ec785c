import type { LagCalendar, LinkSide, PlanCalendar, RelationType, TaskStatus, VersionKind } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { isHeir, tookOver } from '../relations/relations.cycles.service.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** A link as one of its two versions sees it, with the item at the other end; `far_type` is null where that is gone. */
export type LinkEnd = {
  owner_id: number;
  row_id: number;
  own: boolean;
  item_id: number;
  item_code: string;
  item_name: string;
  item_calendar: number | null;
  side: LinkSide;
  type: RelationType;
  lag_minutes: number;
  lag_calendar: LagCalendar | null;
  other_code: string;
  other_name: string;
  far_item_id: number;
  far_type: string | null;
  far_code: string | null;
  far_name: string | null;
  far_calendar: number | null;
  status: TaskStatus | null;
  progress: number | null;
  start: string | null;
  finish: string | null;
  early_start: string | null;
  early_finish: string | null;
  late_start: string | null;
  late_finish: string | null;
  free_reserve: number | null;
  full_reserve: number | null;
  critical: boolean | null;
  version_id: number;
  version_name: string | null;
  version_kind: VersionKind | null;
  version_locked: boolean | null;
  schedule_id: number;
  schedule_name: string | null;
  project: string | null;
};

/** The calendar of items that name none. */
const usualCalendar = (item: string) => sql`coalesce(
  (select (options ->> 'defaultCalendarId')::int from settings
   where space_id = ${sql.ref(`${item}.space_id`)} and version_id = ${sql.ref(`${item}.version_id`)} limit 1),
  (select id from calendar where space_id = ${sql.ref(`${item}.space_id`)} and version_id = ${sql.ref(`${item}.version_id`)} and is_default limit 1))`;

/**
 * The links of a version: its own and those from other schedules. A schedule is represented by its actual version, else by its first
 * version with a link, so that trial copies limit nobody.
 */
export async function listEnds(db: Db, key: VersionKey): Promise<LinkEnd[]> {
  return (await hasEnds(db, key)) ? readEnds(db, key) : [];
}

/** Whether a version may have links; most have none, and every edit that is followed by its dates asks several times. */
async function hasEnds(db: Db, { spaceId, versionId }: VersionKey): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from link where space_id = ${spaceId} and version_id = ${versionId})
      or exists (select from link where space_id = ${spaceId}
                 and other_schedule_id = (select schedule_id from version where space_id = ${spaceId} and id = ${versionId})) as found`.execute(
    db,
  );
  return rows[0].found;
}

async function readEnds(db: Db, { spaceId, versionId }: VersionKey): Promise<LinkEnd[]> {
  const { rows } = await sql<LinkEnd>`
    with incoming as (
      select l.*, maker.schedule_id, coalesce(
        (select id from version v where v.space_id = maker.space_id and v.schedule_id = maker.schedule_id and v.kind = 'actual'),
        min(l.version_id) over (partition by maker.schedule_id)) as speaker_id
      from version self
      join link l on l.space_id = self.space_id and l.other_schedule_id = self.schedule_id
      join version maker on maker.space_id = l.space_id and maker.id = l.version_id
      where self.space_id = ${spaceId} and self.id = ${versionId}
        and (l.other_version_id = self.id or (self.kind = 'actual' and ${tookOver('self')}))
    ), ends as (
      select l.version_id as owner_id, l.id as row_id, true as own, l.item_id, l.side, l.type, l.lag_minutes, l.lag_calendar,
             l.other_code, l.other_name, l.other_item_id as far_item_id, coalesce(heir.id, l.other_version_id) as far_version_id,
             l.other_schedule_id as far_schedule_id
      from link l left join version heir on ${isHeir}
      where l.space_id = ${spaceId} and l.version_id = ${versionId}
      union all
      select l.version_id, l.id, false, l.other_item_id, case l.side when 'predecessor' then 'successor' else 'predecessor' end,
             l.type, l.lag_minutes, l.lag_calendar, '', '', l.item_id, l.version_id, l.schedule_id
      from incoming l where l.version_id = l.speaker_id
    )
    select e.owner_id, e.row_id, e.own, e.item_id, e.side, e.type, e.lag_minutes, e.lag_calendar, e.other_code, e.other_name, e.far_item_id,
           near.code as item_code, near.name as item_name, coalesce(near.calendar_id, ${usualCalendar('near')}) as item_calendar,
           w.type as far_type, w.code as far_code, w.name as far_name, coalesce(w.calendar_id, ${usualCalendar('w')}) as far_calendar,
           w.status, w.progress, w.start, w.finish, w.early_start, w.early_finish, w.late_start, w.late_finish,
           w.free_float_minutes as free_reserve, w.total_float_minutes as full_reserve, w.critical,
           e.far_version_id as version_id, v.name as version_name, v.kind as version_kind, v.locked as version_locked,
           e.far_schedule_id as schedule_id, s.name as schedule_name, project.name as project
    from ends e
    join wbs_item near on near.space_id = ${spaceId} and near.version_id = ${versionId} and near.id = e.item_id
    left join wbs_item w on w.space_id = ${spaceId} and w.version_id = e.far_version_id and w.id = e.far_item_id
    left join version v on v.space_id = ${spaceId} and v.id = e.far_version_id
    left join eps_node s on s.space_id = ${spaceId} and s.id = e.far_schedule_id
    left join lateral (
      with recursive up as (
        select parent_id, kind, name from eps_node where space_id = ${spaceId} and id = s.parent_id
        union all
        select n.parent_id, n.kind, n.name from eps_node n join up on n.id = up.parent_id where n.space_id = ${spaceId}
      ) select name from up where kind = 'project' limit 1
    ) project on true
    order by e.item_id, e.side, e.owner_id, e.row_id`.execute(db);
  return rows;
}

/** Which of some versions the reader of the database may see. */
export async function listVisible(db: Db, spaceId: number, ids: readonly number[]): Promise<number[]> {
  if (!ids.length) return [];
  const rows = await db
    .selectFrom('version')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(({ id }) => id);
}

/** Working time of calendars of several versions. */
export async function listCalendarsOf(
  db: Db,
  spaceId: number,
  wanted: readonly { versionId: number; calendarId: number }[],
): Promise<({ version_id: number } & Pick<PlanCalendar, 'id' | 'week' | 'exceptions'>)[]> {
  const { rows } = await sql<{ version_id: number } & Pick<PlanCalendar, 'id' | 'week' | 'exceptions'>>`
    select c.version_id, c.id, c.week, c.exceptions
    from unnest(${wanted.map(({ versionId }) => versionId)}::bigint[], ${wanted.map(({ calendarId }) => calendarId)}::int[]) as p(version_id, id)
    join calendar c on c.space_id = ${spaceId} and c.version_id = p.version_id and c.id = p.id`.execute(db);
  return rows;
}
