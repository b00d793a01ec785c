import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db } from '../../../platform/postgres/database.ts';

export type ActivityFilter = { epsId?: number; userId?: number; from?: string; to?: string; before?: string };
type ActivityKey = { versionId: number; revision: number };

/** What was done in a space, newest first. */
export async function listActivities(db: Db, spaceId: number, filter: ActivityFilter, limit: number, only?: ActivityKey) {
  const { epsId, userId, from, to, before } = filter;
  const below = epsId === undefined ? sql`` : sql`and (v.id = ${epsId} or v.schedule_id in (select id from below))`;
  const tree =
    epsId === undefined
      ? sql``
      : sql`with recursive below as (
          select id from eps_node where space_id = ${spaceId} and id = ${epsId}
          union all select n.id from eps_node n join below b on n.parent_id = b.id where n.space_id = ${spaceId})`;
  const { rows } = await sql<
    Pick<Row<'version_edit'>, 'version_id' | 'revision' | 'name' | 'undoes' | 'redoes' | 'author_id' | 'at' | 'kind' | 'row_count'> & {
      version_name: string;
      schedule_id: number;
      schedule_name: string;
      author: string;
    }
  >`${tree}
    select e.version_id, v.name as version_name, v.schedule_id, n.name as schedule_name, e.revision, e.name, e.undoes, e.redoes,
      e.author_id, ${personName('u')} as author, e.at, e.kind, e.row_count
    from version_edit e
    join version v on v.space_id = e.space_id and v.id = e.version_id
    join eps_node n on n.space_id = v.space_id and n.id = v.schedule_id
    join app_user u on u.id = e.author_id
    where e.space_id = ${spaceId} ${below}
      ${userId === undefined ? sql`` : sql`and e.author_id = ${userId}`}
      ${from === undefined ? sql`` : sql`and e.at >= ${from}::timestamptz`}
      ${to === undefined ? sql`` : sql`and e.at < ${to}::timestamptz`}
      ${before === undefined ? sql`` : sql`and e.at < ${before}::timestamptz`}
      ${only === undefined ? sql`` : sql`and e.version_id = ${only.versionId} and e.revision = ${only.revision}`}
    order by e.at desc, e.version_id desc, e.revision desc limit ${limit}`.execute(db);
  return rows;
}
