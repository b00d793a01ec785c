import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

export type PreferenceKey = Omit<Row<'preference'>, 'state'>;

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

export async function savePreference(tx: Tx, key: PreferenceKey, state: unknown): Promise<void> {
  const value = JSON.stringify(state);
  await tx
    .insertInto('preference')
    .values({ ...key, state: value })
    .onConflict((conflict) => conflict.columns(['space_id', 'user_id', 'a', 'b']).doUpdateSet({ state: value }))
    .execute();
}
