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

/** Jobs that are looked at in each place and in all: other servers may be claiming some of them. */
const LOOKED_AT = 50;

/**
 * Claims a job of the space of which least runs, on whatever server; among such the oldest. Kinds and spaces in which something waits are
 * found by one step of the index `job_to_claim` each. Rules of rows let only some comparisons use an index, which `coalesce` and the order
 * of texts are not among, and hide from the planner how many rows there are.
 */
export async function claimJob(
  tx: Tx,
  { all, guests, here }: Room,
  { holder, seconds }: { holder: string | null; seconds: number },
): Promise<Claimed | null> {
  await sql`set local enable_sort = off; set local enable_bitmapscan = off; set local enable_seqscan = off; set local jit = off`.execute(
    tx,
  );
  const space = sql`case when job.space_id is null then 0 else job.space_id end`;
  const isOpen = sql`job.status in ('waiting', 'running')`;
  const isDue = sql`(job.not_before is null or job.not_before <= now())
    and (job.status = 'waiting' or (job.status = 'running' and job.lease_until < now()))`;
  const { rows } = await sql<Claimed>`
    with recursive place as (
      select kind, -1::bigint as space from unnest(${guests}::text[]) as kind
      union all
      select place.kind, next.space from place cross join lateral (
        select ${space} as space from job where ${isOpen} and job.kind = place.kind and ${space} > place.space
        order by ${space} limit 1) next
    ), served as (
      select ${space} as space, count(*) as jobs from job where job.status = 'running' and job.lease_until >= now() group by 1
    ), candidate as materialized (
      select old.id, coalesce(served.jobs, 0) as beside from place
      cross join lateral (
        select job.id from job where ${isOpen} and job.kind = place.kind and ${space} = place.space and ${isDue}
        order by job.id + 0 limit ${LOOKED_AT}) old
      left join served on served.space = place.space
      where place.kind = any(${all}) or place.space <> all(${here}::bigint[])
      order by beside, old.id limit ${LOOKED_AT}
    )
    update job set status = 'running', fence = fence + 1, attempts = attempts + 1, lease_until = now() + make_interval(secs => ${seconds}),
      holder = (fence + 1) || ' ' || ${holder}::text
    -- One after the other, up to the first that is locked by nobody and is still due: another server may have claimed some since.
    where id = (select free.id from candidate
                cross join lateral (select job.id from job where job.id = candidate.id and ${isDue} for update skip locked) free limit 1)
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
