import { backupUploadFields } from '@gantry/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context, Services } from '../../../platform/context.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import { asAttachment } from '../../../platform/http/attachments.ts';
import { forgetFiles, receiveForm } from '../../../platform/http/uploads.ts';
import type { JobKind, JobRun } from '../../../platform/jobs/jobs.ts';
import { sqlState } from '../../../platform/errors.ts';
import { admitOwnerAlone, isNameTaken, openForeign } from '../../access/spaces/spaces.replacement.service.ts';
import { adoptPeople } from '../../access/users/users.adopted.service.ts';
import { fileOfBackup, makeRecovery, openFile, takeObjects, writeHead } from './backups.file.service.ts';
import { RESTORE_FILE, restoreFileInput } from './backups.manifest.rules.ts';
import { newKey, type Objects, openObjects, publicKeysOf } from './backups.objects.service.ts';
import { readManifest, readSigned, restoreRows } from './backups.read.service.ts';
import { findBackup, findRepository, saveRecovery, saveRepository } from './backups.repository.ts';
import { advanceNumbers } from './backups.rows.repository.ts';
import { copyFiles, openSaved, removeSaved, restoreFiles } from './files/backups.restoring.service.ts';

type Needs = Pick<Services, 'database' | 'files' | 'backups' | 'jobs' | 'now' | 'log' | 'licensing'>;

const INSTALLATION = { spaceId: null, userId: null, system: true };
const MEBIBYTE = 1024 * 1024;

/** Makes the code that files of the space's backups open with; the former one opens no later file. */
export async function makeRecoveryCode(context: Context): Promise<string> {
  if (context.sessionId === null) fail('auth.own_session_only');
  const made = await context.write(async (tx) => {
    if (!(await findRepository(tx, context.spaceId)))
      await saveRepository(tx, context.spaceId, randomUUID(), await newKey(context.backups));
    const repository = await findRepository(tx, context.spaceId);
    if (!repository) fail('backup.not_found');
    const { code, recovery } = await makeRecovery(context.backups, repository.key_wrapped);
    await saveRecovery(tx, context.spaceId, recovery, context.now());
    return code;
  });
  await writeHead(context, context.spaceId);
  return made;
}

/** Sends a backup as one file; that somebody took it is noted. */
export async function sendBackup(context: Context, id: number, reply: FastifyReply): Promise<FastifyReply> {
  if (context.sessionId === null) fail('auth.own_session_only');
  const { repository, backup } = await context.read(async (db) => ({
    repository: await findRepository(db, context.spaceId),
    backup: await findBackup(db, context.spaceId, id),
  }));
  if (!backup) fail('backup.not_found');
  if (!repository || !backup.manifest_id || backup.state === 'making') fail('backup.not_ready');
  if (!repository.recovery) fail('backup.no_code');
  const objects = await openObjects(context.backups, repository.folder, repository.key_wrapped);
  const signed = await readSigned(objects, backup.manifest_id, await publicKeysOf(context.backups));
  context.note({ name: backup.name, at: backup.at.toISOString() });
  await context.write(async () => undefined);
  const { recovery } = repository;
  const bytes = fileOfBackup(objects, { ...signed, id: backup.manifest_id, recovery });
  const name = `${signed.manifest.space.name} ${signed.manifest.at.slice(0, 10)}.gantry-space`;
  return asAttachment(reply, name)
    .type('application/octet-stream')
    .send(Readable.from(bytes, { objectMode: false }));
}

/** Takes a file of a backup and starts its restore as a new space of the caller; a wrong code is refused at once. */
export async function startUpload(context: Context, request: FastifyRequest): Promise<number> {
  const form = await receiveForm(context.files, request, 1, context.storageQuotaMb * MEBIBYTE);
  try {
    const [file] = form.files;
    if (!file) fail('import.no_file');
    const fields = backupUploadFields.safeParse(form.fields);
    if (!fields.success) fail('request.invalid', { where: 'form', field: fields.error.issues[0].path.join('.'), reason: '', fields: [] });
    const { head, wrapped } = await openFile(context.backups, context.files.open(file.key), fields.data.code);
    const name = fields.data.name ?? `${head.space} ${head.at.slice(0, 10)}`.trim().slice(0, 200);
    context.note({ name, from: fingerprint(head.public_key) });
    await context.write(async (tx) => {
      if (await isNameTaken(tx, context.userId, name)) fail('space.name_taken', { name });
    });
    const key = wrapped.toString('base64');
    const input = { file: file.key, folder: randomUUID(), key, publicKey: head.public_key, manifest: head.manifest, name };
    // The job belongs to no space: it makes one.
    return await context.database.write({ ...INSTALLATION, userId: context.userId }, (tx) =>
      context.jobs.enqueue(tx, { spaceId: null, userId: context.userId, kind: RESTORE_FILE, title: name, input }),
    );
  } catch (error) {
    await forgetFiles(context.files, form.files);
    throw error;
  }
}

/** How people tell installations apart. */
const fingerprint = (publicKey: string): string => createHash('sha256').update(publicKey).digest('hex').slice(0, 16);

type Foreign = { folder: string; key: Buffer; manifest: string; publicKey: string; name: string };

/** Makes a space of objects that came from elsewhere, which become its repository: all of it, or nothing. Ends the job with it. */
export async function restoreForeign(
  services: Needs,
  job: Pick<JobRun, 'userId' | 'progress' | 'findings' | 'complete'>,
  objects: Objects,
  { folder, key, manifest: manifestId, publicKey, name }: Foreign,
): Promise<{ space_id: number; date: string; status: string }> {
  const { database, files, backups, log } = services;
  const manifest = await readManifest(backups, objects, manifestId, Buffer.from(publicKey, 'base64'));
  const saved = openSaved();
  try {
    await restoreFiles(services, manifest, objects, saved, (share) => job.progress(0.3 + 0.2 * share, 'backup.restoring'));
    // Files that the backup left out are in no storage here.
    const missing = await copyFiles({ files: { ...files, size: async () => null } }, manifest, objects, saved);
    job.findings([
      { code: 'backup.from', severity: 'info', message: '', line: null, parameters: { fingerprint: fingerprint(publicKey) } },
      ...missing,
    ]);
    const { time_zone = null, currency = null } = manifest.settings ?? {};
    return await database.write(INSTALLATION, async (tx) => {
      const space = await orDamaged(() => openForeign(tx, { name, created_by: job.userId, time_zone, currency }));
      const people = await adoptPeople(tx, manifest.people, job.userId);
      const progress = (share: number) => job.progress(0.5 + 0.5 * share, 'backup.restoring');
      await orDamaged(() => restoreRows(tx, space, manifest, objects, { salt: saved.salt, people, progress }));
      if (!(await advanceNumbers(tx, space))) throw new Refused('backup.damaged', { object: 'id' });
      await admitOwnerAlone(services, tx, space, job.userId);
      // Its next backup finds the objects there.
      await saveRepository(tx, space, folder, key);
      const result = { space_id: space, date: manifest.at, status: missing.length ? 'warning' : 'success' };
      await job.complete(tx, result);
      return result;
    });
  } catch (error) {
    await removeSaved(services, manifest, objects, saved).catch((problem: unknown) =>
      log.warn('backup.file_left', { salt: saved.salt, problem: String(problem) }),
    );
    throw error;
  }
}

/** The job that makes a space of a file: all of it, or nothing. */
export const restoreFileJob = (services: Needs): JobKind<typeof restoreFileInput> => ({
  kind: RESTORE_FILE,
  input: restoreFileInput,
  afterRestart: 'again',
  lane: 'long',
  needs: null,
  async run(job) {
    const { files, backups } = services;
    const { file, folder, manifest: manifestId, publicKey, name } = job.input;
    const key = Buffer.from(job.input.key, 'base64');
    const objects = await openObjects(backups, folder, key);
    const size = (await files.size(file)) ?? 1;
    await takeObjects(files.open(file), objects, (bytes) => job.progress((0.3 * bytes) / size, 'backup.reading'));
    const from = { folder, key, manifest: manifestId, publicKey, name };
    return restoreForeign(services, job, objects, from);
  },
  async ended({ input, status }) {
    await services.files.remove(input.file);
    if (status === 'done') return;
    const left = services.backups.open(input.folder);
    for await (const { key } of left.list()) await left.remove(key);
  },
});

/** Rows that a table refuses come from a forged file: bad texts, broken references, too deep ones, forbidden rows. */
async function orDamaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const state = sqlState(error);
    if (state && /^(22|23|54|42501)/.test(state)) throw new Refused('backup.damaged', { object: state });
    throw error;
  }
}
