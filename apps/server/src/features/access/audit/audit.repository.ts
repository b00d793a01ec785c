import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db } from '../../../platform/postgres/database.ts';

export type AuditFilter = {
  actor_id?: number;
  action?: string;
  search?: string;
  from?: string;
  until?: string;
  before?: number;
  limit: number;
};

export type AuditRow = Pick<Row<'audit'>, 'id' | 'at' | 'actor_id' | 'actor' | 'action' | 'object' | 'details'> & {
  on_behalf_of: string | null;
  address: string | null;
};

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Audit entries of a space, and sign-ins of its members since they are members; of those no more than that they happened. Past the wall between spaces. */
export async function listDeeds(db: Db, spaceId: number, filter: AuditFilter): Promise<AuditRow[]> {
  const { actor_id = null, action = null, search = null, from = null, until = null, before = null, limit } = filter;
  const { rows } = await sql<AuditRow>`
    select a.id, a.at, a.actor_id, a.actor, ${personName('g')} as on_behalf_of,
           case when a.space_id is not null then a.address end as address, a.action, a.object,
           case when a.space_id is not null then a.details end as details
    from audit a left join app_user g on g.id = a.on_behalf_of
    where (a.space_id = ${spaceId}
           or (a.space_id is null and a.action in ('auth.signed_in', 'auth.sign_in_refused', 'auth.logout')
               and exists (select from space_user m where m.space_id = ${spaceId} and m.user_id = a.actor_id and m.created_at <= a.at)))
      and (${before}::bigint is null or a.id < ${before})
      and (${actor_id}::bigint is null or a.actor_id = ${actor_id})
      and (${action}::text is null or starts_with(a.action, ${action}))
      and (${search}::text is null or (a.action || ' ' || a.object || ' ' || a.actor) ilike ${search === null ? null : like(search)})
      and (${from}::timestamptz is null or a.at >= ${from})
      and (${until}::timestamptz is null or a.at <= ${until})
    order by a.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Lists everyone with an entry in the audit of a space. */
export async function listActors(db: Db, spaceId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select actor_id as id, max(actor) as name from audit
    where space_id = ${spaceId} and actor_id is not null group by actor_id order by 2`.execute(db);
  return rows;
}
