import { sql } from 'kysely';
import { personName } from '../../../../database/person-name.ts';
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

export type NewCall = Pick<Row<'ai_call'>, 'space_id' | 'user_id' | 'model' | 'at' | 'failed' | 'prompt' | 'answer'>;

export const saveCall = (tx: Tx, call: NewCall) => tx.insertInto('ai_call').values(call).execute();

/** Deletes up to `most` of the calls that are older than they are kept, the oldest first. */
export const forgetCalls = (before: Date, most: number) =>
  sql`delete from ai_call where (space_id, id) in (select space_id, id from ai_call where at < ${before} order by at limit ${most})`;

/** Calls of a space, newest first. */
export async function listCalls(db: Db, spaceId: number, { since, before, limit }: { since: Date; before: number | null; limit: number }) {
  const { rows } = await sql<Pick<Row<'ai_call'>, 'id' | 'model' | 'at' | 'failed' | 'prompt' | 'answer'> & { person: string | null }>`
    select c.id, c.model, c.at, c.failed, c.prompt, c.answer, ${personName('u')} as person
    from ai_call c left join app_user u on u.id = c.user_id
    where c.space_id = ${spaceId} and c.at > ${since} and (${before}::bigint is null or c.id < ${before})
    order by c.id desc limit ${limit}`.execute(db);
  return rows;
}
