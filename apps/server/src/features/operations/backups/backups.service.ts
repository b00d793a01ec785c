import type { Backup, BackupSchedule } from '@gantry/contract';
import { randomUUID } from 'node:crypto';
import type { Context, Services } from '../../../platform/context.ts';
import { requireRoom } from '../../../platform/room.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { PROGRAM_VERSION } from '../../../platform/program.ts';
import { type Cadence, nextRun, nextRuns } from '@gantry/domain';
import { formerSpaces, returnToFormer } from '../../access/spaces/spaces.replacement.service.ts';
import { confirmPasswordOrSignIn } from '../../access/users/users.profile.service.ts';
import { MAKE, RESTORE, VERIFY } from './backups.manifest.rules.ts';
import { newKey } from './backups.objects.service.ts';
import {
  deleteBackup,
  deleteJob,
  findBackup,
  findLastBackup,
  findRepository,
  isAnyMade,
  listJobs,
  listLastProven,
  listSince,
  pageBackups,
  saveBackup,
  saveJob,
  saveRepository,
} from './backups.repository.ts';
import { schemaName } from './backups.rows.repository.ts';

export { eraseBackups, makeBackupJob, restoreBackupJob, verifyBackupJob } from './backups.jobs.ts';
export { backupLetter } from './backups.letters.service.ts';
export { restoreFileJob } from './backups.upload.service.ts';
/** For copies that other installations make. */
export {
  findBackup as findBackupOf,
  findLastBackup as findLastBackupOf,
  findRepository as findRepositoryOf,
  isAnyMade,
} from './backups.repository.ts';
export { schemaName as schemaNameOf } from './backups.rows.repository.ts';

const NEXT_RUNS = 3;

type BackupRow = NonNullable<Awaited<ReturnType<typeof findBackup>>>;

const shown = ({
  at,
  proved_at,
  space_id: _space,
  schema_name: _schema,
  manifest_id: _manifest,
  counter: _counter,
  created_by: _by,
  ...row
}: Awaited<ReturnType<typeof pageBackups>>[number]): Backup => ({
  ...row,
  at: at.toISOString(),
  proved_at: proved_at?.toISOString() ?? null,
});

/** A page of the backups of the current space, the newest first. */
export async function listBackupsOfSpace(context: Context, { offset, limit }: { offset: number; limit: number }) {
  const { rows, repository, proven } = await context.read(async (db) => ({
    rows: await pageBackups(db, context.spaceId, { offset, limit: limit + 1 }),
    repository: await findRepository(db, context.spaceId),
    proven: await findLastBackup(db, context.spaceId, ['proven']),
  }));
  const system = { spaceId: null, userId: context.userId, system: true };
  const former = await context.database.read(system, (db) => formerSpaces(db, context.spaceId, context.now()));
  return {
    former: former.map(({ id, name, replaced_until }) => ({ id, name, until: replaced_until?.toISOString() ?? '' })),
    backups: rows.slice(0, limit).map(shown),
    next: rows.length > limit ? offset + limit : null,
    last_proven: proven?.at.toISOString() ?? null,
    recovery_made_at: repository?.recovery_made_at?.toISOString() ?? null,
  };
}

async function backupOf(context: Context, db: Db, id: number): Promise<BackupRow> {
  return (await findBackup(db, context.spaceId, id)) ?? fail('backup.not_found');
}

async function readyBackup(context: Context, db: Db, id: number): Promise<BackupRow> {
  const row = await backupOf(context, db, id);
  if (!row.manifest_id || row.state === 'making') fail('backup.not_ready');
  return row;
}

/** Starts a backup of the current space. */
export async function startBackup(context: Context, { name, with_files }: { name?: string; with_files: boolean }): Promise<number> {
  return context.write(async (tx) => {
    if (await isAnyMade(tx, context.spaceId)) fail('backup.busy');
    const title = name ?? context.today;
    const of = { spaceId: context.spaceId, userId: context.userId };
    const { jobId } = await enqueueBackup(context, tx, of, { name: title, with_files, jobId: null });
    return jobId;
  });
}

/** Writes a backup down and queues its making. */
export async function enqueueBackup(
  services: Pick<Services, 'backups' | 'jobs' | 'now'>,
  tx: Tx,
  { spaceId, userId }: { spaceId: number; userId: number },
  { name, with_files, jobId }: { name: string; with_files: boolean; jobId: number | null },
): Promise<{ backupId: number; jobId: number }> {
  if (!(await findRepository(tx, spaceId))) await saveRepository(tx, spaceId, randomUUID(), await newKey(services.backups));
  const row = { space_id: spaceId, job_id: jobId, name, at: services.now(), program: PROGRAM_VERSION, with_files, created_by: userId };
  const backupId = await saveBackup(tx, { ...row, schema_name: await schemaName(tx) });
  const queued = await services.jobs.enqueue(tx, { spaceId, userId, kind: MAKE, title: name, input: { backupId } });
  return { backupId, jobId: queued };
}

/** Starts the proof of a backup: all of it is read, restored without a trace, and compared. */
export async function startVerification(context: Context, id: number): Promise<number> {
  return context.write(async (tx) => {
    const { name } = await readyBackup(context, tx, id);
    const { spaceId, userId } = context;
    return context.jobs.enqueue(tx, { spaceId, userId, kind: VERIFY, title: name, input: { backupId: id } });
  });
}

/** Deletes a backup. Its objects go with the next backup that is made, unless another one needs them. */
export async function removeBackup(context: Context, id: number, confirm: boolean): Promise<void> {
  await context.write(async (tx) => {
    const row = await backupOf(context, tx, id);
    if (row.state === 'making') fail('backup.busy');
    if (!confirm && (await findLastBackup(tx, context.spaceId, ['proven']))?.id === id) fail('backup.last_proven');
    context.note({ name: row.name, at: row.at.toISOString() });
    await deleteBackup(tx, context.spaceId, id);
  });
}

/** What a restore in place would take away. */
export async function previewRestore(context: Context, id: number) {
  return context.read(async (db) => {
    const { at, name, rows } = await readyBackup(context, db, id);
    return { at: at.toISOString(), name, rows, people: await listSince(db, context.spaceId, at) };
  });
}

/** Starts a restore; in place only by somebody who is there themselves and types the name of the space. */
export async function startRestore(
  context: Context,
  id: number,
  {
    mode,
    name,
    confirm,
    password,
    spaceName,
  }: { mode: 'in_place' | 'new_space'; name?: string; confirm?: string; password?: string; spaceName: string },
): Promise<number> {
  if (context.sessionId === null) fail('auth.own_session_only');
  if (mode === 'in_place') await confirmPasswordOrSignIn(context, password);
  if (mode === 'in_place' && confirm?.trim() !== spaceName.trim()) fail('backup.name_differs', { name: spaceName });
  return context.write(async (tx) => {
    const row = await readyBackup(context, tx, id);
    context.note({ name: row.name, at: row.at.toISOString(), mode });
    const { userId, spaceId } = context;
    const input = { backupId: id, mode, name: mode === 'new_space' ? (name ?? `${spaceName} ${row.at.toISOString().slice(0, 10)}`) : null };
    return context.jobs.enqueue(tx, { spaceId, userId, kind: RESTORE, title: row.name, input });
  });
}

const KEPT_MS = 30 * 24 * 3_600_000;

/** Goes back to the space as it was before it was restored in place: one short swap, as the restore ended with. */
export async function goBack(
  context: Context,
  formerId: number,
  { confirm, password, spaceName }: { confirm: string; password?: string; spaceName: string },
): Promise<number> {
  if (context.sessionId === null) fail('auth.own_session_only');
  await confirmPasswordOrSignIn(context, password);
  if (confirm.trim() !== spaceName.trim()) fail('backup.name_differs', { name: spaceName });
  const { spaceId: id, userId: ownerId } = context;
  context.note({ former: formerId });
  const until = new Date(context.now().getTime() + KEPT_MS);
  await context.write(async (tx) => {
    if (await isAnyMade(tx, id)) fail('backup.busy');
  });
  await context.database.write({ spaceId: null, userId: ownerId, system: true }, async (tx) => {
    if (!(await returnToFormer(context, tx, { id, formerId, ownerId, until }))) fail('backup.no_former');
  });
  return formerId;
}

const cadenceOf = (job: Omit<Cadence, 'since'> & { created_at: Date }): Cadence => ({ ...job, since: job.created_at });

/** When backups of the current space are made by themselves. */
export async function listBackupJobs(context: Context) {
  const { jobs, proven } = await context.read(async (db) => ({
    jobs: await listJobs(db, context.spaceId),
    proven: await listLastProven(db, context.spaceId),
  }));
  return jobs.map(({ space_id: _space, created_by: _by, created_at, next_at: _next, last_at, ...job }) => ({
    ...job,
    next_runs: nextRuns(cadenceOf({ ...job, created_at }), context.now(), NEXT_RUNS).map((at) => at.toISOString()),
    last_run: last_at?.toISOString() ?? null,
    last_proven: proven.get(job.id)?.toISOString() ?? null,
  }));
}

/** Has backups of the current space made by themselves. */
export async function addBackupJob(context: Context, schedule: BackupSchedule) {
  const created_at = context.now();
  const runs = nextRuns(cadenceOf({ ...schedule, created_at }), created_at, NEXT_RUNS);
  if (!runs.length) fail('backup.cron');
  const id = await context.write(async (tx) => {
    await requireRoom(tx, 'backup_job', { space_id: context.spaceId });
    return saveJob(tx, { ...schedule, space_id: context.spaceId, created_by: context.userId, created_at, next_at: runs[0] });
  });
  return { id, next_runs: runs.map((at) => at.toISOString()) };
}

export async function removeBackupJob(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    if (!(await deleteJob(tx, context.spaceId, id))) fail('backup.job_not_found');
  });
}

/** The run of a job after this moment; missed ones are one run. */
export const followingRun = (job: Omit<Cadence, 'since'> & { created_at: Date }, now: Date): Date | null => nextRun(cadenceOf(job), now);
