import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

/** An attribute that versions of a schedule have of their own. */
export type OwnOfVersions = { name: string; type: string; formula: string | null };

/** Attributes that versions of a schedule have of their own, each name once, as the newest version has it. */
export async function listOwnOfVersions(db: Db, spaceId: number, scheduleId: number): Promise<OwnOfVersions[]> {
  const { rows } = await sql<OwnOfVersions>`
    select distinct on (lower(a.name)) a.name, coalesce(a.options ->> 'type', a.type) as type, a.options ->> 'formula' as formula
    from attribute a join version v on v.space_id = a.space_id and v.id = a.version_id
    where a.space_id = ${spaceId} and v.schedule_id = ${scheduleId} and a.source_id is null
    order by lower(a.name), a.version_id desc`.execute(db);
  return rows;
}
