import { api, type Job } from '@gantry/contract';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { startServer } from '../../../bench/server-process.ts';
import { type Caller, makeVersion, signIn } from '../../../e2e/caller.ts';
import type { Outcome, Run } from '../suite.ts';

const KILLS = { smoke: 3, short: 12, night: 50 };
const ROWS = 400;
/** A server is killed at some moment of this after a job has begun, so that kills meet every stage of a backup and of a restore. */
const WITHIN_MS = { backup: 1500, restore: 300 };
const WAIT_MS = 120_000;
const TABLES = ['wbs_item', 'relation', 'calendar', 'version', 'eps_node', 'storage_item', 'space_user'];

/** Kills servers while they back up, prove and restore a space; damages what they have written. */
export async function backups({ profile, random, folder, log }: Run): Promise<Outcome> {
  const silent = { info() {}, warn() {}, error() {} };
  const cluster = await startEmbeddedPostgres(join(folder, 'database'), silent);
  const { host, user, database } = cluster.administration;
  const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
  const client = new pg.Client({ connectionString: url });
  let running: { url: string; child: ChildProcess } = await startServer(folder, url);
  await client.connect();
  const events: Record<string, number> = { 'kills while backing up': 0, 'kills while restoring': 0, 'damaged objects': 0 };
  const [halfBackups, halfSpaces, different, unproven]: string[][] = [[], [], [], []];
  const met = { 'kill before an end': false, 'restore that was taken up again': false };
  try {
    const made = await makeVersion(await signIn(running.url), ROWS);
    const { spaceId } = made;
    const owner = async (): Promise<Caller> => (await signIn(running.url)).inSpace(spaceId);
    const spaces = async () => (await client.query<{ id: string }>('select id from space where not deleting')).rows.length;
    const before = await sumsOf(client, spaceId);

    const restart = async (): Promise<void> => {
      running.child.kill('SIGKILL');
      await once(running.child, 'exit');
      running = await startServer(folder, url);
    };
    const endOf = async (id: number): Promise<Job> => {
      for (const from = Date.now(); ; await setTimeout(200)) {
        const job = await (await owner()).call(api.jobs.get, { params: { id } });
        if (job.status !== 'waiting' && job.status !== 'running') return job;
        if (Date.now() - from > WAIT_MS) throw new Error(`job ${id} has not ended`);
      }
    };
    const make = async () => (await (await owner()).call(api.backups.create, { params: { id: spaceId }, body: {} })).job_id;
    const list = async () => (await (await owner()).call(api.backups.list, { params: { id: spaceId } })).backups;

    await endOf(await make());
    for (let kill = 0; kill < KILLS[profile]; kill++) {
      const restores = kill % 2 === 1;
      const count = await spaces();
      const [{ id: backupId }] = (await list()).filter(({ state }) => state === 'proven');
      const body = { mode: 'new_space' as const, name: `Copy ${kill}` };
      const job = restores
        ? (await (await owner()).call(api.backups.restore, { params: { id: spaceId, backupId }, body })).job_id
        : await make();
      await untilBegun(client, job);
      await setTimeout(random() * WITHIN_MS[restores ? 'restore' : 'backup']);
      const { rows } = await client.query<{ status: string }>('select status from job where id = $1', [job]);
      if (rows[0]?.status === 'running') met['kill before an end'] = true;
      if (rows[0]?.status === 'running' && restores) met['restore that was taken up again'] = true;
      await restart();
      events[restores ? 'kills while restoring' : 'kills while backing up']++;
      // What a killed server was at is taken up once its lease is over.
      if (rows[0]?.status === 'running' && (await spaces()) !== count)
        halfSpaces.push(`kill ${kill}: a space is seen before its restore ended`);
      const { status, result, error } = await endOf(job);
      log(`kill ${kill} (${restores ? 'restore' : 'backup'}, ${rows[0]?.status}): ${status}`);
      if (status !== 'done') halfBackups.push(`kill ${kill}: ${status} ${JSON.stringify(error)}`);
      if ((await list()).some(({ state }) => state === 'making')) halfBackups.push(`kill ${kill}: a backup is being made by nobody`);
      if ((await spaces()) !== count + (restores ? 1 : 0)) halfSpaces.push(`kill ${kill}: ${await spaces()} spaces after ${count}`);
      const copy = Number(result?.['space_id']);
      if (restores && status === 'done' && (await sumsOf(client, copy)) !== before) different.push(`kill ${kill}: space ${copy}`);
    }
    const verify = async (backupId: number): Promise<boolean> => {
      const { job_id: job } = await (await owner()).call(api.backups.verify, { params: { id: spaceId, backupId } });
      return (await endOf(job)).result?.['proven'] === true;
    };
    const [newest] = await list();
    if (!(await verify(newest.id))) unproven.push('the newest backup');
    if ((await sumsOf(client, spaceId)) !== before) different.push('the space itself');

    // The control: a proof that finds nothing wrong with a damaged backup proves nothing.
    const repository = join(folder, 'backups', readdirSync(join(folder, 'backups'))[0]);
    for (const name of readdirSync(repository)) {
      const path = join(repository, name);
      const content = readFileSync(path);
      content[Math.floor(random() * content.length)] ^= 1 << Math.floor(random() * 8);
      writeFileSync(path, content);
      events['damaged objects']++;
    }
    const damaged = !(await verify(newest.id));
    return {
      events,
      figures: [['objects', String(readdirSync(repository).length)]],
      invariants: [
        { name: 'B1: no half backup is listed, and each is taken up to its end', broken: halfBackups },
        { name: 'B2: a restored space is there whole or not at all', broken: halfSpaces },
        { name: 'B3: what is restored is what was backed up', broken: different },
        { name: 'B4: the newest backup is proven after all of it', broken: unproven },
      ],
      controls: [{ name: 'one bit of every object is flipped', hasFailed: damaged }],
      met,
    };
  } finally {
    running.child.kill('SIGKILL');
    await client.end().catch(() => undefined);
    await cluster.stop();
    rmSync(join(folder, 'database'), { recursive: true, force: true });
  }
}

async function untilBegun(client: pg.Client, job: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ status: string }>('select status from job where id = $1', [job]);
    if (rows[0]?.status !== 'waiting') return;
    await setTimeout(10);
  }
}

/** A sum of the rows of a space, whose numbers the restore keeps. */
async function sumsOf(client: pg.Client, spaceId: number): Promise<string> {
  const sums: string[] = [];
  for (const table of TABLES) {
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(('x' || substr(md5((to_jsonb(t) - '{space_id,created_at}'::text[])::text), 1, 15))::bit(60)::bigint), 0) as sum
       from "${table}" t where space_id = $1`,
      [spaceId],
    );
    sums.push(rows[0].sum);
  }
  return sums.join(' ');
}
