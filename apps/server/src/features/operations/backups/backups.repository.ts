import type { Backup, BackupSchedule } from '@gantry/contract';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import { type Db, storableJson, type Tx } from '../../../platform/postgres/database.ts';

export const findRepository = (db: Db, spaceId: number) =>
  db.selectFrom('backup_repository').selectAll().where('space_id', '=', spaceId).executeTakeFirst();

/** Writes the repository of a space down, unless there is one. */
export async function saveRepository(tx: Tx, spaceId: number, folder: string, key_wrapped: Buffer): Promise<void> {
  await sql`insert into backup_repository (space_id, folder, key_wrapped) values (${spaceId}, ${folder}, ${key_wrapped})
    on conflict do nothing`.execute(tx);
}

/** Keeps the key of a space as another key of the installation locks it. */
export async function saveLock(tx: Tx, spaceId: number, key_wrapped: Buffer): Promise<void> {
  await tx.updateTable('backup_repository').set({ key_wrapped }).where('space_id', '=', spaceId).execute();
}

/** Keeps the key of a space as a code opens it. */
export async function saveRecovery(tx: Tx, spaceId: number, recovery: { salt: string; key: string }, at: Date): Promise<void> {
  await tx
    .updateTable('backup_repository')
    .set({ recovery: JSON.stringify(recovery), recovery_made_at: at })
    .where('space_id', '=', spaceId)
    .execute();
}

/** The next number of a manifest. */
export async function nextCounter(tx: Tx, spaceId: number): Promise<number> {
  const { rows } = await sql<{ counter: number }>`
    update backup_repository set counter = counter + 1 where space_id = ${spaceId} returning counter`.execute(tx);
  return rows[0].counter;
}

export async function saveBackup(
  tx: Tx,
  backup: Pick<Row<'backup'>, 'space_id' | 'job_id' | 'name' | 'at' | 'program' | 'schema_name' | 'with_files' | 'created_by'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('backup')
    .values({ ...backup, state: 'making' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateBackup(
  tx: Tx,
  spaceId: number,
  id: number,
  change: Partial<Pick<Row<'backup'>, 'at' | 'rows' | 'bytes' | 'manifest_id' | 'counter' | 'state' | 'proved_at'>> & {
    findings?: Backup['findings'];
  },
): Promise<void> {
  const { findings, ...rest } = change;
  await tx
    .updateTable('backup')
    .set({ ...rest, ...(findings && { findings: storableJson(findings) }) })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

const KNOWN = ['id', 'job_id', 'name', 'at', 'state', 'counter', 'manifest_id', 'schema_name', 'rows', 'bytes', 'with_files'] as const;

/** Backups of a space, the newest first, without what was found. */
export const listBackups = (db: Db, spaceId: number) =>
  db.selectFrom('backup').select(KNOWN).where('space_id', '=', spaceId).orderBy('at', 'desc').orderBy('id', 'desc').execute();

/** A page of them with what was found and who made them. */
export const pageBackups = (db: Db, spaceId: number, { offset, limit }: { offset: number; limit: number }) =>
  db
    .selectFrom('backup')
    .leftJoin('app_user', 'app_user.id', 'backup.created_by')
    .selectAll('backup')
    .select(personName().as('author'))
    .where('backup.space_id', '=', spaceId)
    .orderBy('backup.at', 'desc')
    .orderBy('backup.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

export const findBackup = (db: Db, spaceId: number, id: number) =>
  db.selectFrom('backup').select(KNOWN).where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();

/** The newest backup in one of some states; `but`: another than this one. */
export const findLastBackup = (db: Db, spaceId: number, states: readonly Row<'backup'>['state'][], but: number | null = null) =>
  db
    .selectFrom('backup')
    .select(KNOWN)
    .where('space_id', '=', spaceId)
    .where('state', 'in', states)
    .$if(but !== null, (query) => query.where('id', '<>', but))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether a backup of a space is being made. */
export const isAnyMade = async (db: Db, spaceId: number): Promise<boolean> => (await findLastBackup(db, spaceId, ['making'])) !== undefined;

/** When the newest proven backup of each job was made. */
export async function listLastProven(db: Db, spaceId: number): Promise<Map<number | null, Date>> {
  const rows = await db
    .selectFrom('backup')
    .select(['job_id', (eb) => eb.fn.max('at').as('at')])
    .where('space_id', '=', spaceId)
    .where('state', '=', 'proven')
    .groupBy('job_id')
    .execute();
  return new Map(rows.map(({ job_id, at }) => [job_id, at]));
}

export async function deleteBackup(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('backup').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export const listJobs = (db: Db, spaceId: number) =>
  db.selectFrom('backup_job').selectAll().where('space_id', '=', spaceId).orderBy('id').execute();

export async function saveJob(
  tx: Tx,
  job: BackupSchedule & { space_id: number; created_by: number; created_at: Date; next_at: Date },
): Promise<number> {
  const { keep, ...rest } = job;
  const { id } = await tx
    .insertInto('backup_job')
    .values({ ...rest, keep: JSON.stringify(keep) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteJob(tx: Tx, spaceId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('backup_job').where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export const listDueJobs = (db: Db, now: Date) =>
  db
    .selectFrom('backup_job')
    .innerJoin('space', 'space.id', 'backup_job.space_id')
    .selectAll('backup_job')
    .where('next_at', '<=', now)
    .where('space.deleting', '=', false)
    .orderBy('next_at')
    .limit(200)
    .execute();

/** Takes a run; false where another server has taken it. */
export async function takeRun(
  tx: Tx,
  job: Pick<Row<'backup_job'>, 'space_id' | 'id' | 'next_at'>,
  next: Date,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('backup_job')
    .set({ next_at: next, last_at: now })
    .where('space_id', '=', job.space_id)
    .where('id', '=', job.id)
    .where('next_at', '=', job.next_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type Loss = { name: string; edits: number; messages: number; files: number };

/** What people did in a space since a moment. */
export async function listSince(db: Db, spaceId: number, at: Date): Promise<Loss[]> {
  const { rows } = await sql<Loss>`
    select ${personName('u')} as name, sum(edits)::int as edits, sum(messages)::int as messages, sum(files)::int as files from (
      select author_id as user_id, 1 as edits, 0 as messages, 0 as files from version_edit where space_id = ${spaceId} and at > ${at}
      union all select author_id, 0, 1, 0 from chat_message where space_id = ${spaceId} and created_at > ${at} and author_id is not null
      union all select created_by, 0, 0, 1 from storage_item where space_id = ${spaceId} and created_at > ${at} and created_by is not null
    ) done join app_user u on u.id = done.user_id
    group by u.id order by edits desc, name limit 100`.execute(db);
  return rows;
}
