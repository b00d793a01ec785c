import { toSnake } from '@gantry/contract';
import { type CalculationStatus, fieldsOf, type VersionRow } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { COUNTED_FIRST } from '../version-heads/version-heads.service.ts';

export type ShownSchedule = {
  id: number;
  name: string;
  version_id: number;
  version_name: string;
  data_date: string | null;
  revision: number;
  item_count: number;
  calculation_status: CalculationStatus;
  remarks: string[] | null;
};

/** The schedules of a project in the order of its tree, each with the version that counts; those without versions are left out. */
export async function listShownSchedules(db: Db, spaceId: number, projectId: number): Promise<ShownSchedule[]> {
  const { rows } = await sql<ShownSchedule>`
    with recursive below as (
      select id, kind, name, array[position] as place from eps_node where space_id = ${spaceId} and parent_id = ${projectId}
      union all
      select n.id, n.kind, n.name, b.place || n.position from eps_node n join below b on n.parent_id = b.id where n.space_id = ${spaceId}
    )
    select b.id, b.name, v.id as version_id, v.name as version_name, v.data_date, v.revision, v.item_count, v.calculation_status, v.remarks from below b
    cross join lateral (
      select v.id, v.name, to_char(v.data_date, 'YYYY-MM-DD"T"HH24:MI') as data_date, v.revision, v.item_count, v.calculation_status, v.remarks
      from version v where v.space_id = ${spaceId} and v.schedule_id = b.id order by ${COUNTED_FIRST} limit 1
    ) v where b.kind = 'schedule' order by b.place, b.id`.execute(db);
  return rows;
}

const CALENDAR = sql.join(fieldsOf('calendar').map(({ name }) => sql`${sql.ref(toSnake(name))} as ${sql.ref(name)}`));

/** The calendars of some versions, by the version. */
export async function listCalendarsOf(
  db: Db,
  spaceId: number,
  versionIds: readonly number[],
): Promise<Map<number, VersionRow<'calendar'>[]>> {
  const { rows } = await sql<VersionRow<'calendar'> & { version: number }>`
    select version_id as version, ${CALENDAR} from calendar
    where space_id = ${spaceId} and version_id = any(${[...versionIds]}::bigint[]) order by version_id, id`.execute(db);
  const found = new Map<number, VersionRow<'calendar'>[]>();
  for (const { version, ...calendar } of rows) found.set(version, [...(found.get(version) ?? []), calendar]);
  return found;
}
