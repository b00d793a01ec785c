import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db } from '../../../platform/postgres/database.ts';

export type ActivityKey = { versionId: number; revision: number };
export type ActivityFilter = {
  epsId?: number;
  userId?: number;
  from?: string;
  to?: string;
  before?: string;
  kind?: 'add' | 'update' | 'delete';
  /** 1: the oldest first. */
  direction?: 1 | -1;
  /** Those that follow it in the list. */
  behind?: ActivityKey;
};

/** The versions below a node; of a version itself that one. */
async function listVersionsBelow(db: Db, spaceId: number, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id from eps_node where space_id = ${spaceId} and id = ${id}
      union all select n.id from eps_node n join below b on n.parent_id = b.id where n.space_id = ${spaceId})
    select v.id from version v where v.space_id = ${spaceId} and (v.id = ${id} or v.schedule_id in (select id from below))`.execute(db);
  return rows.map((row) => row.id);
}

/** What was done in a space, in order of time. */
export async function listActivities(db: Db, spaceId: number, filter: ActivityFilter, limit: number, only?: ActivityKey) {
  const { epsId, userId, from, to, before, kind, direction = -1, behind } = filter;
  const [beyond, way] = direction === 1 ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  // As a list of its own it tells the database whether few versions are looked through, or the newest edits of all.
  const versions = epsId === undefined ? null : await listVersionsBelow(db, spaceId, epsId);
  const { rows } = await sql<
    Pick<
      Row<'version_edit'>,
      'version_id' | 'revision' | 'name' | 'undoes' | 'redoes' | 'author_id' | 'at' | 'kind' | 'row_count' | 'diff_bytes'
    > & {
      version_name: string;
      schedule_id: number;
      schedule_name: string;
      author: string;
    }
  >`select e.version_id, v.name as version_name, v.schedule_id, n.name as schedule_name, e.revision, e.name, e.undoes, e.redoes,
      e.author_id, ${personName('u')} as author, e.at, e.kind, e.row_count, e.diff_bytes
    from version_edit e
    join version v on v.space_id = e.space_id and v.id = e.version_id
    join eps_node n on n.space_id = v.space_id and n.id = v.schedule_id
    join app_user u on u.id = e.author_id
    where e.space_id = ${spaceId} ${versions === null ? sql`` : sql`and e.version_id = any(${versions}::bigint[])`}
      ${userId === undefined ? sql`` : sql`and e.author_id = ${userId}`}
      ${from === undefined ? sql`` : sql`and e.at >= ${from}::timestamptz`}
      ${to === undefined ? sql`` : sql`and e.at < ${to}::timestamptz`}
      ${before === undefined ? sql`` : sql`and e.at < ${before}::timestamptz`}
      ${kind === undefined ? sql`` : sql`and e.kind = ${kind}`}
      ${
        behind === undefined
          ? sql``
          : sql`and (e.at, e.version_id, e.revision) ${beyond} ((select b.at from version_edit b where b.space_id = ${spaceId}
              and b.version_id = ${behind.versionId} and b.revision = ${behind.revision}), ${behind.versionId}::bigint, ${behind.revision}::int)`
      }
      ${only === undefined ? sql`` : sql`and e.version_id = ${only.versionId} and e.revision = ${only.revision}`}
    order by e.at ${way}, e.version_id ${way}, e.revision ${way} limit ${limit}`.execute(db);
  return rows;
}

type NamedRow = { id: number; code: string; name: string };

/** What rows of the WBS are called, by version and id; of those that are there. */
export async function listNamesOfRows(db: Db, spaceId: number, rows: readonly { versionId: number; id: number }[]) {
  if (!rows.length) return new Map<string, NamedRow>();
  const { rows: found } = await sql<NamedRow & { version_id: number }>`
    select w.version_id, w.id, w.code, w.name
    from unnest(${rows.map(({ versionId }) => versionId)}::bigint[], ${rows.map(({ id }) => id)}::int[]) as asked (version_id, id)
    join wbs_item w on w.space_id = ${spaceId} and w.version_id = asked.version_id and w.id = asked.id`.execute(db);
  return new Map(found.map(({ version_id, ...row }) => [`${version_id}-${row.id}`, row] as const));
}
