import type { EventSent } from '@gantry/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Services } from '../../../platform/context.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import { type JobKind, type JobRun, TryLater } from '../../../platform/jobs/jobs.ts';
import { MOST_OBJECT_BYTES } from '../backups/backups.file-format.service.ts';
import { type Objects, openObjects, unlockWithCode } from '../backups/backups.objects.service.ts';
import { readManifest } from '../backups/backups.read.service.ts';
import { schemaNameOf } from '../backups/backups.service.ts';
import { countObjects, objectsOfFiles, objectsOfRows } from '../backups/files/backups.lists.service.ts';
import { restoreForeign } from '../backups/backups.upload.service.ts';
import {
  countMoved,
  findCopy,
  findGreatestCounter,
  findInstallation,
  listFolders,
  type Paired,
  updateCopy,
} from './remote-spaces.repository.ts';
import { callRemote, isPassing, type Wire } from './remote-spaces.wire.service.ts';

/** The kind of job that copies a space from elsewhere. */
export const COPY_REMOTE = 'remote_copy';
const copyInput = z.object({ copyId: z.number(), name: z.string(), withFiles: z.boolean() });

type Needs = Pick<Services, 'database' | 'files' | 'backups' | 'jobs' | 'push' | 'now' | 'log' | 'licensing' | 'storageQuotaMb'>;
type Manifest = Awaited<ReturnType<typeof readManifest>>;
type Copy = NonNullable<Awaited<ReturnType<typeof findCopy>>>;
type Run = JobRun<z.output<typeof copyInput>>;

const INSTALLATION = { spaceId: null, userId: null, system: true };
const MEBIBYTE = 1024 * 1024;
/** Parts that are asked for at once. */
const AT_ONCE = 4;
const POLL_MS = 1000;
const WAITS_MS = [250, 500, 1000, 2000, 4000];
/** A remote that is silent for longer is asked again later, by the job being put off. */
const [PUT_OFF_SECONDS, MOST_TRIES] = [30, 40];
/** Where the parts of the job begin. */
const [FETCHING, RESTORING] = [0.1, 0.6];

/** Asks again what a cut or a busy remote has left unanswered; a refusal ends it. */
async function patiently<T>(job: Run, work: () => Promise<T>): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(wait, undefined, { signal: job.signal });
    }
  }
  return work();
}

/** Reports a copy to its owner, in whichever space they are. */
async function publish(services: Needs, userId: number, about: EventSent['remote_space_copy']): Promise<void> {
  await services.database.write(INSTALLATION, (tx) => services.push.send(tx, { spaceId: 0, userId }, 'remote_space_copy', about));
}

/** The snapshot that the remote makes for this copy, and the key of its objects: both are asked for once. */
async function prepare(services: Needs, wire: Wire, remote: Paired, copy: Copy, job: Run): Promise<{ key: Buffer; manifest: string }> {
  if (copy.key_wrapped && copy.manifest_id) return { key: copy.key_wrapped, manifest: copy.manifest_id };
  const { database, backups } = services;
  const far = callRemote(wire, remote);
  const { consent } = copy;
  const save = (change: Parameters<typeof updateCopy>[2]) => database.write(INSTALLATION, (tx) => updateCopy(tx, copy.id, change));
  let { snapshot } = copy;
  if (snapshot === null) {
    ({ snapshot } = await patiently(job, () => far.snapshot(consent, job.input.withFiles)));
    await save({ snapshot });
  }
  for (;;) {
    const asked = snapshot;
    const ready = await patiently(job, () => far.state(consent, asked));
    if (ready) {
      if (ready.schema > (await database.read(INSTALLATION, schemaNameOf))) throw new Refused('backup.newer');
      const key = await unlockWithCode(backups, Buffer.from(ready.key, 'base64'), ready.agreed, Buffer.from(ready.salt, 'base64'));
      if (!key) throw new Refused('remote.other_key');
      await save({ key_wrapped: key, manifest_id: ready.manifest });
      return { key, manifest: ready.manifest };
    }
    await job.progress(FETCHING / 2, 'remote.preparing');
    await pause(POLL_MS, undefined, { signal: job.signal });
  }
}

/** An object part by part; a cut loses a part at most. */
async function fetchObject(wire: Wire, remote: Paired, copy: Copy, job: Run, id: string): Promise<Buffer> {
  const far = callRemote(wire, remote);
  const parts: Buffer[] = [];
  let [at, whole] = [0, 1];
  while (at < whole) {
    const from = at;
    const part = await patiently(job, () => far.part(copy.consent, id, from, job.signal));
    // What it claims is held to its bounds before room is made for it, and does not change on the way.
    if (part.whole > MOST_OBJECT_BYTES || (at > 0 && part.whole !== whole)) throw new Refused('backup.damaged', { object: id.slice(0, 8) });
    ({ whole } = part);
    parts.push(part.bytes);
    at += part.bytes.length;
  }
  return Buffer.concat(parts);
}

/** No more objects of files are fetched, whatever lists name. */
const MOST_NAMED = 20_000_000;

/** Fetches what is neither here nor in an earlier copy of the same space; rows and lists first, which say what the files are. */
async function fetchObjects(services: Needs, wire: Wire, remote: Paired, copy: Copy, job: Run, objects: Objects, manifest: Manifest) {
  const { backups, database, storageQuotaMb } = services;
  const key = copy.key_wrapped ?? fail('remote.not_found');
  const folders = await database.read(INSTALLATION, (db) => listFolders(db, copy));
  const earlier = await Promise.all(folders.map((folder) => openObjects(backups, folder, key)));
  const most = storageQuotaMb * MEBIBYTE;
  let [done, bytes, sent] = [0, 0, -1];
  const take = async (id: string): Promise<void> => {
    if (await objects.has(id)) return;
    for (const other of earlier) {
      if (!(await other.has(id))) continue;
      const kept = await other.locked(id).then(
        (locked) => objects.take(id, locked).then(() => true),
        () => false,
      );
      if (kept) return;
    }
    const locked = await fetchObject(wire, remote, copy, job, id);
    bytes += locked.length;
    if (bytes > most) throw new Refused('remote.too_large', { limit: storageQuotaMb });
    const room = await backups.room();
    if (room !== null && room < locked.length)
      throw new Refused('backup.no_space', { needed: Math.ceil(locked.length / 1e6), free: Math.max(0, Math.floor(room / 1e6)) });
    await objects.take(id, locked);
    // Counted once it is kept: a restart between the two never counts an object twice.
    await database.write(INSTALLATION, (tx) => countMoved(tx, copy.id, locked.length));
  };
  const total = countObjects(manifest);
  const work = async (queue: Iterable<string>): Promise<void> => {
    for (const id of queue) {
      await take(id);
      done++;
      const share = FETCHING + (RESTORING - FETCHING) * Math.min(1, done / total);
      await job.progress(share, 'remote.fetching');
      const percent = Math.floor(share * 100);
      if (percent <= sent) continue;
      sent = percent;
      await publish(services, job.userId, { space_id: null, status: 'running', percent, stage: 'remote.fetching' });
    }
  };
  const fetched = async (ids: readonly string[]): Promise<void> => {
    const queue = ids.values();
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(queue)));
  };
  await fetched(objectsOfRows(manifest));
  let named = 0;
  for await (const ids of objectsOfFiles(manifest, objects)) {
    named += ids.length;
    if (named > MOST_NAMED) throw new Refused('backup.damaged', { object: 'manifest' });
    await fetched(ids);
  }
}

/** Copies a space from another installation. After a restart or a cut, and in a later copy, the job downloads only the missing objects. */
export const copyRemoteJob = (services: Needs, egress: Pick<Wire, 'safeFetch' | 'publicUrl'>): JobKind<typeof copyInput> => ({
  kind: COPY_REMOTE,
  input: copyInput,
  afterRestart: 'again',
  lane: 'long',
  needs: null,
  async run(job) {
    const { database, backups, now } = services;
    const wire: Wire = { ...egress, backups, now };
    const { copy, remote } = await database.read(INSTALLATION, async (db) => {
      const found = (await findCopy(db, job.input.copyId)) ?? fail('remote.not_found');
      return { copy: found, remote: (await findInstallation(db, found.remote_id)) ?? fail('remote.not_found') };
    });
    await job.progress(0, 'remote.preparing');
    try {
      const { key, manifest: manifestId } = await prepare(services, wire, remote, copy, job);
      const known: Copy = { ...copy, key_wrapped: key, manifest_id: manifestId };
      const objects = await openObjects(backups, copy.folder, key);
      if (!(await objects.has(manifestId))) await objects.take(manifestId, await fetchObject(wire, remote, known, job, manifestId));
      const manifest = await readManifest(backups, objects, manifestId, Buffer.from(remote.public_key, 'base64'));
      const former = await database.read(INSTALLATION, (db) => findGreatestCounter(db, copy));
      if (former !== null && manifest.counter <= former) throw new Refused('backup.replayed', { date: manifest.at.slice(0, 10) });
      await fetchObjects(services, wire, remote, known, job, objects, manifest);
      const from = { folder: copy.folder, key, manifest: manifestId, publicKey: remote.public_key, name: job.input.name };
      const complete: JobRun['complete'] = async (tx, result) => {
        await updateCopy(tx, copy.id, { done: true, counter: manifest.counter, ended_at: now() });
        await job.complete(tx, result);
      };
      const progress: JobRun['progress'] = (share, stage) => job.progress(RESTORING + (1 - RESTORING) * share, stage);
      const made = await restoreForeign(services, { ...job, progress, complete }, objects, from);
      await publish(services, job.userId, { space_id: made.space_id, status: 'done', percent: 100, stage: 'backup.restoring' });
      return made;
    } catch (error) {
      if (isPassing(error) && job.tries < MOST_TRIES) throw new TryLater(PUT_OFF_SECONDS);
      throw error;
    }
  },
  async ended({ input, status }) {
    if (status === 'done') return;
    const { database, now } = services;
    const copy = await database.read(INSTALLATION, (db) => findCopy(db, input.copyId));
    if (!copy || copy.done) return;
    // What has arrived is kept for a day: another copy begins with it.
    await database.write(INSTALLATION, (tx) => updateCopy(tx, copy.id, { ended_at: now() }));
    await publish(services, copy.user_id, { space_id: null, status: 'failed', percent: 0, stage: 'remote.fetching' });
  },
});
