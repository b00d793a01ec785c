import { sql } from 'kysely';
import type { Row } from '../../database/schema.generated.ts';
import type { Db, Tx } from '../postgres/database.ts';

/** A job that this node holds, as long as nobody has claimed it since. */
export type Claimed = Pick<
  Row<'job'>,
  | 'id'
  | 'space_id'
  | 'user_id'
  | 'actor_id'
  | 'token_id'
  | 'kind'
  | 'title'
  | 'fence'
  | 'attempts'
  | 'tries'
  | 'cancel_requested'
  | 'input'
  | 'error'
>;

/** Which kinds a node has room for: for any space, or only for spaces of which it runs nothing. `here` names those of which it runs something, 0 the installation. */
export type Room = { all: readonly string[]; guests: readonly string[]; here: readonly number[] };

/** Claims a job of the space of which least runs, on whatever server; among such the oldest. */
export async function claimJob(
  tx: Tx,
  { all, guests, here }: Room,
  { holder, seconds }: { holder: string | null; seconds: number },
): Promise<Claimed | null> {
  const { rows } = await sql<Claimed>`
    update job set status = 'running', fence = fence + 1, attempts = attempts + 1, lease_until = now() + make_interval(secs => ${seconds}),
      holder = (fence + 1) || ' ' || ${holder}::text
    where id = (select job.id from job
                left join (select coalesce(space_id, 0) as space, count(*) as jobs from job
                           where status = 'running' and lease_until >= now() group by 1) served
                  on served.space = coalesce(job.space_id, 0)
                where (kind = any(${all}) or (kind = any(${guests}) and coalesce(job.space_id, 0) <> all(${here}::bigint[])))
                  and (not_before is null or not_before <= now())
                  and (status = 'waiting' or (status = 'running' and lease_until < now()))
                order by coalesce(served.jobs, 0), job.id for update of job skip locked limit 1)
    returning id, space_id, user_id, actor_id, token_id, kind, title, input, fence, attempts, tries, cancel_requested, error`.execute(tx);
  return rows[0] ?? null;
}

/** Who runs jobs now. The release before leaves the holder of an earlier claim, whose fence is another one. */
export async function listHolders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ holder: string }>`
    select distinct substr(holder, length(fence || ' ') + 1) as holder from job
    where status = 'running' and starts_with(holder, fence || ' ')`.execute(db);
  return rows.map(({ holder }) => holder);
}

/** Ends the leases of jobs that these hold. */
export async function endLeases(tx: Tx, holders: readonly string[]): Promise<void> {
  await sql`
    update job set lease_until = now() - interval '1 second'
    where status = 'running' and holder = any(select fence || ' ' || ended from unnest(${holders}::text[]) as ended)`.execute(tx);
}
