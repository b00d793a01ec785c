import { api } from '@gantry/contract';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DEMO } from '../../../e2e/product.ts';
import type { Outcome, Run } from '../suite.ts';
import { fillDisk, HARMS, harmAll, replaceKeys, startAnew } from './harm.ts';
import { type Installation, openInstallation } from './installation.ts';
import { damagePages, fillArchive, fillLog } from './storage.ts';

const KILLS = { smoke: 9, short: 54, night: 180 };
const FULL_DISKS = { smoke: 1, short: 4, night: 20 };
const ROWS = 400;
/** Somebody is killed at some moment of this after a job has begun, so that kills meet every stage of each. */
const WITHIN_MS = { backup: 800, restore: 300, 'restore in place': 300 };
const WORK = ['backup', 'restore', 'restore in place'] as const;
const VICTIMS = ['server', 'database', 'thread of jobs'] as const;

/** Kills servers, databases and threads of jobs while they back up, prove and restore a space; damages what they have written; takes their disk. */
export async function backups({ profile, random, folder, log }: Run): Promise<Outcome> {
  const installation = await openInstallation(folder, ROWS);
  const { asOwner, endOf, list, make, spaces, sums } = installation;
  const events: Record<string, number> = {};
  const count = (event: string): void => void (events[event] = (events[event] ?? 0) + 1);
  const [half, halfSpaces, different, unproven, accepted, mended]: string[][] = [[], [], [], [], [], []];
  const met = { 'kill before an end': false, 'restore that was taken up again': false };
  try {
    await endOf(await make());
    const before = await sums(installation.spaceId());
    for (let kill = 0; kill < KILLS[profile]; kill++) {
      const [work, victim] = [WORK[kill % 3], VICTIMS[Math.floor(kill / 3) % 3]];
      const there = await spaces();
      const [{ last }] = await installation.query<{ last: number }>('select max(id)::int as last from space');
      const job = await begin(installation, work, `Copy ${kill}`);
      await untilBegun(installation, job);
      await setTimeout(random() * WITHIN_MS[work]);
      const [{ status: was }] = await installation.query<{ status: string }>('select status from job where id = $1', [job]);
      if (was === 'running') met['kill before an end'] = true;
      if (was === 'running' && work !== 'backup') met['restore that was taken up again'] = true;
      await installation.kill(victim);
      count(`kills of the ${victim} at a ${work}`);
      for (const { id } of await installation.query<{ id: number }>('select id::int from space where not deleting and id > $1', [last]))
        if ((await sums(id)) !== before) halfSpaces.push(`kill ${kill}: space ${id} is seen and is not whole`);
      const { status, result, error } = await endOf(job);
      log(`kill ${kill} (${victim}, ${work}, ${was}): ${status}`);
      if (status !== 'done') half.push(`kill ${kill}: ${status} ${JSON.stringify(error)}`);
      const copy = Number(result?.['space_id']);
      if (status === 'done' && work === 'restore in place') {
        const [former] = await installation.query<{ replaced_by: number | null; deleting: boolean }>(
          'select replaced_by::int, deleting from space where id = $1',
          [installation.spaceId()],
        );
        if (former?.replaced_by !== copy || !former.deleting) halfSpaces.push(`kill ${kill}: both spaces stand, or none`);
        installation.standIn(copy);
      }
      const expected = there + (work === 'restore' && status === 'done' ? 1 : 0);
      // What was begun goes right after its job has ended.
      const isSettled = async () => !(await list()).some(({ state }) => state === 'making') && (await spaces()) === expected;
      for (let looks = 0; looks < 10 && !(await isSettled()); looks += 1) await setTimeout(100);
      if ((await list()).some(({ state }) => state === 'making')) half.push(`kill ${kill}: a backup is being made by nobody`);
      if ((await spaces()) !== expected) halfSpaces.push(`kill ${kill}: ${await spaces()} spaces, not ${expected}`);
      if (work !== 'backup' && status === 'done' && (await sums(copy)) !== before) different.push(`kill ${kill}: space ${copy}`);
    }
    const verify = async (backupId: number): Promise<boolean> => {
      const { job_id: job } = await asOwner((caller, params) => caller.call(api.backups.verify, { params: { ...params, backupId } }));
      return (await endOf(job)).result?.['proven'] === true;
    };
    await proven(installation);
    const [newest] = await list();
    if (!(await verify(newest.id))) unproven.push('the newest backup');
    if ((await sums(installation.spaceId())) !== before) different.push('the space itself');

    for (const [name, harm] of Object.entries(HARMS)) {
      await startAnew(installation);
      const there = await spaces();
      const undo = await harm(installation, random);
      const [{ id: backupId }] = await list();
      count(name);
      if (await verify(backupId)) accepted.push(`${name}: proven all the same`);
      const body = { mode: 'new_space' as const, name: 'Never' };
      const { job_id: job } = await asOwner((caller, params) =>
        caller.call(api.backups.restore, { params: { ...params, backupId }, body }),
      );
      const { status, error } = await endOf(job);
      log(`${name}: ${status} ${error?.code ?? ''}`);
      if (status !== 'failed' || !error?.code.startsWith('backup.')) accepted.push(`${name}: ${status} ${JSON.stringify(error)}`);
      if ((await spaces()) !== there) accepted.push(`${name}: a space is there`);
      await undo?.();
      const { result } = await endOf(await make());
      if (result?.['proven'] !== true) mended.push(`${name}: the next backup is not proven`);
    }
    await startAnew(installation);
    const rotated = await replaceKeys(installation, random);
    log('keys were replaced');
    count('keys that were replaced');
    const full = await fillDisk(installation, random, FULL_DISKS[profile]);
    if (full) for (let time = 0; time < FULL_DISKS[profile]; time++) count('full disks');
    log(full ? 'disks were full' : 'no disk was filled: nobody but root mounts one');

    await startAnew(installation);
    const unread = await damagePages(installation);
    count('tables with damaged pages');
    log('pages were damaged');
    const archive = await fillArchive(folder);
    if (archive) count('full disks of the archive');
    log('the archive was full');
    const fullLog = await fillLog(folder);
    if (fullLog) count('full disks of the log of changes');
    log('the log of changes was full');

    // The control: a proof that finds nothing wrong with a damaged backup proves nothing.
    await startAnew(installation);
    const [last] = await list();
    harmAll(installation, random);
    const damaged = !(await verify(last.id));
    return {
      events,
      figures: [['objects', String(readdirSync(installation.repository()).length)]],
      invariants: [
        { name: 'B1: no half backup is listed, and each is taken up to its end', broken: half },
        { name: 'B2: a restored space is there whole or not at all, and of two that stand for each other one is seen', broken: halfSpaces },
        { name: 'B3: what is restored is what was backed up', broken: different },
        { name: 'B4: the newest backup is proven after all of it', broken: unproven },
        { name: 'B5: what was harmed is refused, and no row of it is seen', broken: accepted },
        { name: 'B6: the backup after it is whole again', broken: mended },
        { name: 'B11: a key that is replaced opens what former ones locked', broken: rotated },
        { name: 'B8: a damaged table is named and written about, and the former backup restores', broken: unread },
        ...(archive
          ? [{ name: 'B9: a full disk of the archive stops no database, and copies go on once there is room', broken: archive }]
          : []),
        ...(fullLog
          ? [
              {
                name: 'B10: a full disk of the log loses nothing that was acknowledged, and the database comes back by itself',
                broken: fullLog,
              },
            ]
          : []),
        ...(full
          ? [{ name: 'B7: a full disk is named, former backups are readable, and it goes on once there is room', broken: full }]
          : []),
      ],
      controls: [{ name: 'one bit of every object is flipped', hasFailed: damaged }],
      met,
    };
  } finally {
    await installation.close();
    rmSync(join(folder, 'database'), { recursive: true, force: true });
  }
}

async function begin(installation: Installation, work: (typeof WORK)[number], name: string): Promise<number> {
  const { asOwner, make, query, spaceId } = installation;
  if (work === 'backup') return make();
  const backupId = await proven(installation);
  const [{ name: confirm }] = await query<{ name: string }>('select name from space where id = $1', [spaceId()]);
  return asOwner(async (caller, params) => {
    const body =
      work === 'restore' ? { mode: 'new_space' as const, name } : { mode: 'in_place' as const, confirm, password: DEMO.password };
    return (await caller.call(api.backups.restore, { params: { ...params, backupId }, body })).job_id;
  });
}

/** A backup that is proven; a space that was restored in place has none of its own yet. */
async function proven({ list, make, endOf }: Installation): Promise<number> {
  const newest = async () => (await list()).find(({ state }) => state === 'proven')?.id;
  const known = await newest();
  if (known === undefined) await endOf(await make());
  return known ?? (await newest()) ?? 0;
}

async function untilBegun({ query }: Installation, job: number): Promise<void> {
  for (;;) {
    const [row] = await query<{ status: string }>('select status from job where id = $1', [job]);
    if (row?.status !== 'waiting') return;
    await setTimeout(10);
  }
}
