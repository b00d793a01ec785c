import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type PreferenceKey = Pick<Row<'preference'>, 'space_id' | 'user_id' | 'a' | 'b'>;

export async function findPreference(db: Db, key: PreferenceKey): Promise<Row<'preference'>['state']> {
  const row = await db
    .selectFrom('preference')
    .select('state')
    .where('space_id', '=', key.space_id)
    .where('user_id', '=', key.user_id)
    .where('a', '=', key.a)
    .where('b', '=', key.b)
    .executeTakeFirst();
  return row?.state ?? null;
}

/** Answers whether the person had no state there before. */
export async function savePreference(tx: Tx, { space_id, user_id, a, b }: PreferenceKey, state: unknown): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into preference (space_id, user_id, a, b, state) values (${space_id}, ${user_id}, ${a}, ${b}, ${JSON.stringify(state)})
    on conflict (space_id, user_id, a, b) do update set state = excluded.state, saved_at = excluded.saved_at
    returning xmax = 0 as "isNew"`.execute(tx);
  return rows[0].isNew;
}

/** Forgets the states of a person beyond so many, those that were saved first. */
export async function forgetOldest(
  tx: Tx,
  { space_id, user_id }: Pick<PreferenceKey, 'space_id' | 'user_id'>,
  kept: number,
): Promise<void> {
  await sql`
    delete from preference where space_id = ${space_id} and user_id = ${user_id} and (a, b) in (
      select a, b from preference where space_id = ${space_id} and user_id = ${user_id} order by saved_at desc, a, b offset ${kept})`.execute(
    tx,
  );
}
