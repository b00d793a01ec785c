import { type RawBuilder, sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { NamedKind, NamedPart } from './audit.names.rules.ts';

export type AuditFilter = {
  actor_id?: number;
  action?: string;
  search?: string;
  from?: string;
  until?: string;
  before?: number;
  limit: number;
};

/** As many entries as words are looked for in at a time: they have no index, and a space may have millions. */
const LOOKED_THROUGH = 200_000;

export type AuditRow = Pick<Row<'audit'>, 'id' | 'at' | 'actor_id' | 'actor' | 'action' | 'object' | 'details'> & {
  on_behalf_of: string | null;
  address: string | null;
};

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * A page of the audit, and before which entry the next begins; null at the end. Where words are looked for, a page that is not full, or is
 * empty, may have a next one.
 */
export async function readPage(db: Db, spaceId: number, filter: AuditFilter, lookedThrough = LOOKED_THROUGH) {
  const floor = filter.search === undefined ? null : await findFloor(db, spaceId, filter, lookedThrough);
  const rows = await listDeeds(db, spaceId, { ...filter, limit: filter.limit + 1 }, floor);
  const hasMore = rows.length > filter.limit;
  if (hasMore) rows.length = filter.limit;
  return { rows, next: hasMore ? (rows.at(-1)?.id ?? null) : floor };
}

/** The entry after so many of a space that a page may hold; null where the space, or the time that is asked for, ends sooner. */
async function findFloor(db: Db, spaceId: number, filter: AuditFilter, offset: number): Promise<number | null> {
  const { before, from = null, until = null } = filter;
  const start =
    before === undefined ? sql`(${until}::timestamptz is null or at <= ${until}) order by at desc` : sql`id < ${before} order by id desc`;
  const { rows } = await sql<{ id: number; inTime: boolean }>`
    select id, ${from}::timestamptz is null or at >= ${from} as "inTime" from audit
    where space_id = ${spaceId} and ${start} offset ${offset} limit 1`.execute(db);
  return rows[0]?.inTime ? rows[0].id : null;
}

/**
 * Audit entries of a space, and sign-ins of its members since they are members; of those no more than that they happened. Past the wall
 * between spaces. Each half is read in the order of its own index and no further than the page: under one condition for both, PostgreSQL
 * sorts all that is left for every page.
 */
async function listDeeds(db: Db, spaceId: number, filter: AuditFilter, floor: number | null): Promise<AuditRow[]> {
  const { actor_id = null, action = null, search = null, from = null, until = null, before = null, limit } = filter;
  const wanted = sql`
    (${before}::bigint is null or a.id < ${before})
    and (${floor}::bigint is null or a.id >= ${floor})
    and (${actor_id}::bigint is null or a.actor_id = ${actor_id})
    and (${action}::text is null or starts_with(a.action, ${action}))
    and (${search}::text is null or (a.action || ' ' || a.object || ' ' || a.actor) ilike ${search === null ? null : like(search)})
    and (${from}::timestamptz is null or a.at >= ${from})
    and (${until}::timestamptz is null or a.at <= ${until})
    order by a.id desc limit ${limit}`;
  const { rows } = await sql<AuditRow>`
    select a.id, a.at, a.actor_id, a.actor, ${personName('g')} as on_behalf_of, a.address, a.action, a.object, a.details
    from (
      (select a.id, a.at, a.actor_id, a.actor, a.on_behalf_of, a.address, a.action, a.object, a.details
       from audit a where a.space_id = ${spaceId} and ${wanted})
      union all
      (select a.id, a.at, a.actor_id, a.actor, a.on_behalf_of, null, a.action, a.object, null
       from audit a where a.space_id is null and a.action in ('auth.signed_in', 'auth.sign_in_refused', 'auth.logout')
         and exists (select from space_user m where m.space_id = ${spaceId} and m.user_id = a.actor_id and m.created_at <= a.at)
         and ${wanted})
    ) a left join app_user g on g.id = a.on_behalf_of
    order by a.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Lists everyone with an entry in the audit of a space, whatever its size: the index is asked for the next person after each. */
export async function listActors(db: Db, spaceId: number): Promise<{ id: number; name: string }[]> {
  const next = (after: RawBuilder<unknown>) => sql`(select min(actor_id) from audit where space_id = ${spaceId} and actor_id > ${after})`;
  const { rows } = await sql<{ id: number; name: string }>`
    with recursive person (id) as (
      select ${next(sql`0`)}
      union all
      select ${next(sql`p.id`)} from person p where p.id is not null)
    select p.id, (select actor from audit a where a.space_id = ${spaceId} and a.actor_id = p.id limit 1) as name
    from person p where p.id is not null order by 2`.execute(db);
  return rows;
}

/** What some objects of a space are called, within the reach of the reader; one that is gone has no name. */
export async function namesOf(db: Db, spaceId: number, parts: readonly NamedPart[]): Promise<(part: NamedPart) => string | undefined> {
  const names = new Map<string, string>();
  const keyOf = (kind: NamedKind, id: number, versionId: number | null): string => `${kind} ${versionId ?? ''} ${id}`;
  for (const [kind, query] of Object.entries(NAMED) as [NamedKind, (typeof NAMED)[NamedKind]][]) {
    const wanted = parts.filter((part) => part.kind === kind);
    if (!wanted.length) continue;
    const ids = wanted.map(({ id }) => id);
    const { rows } = await query(
      spaceId,
      ids,
      wanted.map(({ versionId }) => versionId ?? 0),
    ).execute(db);
    for (const { id, name, version_id } of rows) names.set(keyOf(kind, id, version_id ?? null), name);
  }
  return ({ kind, id, versionId }) => names.get(keyOf(kind, id, versionId));
}

type Named = { id: number; name: string; version_id?: number };
const inSpace =
  (table: string) =>
  (spaceId: number, ids: number[]): RawBuilder<Named> =>
    sql<Named>`select id, name from ${sql.table(table)} where space_id = ${spaceId} and id = any (${ids})`;

const NAMED: Record<NamedKind, (spaceId: number, ids: number[], versionIds: number[]) => RawBuilder<Named>> = {
  node: inSpace('eps_node'),
  version: inSpace('version'),
  role: inSpace('role'),
  calendar: inSpace('calendar'),
  directory: inSpace('directory'),
  attribute: inSpace('attribute'),
  board: inSpace('kanban_board'),
  estimate: inSpace('estimate'),
  person: (spaceId, ids) => sql<Named>`
    select u.id, ${personName('u')} as name from app_user u
    where u.id = any (${ids}) and exists (select from space_user m where m.space_id = ${spaceId} and m.user_id = u.id)`,
  work: (spaceId, ids, versionIds) => sql<Named>`
    select w.id, w.version_id, concat_ws(' ', nullif(w.code, ''), w.name) as name
    from unnest(${versionIds}::bigint[], ${ids}::bigint[]) as wanted (version_id, id)
    join version v on v.space_id = ${spaceId} and v.id = wanted.version_id
    join wbs_item w on w.space_id = ${spaceId} and w.version_id = wanted.version_id and w.id = wanted.id`,
};
