import type { Job } from '@gantry/contract';
import type { Database } from './database.ts';

/** A job of a person as the API shows it; null where there is none. */
export async function findJob(database: Database, userId: number, id: number): Promise<Job | null> {
  return (await listJobs(database, userId, id))[0] ?? null;
}

/** Jobs of a person, newest first. */
export async function listJobs(database: Database, userId: number, id?: number): Promise<Job[]> {
  const rows = await database.read({ spaceId: null, userId }, (db) =>
    db
      .selectFrom('job')
      .selectAll()
      .where('user_id', '=', userId)
      .where('title', '!=', '')
      .$if(id !== undefined, (query) => query.where('id', '=', id as number))
      .orderBy('id', 'desc')
      .limit(50)
      .execute(),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    status: row.status,
    progress: row.progress,
    stage: row.stage,
    result: row.result as Job['result'],
    findings: row.findings as Job['findings'],
    error: row.error as Job['error'],
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }));
}

/** Cancels a running job of a person; false where none runs. Jobs of the installation cannot be cancelled: a half-deleted space is of no use. */
export async function requestCancel(database: Database, userId: number, id: number): Promise<boolean> {
  return database.write({ spaceId: null, userId }, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('job')
      .set({ cancel_requested: true })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('space_id', 'is not', null)
      .where('status', 'in', ['waiting', 'running'])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}
