import type { Db, Tx } from '../../../platform/database.ts';

export type PreferenceKey = { space_id: number; user_id: number; a: string; b: string };

export async function findPreference(db: Db, key: PreferenceKey): Promise<unknown> {
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
