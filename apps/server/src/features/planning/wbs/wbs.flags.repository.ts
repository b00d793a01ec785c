import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

export type RowFlags = { checked: number[]; folded: number[] };

/** Which rows of a version a person has ticked and folded; rows that are gone are left out. */
export async function findFlags(db: Db, key: VersionKey, userId: number): Promise<RowFlags> {
  const { rows } = await sql<RowFlags>`
    select array(select w.id from wbs_item w where w.space_id = f.space_id and w.version_id = f.version_id and w.id = any(f.checked) order by w.id) as checked,
           array(select w.id from wbs_item w where w.space_id = f.space_id and w.version_id = f.version_id and w.id = any(f.folded) order by w.id) as folded
    from row_flags f where f.space_id = ${key.spaceId} and f.version_id = ${key.versionId} and f.user_id = ${userId}`.execute(db);
  return rows[0] ?? { checked: [], folded: [] };
}

/** Sets a flag of rows, or takes it away; `ids` null means all rows of the version. */
export async function saveFlag(
  tx: Tx,
  key: VersionKey,
  userId: number,
  flag: 'checked' | 'folded',
  ids: readonly number[] | null,
  on: boolean,
): Promise<void> {
  const column = sql.ref(flag);
  const given = ids
    ? sql`${[...ids]}::int[]`
    : sql`array(select id from wbs_item where space_id = ${key.spaceId} and version_id = ${key.versionId})`;
  const first = on ? given : sql`'{}'::int[]`;
  const next = on
    ? sql`array(select distinct unnest(f.${column} || ${given}))`
    : ids
      ? sql`array(select unnest(f.${column}) except select unnest(${given}))`
      : sql`'{}'::int[]`;
  await sql`insert into row_flags as f (space_id, version_id, user_id, ${column})
    values (${key.spaceId}, ${key.versionId}, ${userId}, ${first})
    on conflict (space_id, version_id, user_id) do update set ${column} = ${next}`.execute(tx);
}
