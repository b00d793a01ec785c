import type { CalendarContent } from '@gantry/contract';
import { unitsOfWeek } from '@gantry/domain';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type CalendarRow = CalendarContent &
  Pick<
    Row<'node_calendar'>,
    'id' | 'node_id' | 'is_default' | 'minutes_per_day' | 'minutes_per_week' | 'minutes_per_month' | 'minutes_per_year' | 'updated_at'
  > & { node_name: string | null; versions: number };

/** Lists calendars of the space with the names of their nodes, all or by id, without regard to inheritance. */
export async function listCalendars(db: Db, spaceId: number, filter: { id?: number } = {}): Promise<CalendarRow[]> {
  const only = filter.id === undefined ? sql`` : sql`and c.id = ${filter.id}`;
  const { rows } = await sql<CalendarRow>`
    select c.id, c.node_id, n.name as node_name, c.name, c.week, c.series, c.is_default, c.minutes_per_day, c.minutes_per_week,
           c.minutes_per_month, c.minutes_per_year, c.updated_at,
           (select count(*) from calendar v where v.space_id = c.space_id and v.source_id = c.id) as versions
    from node_calendar c left join eps_node n on n.space_id = c.space_id and n.id = c.node_id
    where c.space_id = ${spaceId} ${only} order by c.name, c.id`.execute(db);
  return rows;
}

export async function findNamed(db: Db, spaceId: number, nodeId: number | null, name: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from node_calendar
    where space_id = ${spaceId} and coalesce(node_id, 0) = ${nodeId ?? 0} and lower(name) = lower(${name})`.execute(db);
  return rows[0]?.id ?? null;
}

const stored = ({ name, week, series }: CalendarContent) => {
  const units = unitsOfWeek(week);
  return {
    name,
    week: JSON.stringify(week),
    series: JSON.stringify(series),
    minutes_per_day: units.minutesPerDay,
    minutes_per_week: units.minutesPerWeek,
    minutes_per_month: units.minutesPerMonth,
    minutes_per_year: units.minutesPerYear,
  };
};

export async function saveCalendar(tx: Tx, spaceId: number, nodeId: number | null, content: CalendarContent): Promise<number> {
  const { id } = await tx
    .insertInto('node_calendar')
    .values({ ...stored(content), space_id: spaceId, node_id: nodeId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateCalendar(tx: Tx, spaceId: number, id: number, content: CalendarContent): Promise<void> {
  await tx
    .updateTable('node_calendar')
    .set({ ...stored(content), updated_at: sql<Date>`now()` })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteCalendar(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('node_calendar').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

/** Makes one calendar the default of its node, or none of them. */
export async function saveDefault(tx: Tx, spaceId: number, nodeId: number | null, id: number | null): Promise<void> {
  await sql`update node_calendar set is_default = false
    where space_id = ${spaceId} and coalesce(node_id, 0) = ${nodeId ?? 0} and is_default`.execute(tx);
  if (id !== null) await sql`update node_calendar set is_default = true where space_id = ${spaceId} and id = ${id}`.execute(tx);
}

export type UseRow = {
  version_id: number;
  version_name: string;
  schedule_id: number;
  schedule_name: string;
  locked: boolean;
  is_default: boolean;
  rows: number;
  resources: number;
};

const WORKS_BY = (table: 'wbs_item' | 'resource') =>
  sql`from ${sql.table(table)} w where w.space_id = c.space_id and w.version_id = c.version_id and w.calendar_id = c.id`;

/** Versions that have taken a calendar, the first `most` of them, with how much of them works by it. */
export async function listUses(db: Db, spaceId: number, id: number, most: number): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    select c.version_id, v.name as version_name, v.schedule_id, n.name as schedule_name, v.locked, c.is_default,
      (select count(*) ${WORKS_BY('wbs_item')}) as rows, (select count(*) ${WORKS_BY('resource')}) as resources
    from calendar c
    join version v on v.space_id = c.space_id and v.id = c.version_id
    join eps_node n on n.space_id = v.space_id and n.id = v.schedule_id
    where c.space_id = ${spaceId} and c.source_id = ${id} order by n.name, v.id limit ${most}`.execute(db);
  return rows;
}

/** Versions that anything works by a calendar in, or whose default it is. */
export async function listHolders(
  db: Db,
  spaceId: number,
  id: number,
): Promise<Pick<UseRow, 'version_id' | 'version_name' | 'schedule_name'>[]> {
  const { rows } = await sql<Pick<UseRow, 'version_id' | 'version_name' | 'schedule_name'>>`
    select c.version_id, v.name as version_name, n.name as schedule_name
    from calendar c
    join version v on v.space_id = c.space_id and v.id = c.version_id
    join eps_node n on n.space_id = v.space_id and n.id = v.schedule_id
    where c.space_id = ${spaceId} and c.source_id = ${id}
      and (c.is_default or exists (select ${WORKS_BY('wbs_item')}) or exists (select ${WORKS_BY('resource')}))
    order by n.name, v.id`.execute(db);
  return rows;
}
