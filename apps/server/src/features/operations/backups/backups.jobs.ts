import type { Services } from '../../../platform/context.ts';
import { describeError } from '../../../platform/log.ts';
import { Refused } from '../../../platform/fail.ts';
import type { JobKind, JobRun, StageText } from '../../../platform/jobs/jobs.ts';
import { admitToCopy, openCopy, replaceSpace } from '../../access/spaces/spaces.replacement.service.ts';
import { reportBroken } from './backups.letters.service.ts';
import { outlived } from './backups.keep.rules.ts';
import { resting } from '../../../platform/jobs/rest.ts';
import { backupInput, MAKE, type Manifest, plainParameters, RESTORE, restoreInput, VERIFY } from './backups.manifest.rules.ts';
import { makeBackup } from './backups.make.service.ts';
import { writeHead } from './backups.file.service.ts';
import { type KeptObjects, openKept, openObjects, type Objects } from './backups.objects.service.ts';
import { readManifest, restoreRows } from './backups.read.service.ts';
import { deleteBackup, findBackup, findLastBackup, findRepository, listBackups, listJobs, updateBackup } from './backups.repository.ts';
import { objectsOfFiles, objectsOfRows } from './files/backups.lists.service.ts';
import { proveFiles, removeDamaged } from './files/backups.proof.service.ts';
import { copyFiles, openSaved, removeSaved, restoreFiles } from './files/backups.restoring.service.ts';

type Needs = Pick<Services, 'database' | 'files' | 'backups' | 'push' | 'jobs' | 'now' | 'log'>;

const systemOf = (spaceId: number) => ({ spaceId, userId: null, system: true });
/** Objects that nothing names are left alone so long: a backup that is being made does not name its own yet. */
const SWEEP_AFTER_MS = 24 * 3_600_000;
/** How much of a proof is the reading of files. */
const FILES_SHARE = 0.4;
const KEPT_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

async function openBackup({ database, backups }: Needs, spaceId: number, backupId: number) {
  const { repository, backup } = await database.read(systemOf(spaceId), async (db) => ({
    repository: await findRepository(db, spaceId),
    backup: await findBackup(db, spaceId, backupId),
  }));
  if (!repository || !backup?.manifest_id) throw new Refused('backup.not_found');
  const objects = await openObjects(backups, repository.folder, repository.key_wrapped);
  const manifest = await readManifest(backups, objects, backup.manifest_id);
  // An older manifest with a good signature in the place of this one.
  if (manifest.counter !== backup.counter) throw new Refused('backup.replayed', { date: manifest.at.slice(0, 10) });
  return { objects, manifest };
}

/** Ends a transaction whose work is not to stay. */
class Proven extends Error {}

/** The manifest of the last proven backup before this one; null where there is none that can be read. */
async function formerProven({ database, backups }: Needs, spaceId: number, backupId: number, objects: Objects): Promise<Manifest | null> {
  const former = await database.read(systemOf(spaceId), (db) => findLastBackup(db, spaceId, ['proven'], backupId));
  return former?.manifest_id ? readManifest(backups, objects, former.manifest_id).catch(() => null) : null;
}

/**
 * Reads a backup, restores it into a space that nobody sees in a transaction that is then undone, and compares every table. What is found
 * damaged is removed, so that the next backup writes it again. `whole`: reads all files, also those that the backup before has proven.
 */
async function prove(
  services: Needs,
  spaceId: number,
  backupId: number,
  whole: boolean,
  progress: (share: number) => Promise<void>,
): Promise<boolean> {
  const { database, now } = services;
  let objects: Objects | null = null;
  try {
    const opened = await openBackup(services, spaceId, backupId);
    objects = opened.objects;
    const rest = resting();
    const former = whole ? null : await formerProven(services, spaceId, backupId, objects);
    await proveFiles(objects, opened.manifest, { former, progress: (share) => progress(FILES_SHARE * share), rest });
    const proof = async () =>
      database.write(systemOf(spaceId), async (tx) => {
        const copy = await openCopy(tx, spaceId, null);
        const here = (share: number) => progress(FILES_SHARE + (1 - FILES_SHARE) * share);
        await restoreRows(tx, copy, opened.manifest, opened.objects, { salt: null, progress: here, rest });
        throw new Proven();
      });
    await proof().catch((error: unknown) => {
      if (!(error instanceof Proven)) throw error;
    });
    await database.write(systemOf(spaceId), (tx) =>
      updateBackup(tx, spaceId, backupId, { state: 'proven', proved_at: now(), findings: [] }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof Refused) || !error.code.startsWith('backup.')) throw error;
    if (objects && error.code === 'backup.damaged') await removeDamaged(objects, (await openBackup(services, spaceId, backupId)).manifest);
    const findings = [{ code: error.code, parameters: plainParameters(error.parameters) }];
    await database.write(systemOf(spaceId), (tx) => updateBackup(tx, spaceId, backupId, { state: 'broken', findings }));
    return false;
  }
}

/** Deletes what has outlived its job, and objects that no backup names. */
async function sweep(services: Needs, spaceId: number): Promise<void> {
  const { database, backups, now } = services;
  const rows = await database.write(systemOf(spaceId), async (tx) => {
    const all = await listBackups(tx, spaceId);
    for (const { id, keep } of await listJobs(tx, spaceId)) {
      const own = all.filter(({ job_id }) => job_id === id);
      for (const gone of outlived(own, keep)) await deleteBackup(tx, spaceId, gone);
    }
    return listBackups(tx, spaceId);
  });
  await writeHead(services, spaceId);
  const repository = await database.read(systemOf(spaceId), (db) => findRepository(db, spaceId));
  if (!repository) return;
  const objects = await openObjects(backups, repository.folder, repository.key_wrapped);
  const kept = openKept();
  const read = new Set<string>();
  for (const { manifest_id, state } of rows) {
    if (!manifest_id) continue;
    kept.add([manifest_id]);
    // A manifest that cannot be read may name anything.
    const manifest = await readManifest(backups, objects, manifest_id).catch(() => null);
    if (!manifest) return;
    kept.add(objectsOfRows(manifest));
    if (!(await keepFiles(objects, manifest, kept, read)) && state !== 'broken') return;
  }
  await objects.sweep(kept, new Date(now().getTime() - SWEEP_AFTER_MS));
}

/** Keeps the objects of the files of a backup; false where not all of its lists can be read. `read`: lists that were read, which backups share. */
async function keepFiles(objects: Objects, { files, lists }: Manifest, kept: KeptObjects, read: Set<string>): Promise<boolean> {
  kept.add(files.flatMap(({ pieces }) => pieces));
  let isWhole = true;
  for (const list of lists) {
    if (read.has(list.id)) continue;
    try {
      for await (const ids of objectsOfFiles({ files: [], lists: [list] }, objects)) kept.add(ids);
      read.add(list.id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      isWhole = false;
    }
  }
  return isWhole;
}

/** Removes all that lies outside the database when a space is deleted. */
export async function eraseBackups(services: Pick<Services, 'database' | 'backups'>, spaceId: number): Promise<void> {
  const repository = await services.database.read(systemOf(spaceId), (db) => findRepository(db, spaceId));
  if (!repository) return;
  const files = services.backups.open(repository.folder);
  for await (const { key } of files.list()) await files.remove(key);
}

const stages = (job: Pick<JobRun, 'progress'>, from: number, to: number, stage: StageText) => (share: number) =>
  job.progress(from + share * (to - from), stage);

/** The job that backs a space up and proves the backup. */
export const makeBackupJob = (services: Needs): JobKind<typeof backupInput> => ({
  kind: MAKE,
  input: backupInput,
  afterRestart: 'again',
  lane: 'long',
  needs: () => [{ right: 'backups.manage' }],
  async run(job) {
    const { backupId } = job.input;
    const { spaceId } = job;
    const findings = await makeBackup(services, spaceId, backupId, stages(job, 0, 0.6, 'backup.making'));
    if (findings.length)
      job.findings(findings.map(({ code, parameters }) => ({ code, severity: 'error' as const, message: '', line: null, parameters })));
    const proven = !findings.length && (await prove(services, spaceId, backupId, false, stages(job, 0.6, 1, 'backup.proving')));
    await sweep(services, spaceId);
    const date = services.now().toISOString();
    await services.database.write(systemOf(spaceId), async (tx) => {
      await services.push.send(tx, { spaceId, userId: job.userId }, 'backup_created', { backup_id: backupId, date });
      if (!proven) await reportBroken(services, tx, { spaceId, userId: job.userId }, services.now());
    });
    return { backup_id: backupId, proven };
  },
  async ended({ spaceId, input, status }) {
    if (status === 'done' || spaceId === null) return;
    // Nothing names what was begun.
    await services.database.write(systemOf(spaceId), async (tx) => {
      const row = await findBackup(tx, spaceId, input.backupId);
      if (row?.state === 'making') await deleteBackup(tx, spaceId, input.backupId);
    });
  },
});

/** The job that proves a backup by restoring it. */
export const verifyBackupJob = (services: Needs): JobKind<typeof backupInput> => ({
  kind: VERIFY,
  input: backupInput,
  afterRestart: 'again',
  lane: 'long',
  needs: () => [{ right: 'backups.manage' }],
  async run(job) {
    const proven = await prove(services, job.spaceId, job.input.backupId, true, stages(job, 0, 1, 'backup.proving'));
    return { backup_id: job.input.backupId, proven };
  },
});

/** The job that restores a backup into a space of its own and, in place, lets that one stand in for the former. All of it is one transaction. */
export const restoreBackupJob = (services: Needs): JobKind<typeof restoreInput> => ({
  kind: RESTORE,
  input: restoreInput,
  afterRestart: 'again',
  lane: 'long',
  needs: () => [{ right: 'space.delete' }],
  async run(job) {
    const { database, push, log } = services;
    const { backupId, mode, name } = job.input;
    const { spaceId } = job;
    const { objects, manifest } = await openBackup(services, spaceId, backupId);
    const saved = openSaved();
    try {
      await restoreFiles(services, manifest, objects, saved, stages(job, 0, 0.4, 'backup.restoring'));
      const missing = await copyFiles(services, manifest, objects, saved);
      job.findings(missing);
      return await database.write(systemOf(spaceId), async (tx) => {
        const copy = await openCopy(tx, spaceId, name);
        await restoreRows(tx, copy, manifest, objects, { salt: saved.salt, progress: stages(job, 0.4, 1, 'backup.restoring') });
        await admitToCopy(tx, spaceId, copy, job.userId);
        const until = new Date(services.now().getTime() + KEPT_DAYS * DAY_MS);
        const status = missing.length ? 'warning' : 'success';
        const event = { backup_id: backupId, date: manifest.at, status, space_id: copy } as const;
        await push.send(tx, { spaceId, userId: job.userId }, 'backup_restored', event);
        const result = { space_id: copy, date: manifest.at, status };
        // Before the swap: afterwards nobody may do anything in the former space.
        await job.complete(tx, result);
        if (mode === 'in_place') await replaceSpace(services, tx, spaceId, copy, until);
        return result;
      });
    } catch (error) {
      await removeSaved(services, manifest, objects, saved).catch((problem: unknown) =>
        log.warn('backup.file_left', { salt: saved.salt, ...describeError(problem) }),
      );
      throw error;
    }
  },
});
