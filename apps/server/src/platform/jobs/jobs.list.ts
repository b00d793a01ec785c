import type { Job } from '@gantry/contract';
import type { Database } from '../postgres/database.ts';

/** Whose jobs are meant: a person's; of one who calls by an access token, those that the token began. */
type JobsOf = { userId: number; token?: { id: number } | null };

/** A job of a person as the API shows it, with all findings; null where there is none. */
export async function findJob(database: Database, whose: JobsOf, id: number): Promise<Job | null> {
  return (await readJobs(database, whose, { id, limit: 1 }))[0] ?? null;
}

/** Findings of a job that lists and events carry. */
const FINDINGS_SHOWN = 20;

/** A job with the gravest few of its findings. */
export function inShort(job: Job): Job {
  if (job.findings.length <= FINDINGS_SHOWN) return job;
  const byGravity = SEVERITIES.flatMap((severity) => job.findings.filter((finding) => finding.severity === severity));
  return { ...job, findings: byGravity.slice(0, FINDINGS_SHOWN) };
}
const SEVERITIES = ['error', 'warning', 'info'] as const;

function countFindings(findings: Job['findings']): Job['findings_count'] {
  const count = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) count[severity] += 1;
  return count;
}

/** Jobs of a person, newest first, from before a given one, each with the gravest of its findings. */
export async function listJobs(database: Database, whose: JobsOf, page: { before?: number; limit: number }): Promise<Job[]> {
  return (await readJobs(database, whose, page)).map(inShort);
}

async function readJobs(
  database: Database,
  { userId, token }: JobsOf,
  { id, before, limit }: { id?: number; before?: number; limit: number },
): Promise<Job[]> {
  const rows = await database.read({ spaceId: null, userId }, (db) =>
    db
      .selectFrom('job')
      .selectAll()
      .where('user_id', '=', userId)
      .where('title', '!=', '')
      .where((eb) => eb.and({ id, token_id: token?.id }))
      .where((eb) => (before === undefined ? eb.lit(true) : eb('id', '<', before)))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    status: row.status,
    progress: row.progress,
    stage: row.stage,
    result: row.result,
    findings: row.findings,
    findings_count: countFindings(row.findings),
    error: row.error,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }));
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
