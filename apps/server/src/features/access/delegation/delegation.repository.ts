import { sql } from 'kysely';
import { personLogin, personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type DelegationRow = Pick<Row<'delegation'>, 'id' | 'giver_id' | 'receiver_id' | 'starts_at' | 'ends_at'> & {
  giver: string;
  receiver: string;
  active: boolean;
};

/** Delegations that a person gave or received, those that end last first; past ones for a year. */
export async function listDelegations(
  db: Db,
  spaceId: number,
  who: { giver_id: number } | { receiver_id: number },
): Promise<DelegationRow[]> {
  const isHere = 'giver_id' in who ? sql`d.giver_id = ${who.giver_id}` : sql`d.receiver_id = ${who.receiver_id}`;
  const { rows } = await sql<DelegationRow>`
    select d.id, d.giver_id, ${personName('g')} as giver,
           d.receiver_id, ${personName('r')} as receiver,
           d.starts_at, d.ends_at, now() between d.starts_at and d.ends_at as active
    from delegation d join app_user g on g.id = d.giver_id join app_user r on r.id = d.receiver_id
    where d.space_id = ${spaceId} and ${isHere} and d.ends_at > now() - interval '1 year'
    order by d.ends_at desc, d.id desc`.execute(db);
  return rows;
}

export async function saveDelegation(
  tx: Tx,
  delegation: { space_id: number; giver_id: number; receiver_id: number; starts_at: string; ends_at: string },
): Promise<number> {
  const { id } = await tx.insertInto('delegation').values(delegation).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The name of a person who has no account; null of one who has. */
export async function findNameWithoutAccount(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select ${personName('u')} as name from app_user u where u.id = ${userId} and ${personLogin('u')} is null`.execute(db);
  return rows[0]?.name ?? null;
}

/** Ends a delegation that a person gave or received; false where they have none with this id. */
export async function deleteDelegation(tx: Tx, spaceId: number, id: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('delegation')
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('giver_id', '=', userId), eb('receiver_id', '=', userId)]))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The name of a person for whom another may act now; null without a valid delegation. */
export async function findActiveDelegation(db: Db, spaceId: number, giverId: number, receiverId: number): Promise<string | null> {
  const { rows } = await sql<{ giver: string }>`
    select ${personName('g')} as giver
    from delegation d join app_user g on g.id = d.giver_id
    where d.space_id = ${spaceId} and d.giver_id = ${giverId} and d.receiver_id = ${receiverId}
      and g.status = 'active' and now() between d.starts_at and d.ends_at limit 1`.execute(db);
  return rows[0]?.giver ?? null;
}
