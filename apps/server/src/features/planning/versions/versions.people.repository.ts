import type { PageOfRows } from '@gantry/contract';
import { type SpaceRole, type VersionRow } from '@gantry/domain';
import { sql } from 'kysely';
import { personLogin, personName } from '../../../database/person-name.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** Import source and last calculation of a version. */
export async function findSource(db: Db, key: VersionKey) {
  const row = await db
    .selectFrom('version')
    .select(['source', 'calculation', 'data_date'])
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.versionId)
    .executeTakeFirst();
  return row ?? null;
}

/** Members of the space of a version with the number and the time of their edits, a page of them, and how many there are. */
export async function listVersionUsers(db: Db, key: VersionKey, { offset, limit }: PageOfRows) {
  const { rows } = await sql<{
    id: number;
    login: string | null;
    name: string;
    role: SpaceRole;
    edits: number;
    last_edit_at: Date | null;
    total: number;
  }>`
    select u.id, ${personLogin('u')} as login, ${personName('u')} as name, m.role, coalesce(e.edits, 0) as edits, e.last_edit_at,
      (count(*) over ())::int as total
    from space_user m join app_user u on u.id = m.user_id
    left join (
      select author_id, count(*)::int as edits, max(at) as last_edit_at from version_edit
      where space_id = ${key.spaceId} and version_id = ${key.versionId} group by author_id
    ) e on e.author_id = u.id
    where m.space_id = ${key.spaceId} and m.status = 'active'
    order by e.last_edit_at desc nulls last, u.last_name, u.first_name, u.id limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Attributes of a version with the number of rows that have a value. */
export async function listAttributesWithUse(db: Db, key: VersionKey) {
  const { rows } = await sql<VersionRow<'attribute'> & { rows: number }>`
    select a.id, a.name, a.type, a.source, a.origin, a.source_id, a.options, count(v.id)::int as rows
    from attribute a left join attribute_value v on v.space_id = a.space_id and v.version_id = a.version_id and v.attribute_id = a.id
    where a.space_id = ${key.spaceId} and a.version_id = ${key.versionId}
    group by a.id, a.name, a.type, a.source, a.origin, a.source_id, a.options order by a.name, a.id`.execute(db);
  return rows;
}
