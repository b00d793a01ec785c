import { sql } from 'kysely';
import type { Row } from '../../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../../platform/postgres/database.ts';

/** Whether those who manage a space let it ask the model of the installation. */
export async function isModelAllowed(db: Db, spaceId: number): Promise<boolean> {
  const row = await db.selectFrom('space').select('ai_model').where('id', '=', spaceId).executeTakeFirst();
  return row?.ai_model ?? false;
}

/** Calls of a space since a moment; of the last so many, those that failed. */
export async function countCalls(db: Db, spaceId: number, since: Date, failedOfLast: number | null = null): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
      select failed from ai_call where space_id = ${spaceId} and at > ${since} order by at desc, id desc limit ${failedOfLast}
    ) last where ${failedOfLast === null} or failed`.execute(db);
  return rows[0].count;
}

export async function saveCall(tx: Tx, call: Pick<Row<'ai_call'>, 'space_id' | 'user_id' | 'model' | 'at' | 'failed'>): Promise<void> {
  await sql`delete from ai_call where space_id = ${call.space_id} and at < ${call.at}::timestamptz - interval '90 days'`.execute(tx);
  await tx.insertInto('ai_call').values(call).execute();
}
