import { api } from '@gantry/contract';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Installation } from './installation.ts';

/** What is done to the objects of a backup, and how it is undone; null: the next backup mends it. */
type Harm = (installation: Installation, random: () => number) => Promise<(() => Promise<void>) | null>;

const objectsOf = ({ repository }: Installation): string[] => readdirSync(repository()).map((name) => join(repository(), name));
const pick = (paths: readonly string[], random: () => number): string => paths[Math.floor(random() * paths.length)];

const flip = (path: string, random: () => number): void => {
  const content = readFileSync(path);
  content[Math.floor(random() * content.length)] ^= 1 << Math.floor(random() * 8);
  writeFileSync(path, content);
};

export const HARMS: Record<string, Harm> = {
  async 'one bit of one object is flipped'(installation, random) {
    flip(pick(objectsOf(installation), random), random);
    return null;
  },
  async 'an object is torn'(installation, random) {
    const path = pick(objectsOf(installation), random);
    truncateSync(path, Math.floor(readFileSync(path).length * random()));
    return null;
  },
  async 'an object is gone'(installation, random) {
    rmSync(pick(objectsOf(installation), random));
    return null;
  },
  async 'an object lies in the place of another'(installation, random) {
    const paths = objectsOf(installation);
    const [one, other] = [paths[0], pick(paths.slice(1), random)];
    writeFileSync(one, readFileSync(other));
    return null;
  },
  async 'the index is rolled back to an older manifest'({ query, spaceId, make, endOf }) {
    // A second backup, with something new in it: a manifest of its own.
    await query(`update wbs_item set name = name || '.' where space_id = $1 and id = (select min(id) from wbs_item where space_id = $1)`, [
      spaceId(),
    ]);
    await endOf(await make());
    const rows = await query<{ id: number; manifest_id: string }>(
      'select id, manifest_id from backup where space_id = $1 and manifest_id is not null order by id desc limit 2',
      [spaceId()],
    );
    await query('update backup set manifest_id = $1 where space_id = $2 and id = $3', [rows[1].manifest_id, spaceId(), rows[0].id]);
    return null;
  },
  async 'the key is another one'(installation) {
    const path = join(installation.folder, 'keys', 'backups.key');
    const key = readFileSync(path);
    writeFileSync(path, 'a'.repeat(64));
    await installation.kill('server');
    return async () => {
      writeFileSync(path, key);
      await installation.kill('server');
    };
  },
};

/**
 * Replaces the key of the installation: before a backup, in the middle of one, and after it. Answers what does not restore by itself then:
 * each of them, and the one from before.
 */
export async function replaceKeys({ folder, query, asOwner, make, endOf, list }: Installation, random: () => number): Promise<string[]> {
  const path = join(folder, 'keys', 'backups.key');
  const replace = (): void => {
    writeFileSync(`${path}.next`, `${randomBytes(32).toString('hex')}\n${readFileSync(path, 'utf8')}`);
    renameSync(`${path}.next`, path);
  };
  const proven = async (backupId: number): Promise<boolean> => {
    const { job_id: job } = await asOwner((caller, params) => caller.call(api.backups.verify, { params: { ...params, backupId } }));
    return (await endOf(job)).result?.['proven'] === true;
  };
  const [{ id: before }] = await list();
  replace();
  await query('update wbs_item set name = md5(random()::text)');
  const job = await make();
  await setTimeout(random() * 600);
  replace();
  const broken = (await endOf(job)).result?.['proven'] === true ? [] : ['the backup that was made meanwhile'];
  const [{ id: amid }] = await list();
  replace();
  await endOf(await make());
  const [{ id: after }] = await list();
  for (const [name, id] of Object.entries({ before, amid, after })) if (!(await proven(id))) broken.push(`the backup ${name}`);
  return broken;
}

/** Flips a bit of every object. */
export const harmAll = (installation: Installation, random: () => number): void => {
  for (const path of objectsOf(installation)) flip(path, random);
};

/** Leaves one backup and no object of another, so that whatever is picked is one of its own. */
export async function startAnew({ repository, list, asOwner, make, endOf }: Installation): Promise<void> {
  for (const { id } of await list())
    await asOwner((caller, params) => caller.call(api.backups.remove, { params: { ...params, backupId: id }, body: { confirm: true } }));
  rmSync(repository(), { recursive: true, force: true });
  await endOf(await make());
}

const MEBIBYTE = 1024 * 1024;

/**
 * Backs up onto a disk that is filled meanwhile, down to nothing. Answers what was not as it must be, or null where this machine lets nobody
 * mount a small disk.
 */
export async function fillDisk(installation: Installation, random: () => number, times: number): Promise<string[] | null> {
  const { repository, make, endOf, list, asOwner } = installation;
  const folder = repository();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const broken: string[] = [];
  try {
    await startAnewOn(installation);
    for (let time = 0; time < times; time++) {
      const before = (await list()).length;
      const name = join(folder, 'filler');
      const { bavail, bsize } = statfsSync(folder);
      // A little more than what a backup asks for before it begins; the rest goes while it is made.
      writeFileSync(name, Buffer.alloc(Math.max(0, bavail * bsize - 66 * MEBIBYTE)));
      await installation.query(`update wbs_item set name = md5(random()::text) where space_id = $1`, [installation.spaceId()]);
      const job = await make();
      await setTimeout(random() * 400);
      try {
        writeFileSync(`${name}-2`, Buffer.alloc(66 * MEBIBYTE));
      } catch {
        // Full: as it is meant to be.
      }
      const { status, error } = await endOf(job);
      if (status === 'failed' && error?.code !== 'backup.no_space') broken.push(`time ${time}: ${JSON.stringify(error)}`);
      for (const path of [name, `${name}-2`]) rmSync(path, { force: true });
      // What was begun goes right after its job has ended.
      await setTimeout(500);
      const kept = await list();
      if (kept.length !== before + (status === 'done' ? 1 : 0))
        broken.push(`time ${time}: ${kept.length} backups after ${before}, ${status}`);
      const [former] = kept.filter(({ state }) => state === 'proven');
      const { job_id: proof } = await asOwner((caller, params) =>
        caller.call(api.backups.verify, { params: { ...params, backupId: former.id } }),
      );
      if ((await endOf(proof)).result?.['proven'] !== true) broken.push(`time ${time}: the former backup is not readable`);
      if ((await endOf(await make())).status !== 'done') broken.push(`time ${time}: no backup once there is room`);
    }
    return broken;
  } finally {
    execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
  }
}

async function startAnewOn({ list, asOwner, make, endOf }: Installation): Promise<void> {
  for (const { id } of await list())
    await asOwner((caller, params) => caller.call(api.backups.remove, { params: { ...params, backupId: id }, body: { confirm: true } }));
  await endOf(await make());
}
