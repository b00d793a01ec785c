import type { Job } from '@gantry/contract';
import { sql } from 'kysely';
import type { Database, Db } from '../postgres/database.ts';

/** Whose jobs are meant: a person's; of one who calls by an access token, those that the token began. */
type JobsOf = { userId: number; token?: { id: number } | null };

/** A job of a person as the API shows it, with all findings; null where there is none. */
export async function findJob(database: Database, whose: JobsOf, id: number): Promise<Job | null> {
  const findings = sql<Job['findings']>`findings`;
  return (await readJobs(database, whose, { id, limit: 1 }, findings))[0] ?? null;
}

/** Findings of a job that lists and events carry. */
const FINDINGS_SHOWN = 20;

/** The gravest few of a job's findings; those of one gravity as they were found. */
const gravest = sql<Job['findings']>`
  case when jsonb_array_length(findings) <= ${FINDINGS_SHOWN} then findings
  else (select coalesce(jsonb_agg(finding order by gravity, at), '[]') from (
    select finding, at, array_position(array['error', 'warning', 'info'], finding ->> 'severity') as gravity
    from jsonb_array_elements(findings) with ordinality as found (finding, at)
    where finding ->> 'severity' in ('error', 'warning', 'info')
    order by gravity, at limit ${FINDINGS_SHOWN}) as shown) end`;

const count = (severity: keyof Job['findings_count']) => sql`count(*) filter (where finding ->> 'severity' = ${severity})`;

/** How many findings of each gravity a job has. */
const counted = sql<Job['findings_count']>`(
  select json_build_object('error', ${count('error')}, 'warning', ${count('warning')}, 'info', ${count('info')})
  from jsonb_array_elements(findings) as finding)`;

/** A job of a person with the gravest few of its findings, for an event. */
export async function findJobInShort(database: Database, whose: JobsOf, id: number): Promise<Job | null> {
  return (await readJobs(database, whose, { id, limit: 1 }))[0] ?? null;
}

/** Jobs of a person, newest first, from before a given one, each with the gravest of its findings. */
export async function listJobs(database: Database, whose: JobsOf, page: { before?: number; limit: number }): Promise<Job[]> {
  return readJobs(database, whose, page);
}

async function readJobs(
  database: Database,
  { userId, token }: JobsOf,
  { id, before, limit }: { id?: number; before?: number; limit: number },
  findings = gravest,
): Promise<Job[]> {
  const rows = await database.read({ spaceId: null, userId }, (db) =>
    db
      .selectFrom('job')
      .select(['id', 'kind', 'title', 'status', 'progress', 'stage', 'result', findings.as('findings'), counted.as('findings_count')])
      .select(['error', 'created_at', 'finished_at'])
      .where('user_id', '=', userId)
      .where('title', '!=', '')
      .where((eb) => eb.and({ id, token_id: token?.id }))
      .where((eb) => (before === undefined ? eb.lit(true) : eb('id', '<', before)))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  );
  return rows.map(({ created_at, finished_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  }));
}

/** A job of a kind that waits or runs for a space, one of this person first. */
export async function findOpenJob(
  db: Db,
  { spaceId, userId }: { spaceId: number; userId: number },
  kind: string,
): Promise<{ id: number; own: boolean } | null> {
  const { rows } = await sql<{ id: number; own: boolean }>`select id, user_id = ${userId} as own from job
    where space_id = ${spaceId} and kind = ${kind} and status in ('waiting', 'running') order by own desc, id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Cancels a running job of a person; false where none runs. Whether its kind may be stopped at all is for the caller to know. */
export async function requestCancel(database: Database, { userId, token }: JobsOf, id: number): Promise<boolean> {
  return database.write({ spaceId: null, userId }, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('job')
      .set({ cancel_requested: true })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where((eb) => eb.and({ token_id: token?.id }))
      .where('title', '!=', '')
      .where('status', 'in', ['waiting', 'running'])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}
