/**
 * Backs up a space of many versions through HTTP, changes one row in a hundred and backs it up again, restores it as a new space and
 * compares the sums of all tables; copies the whole installation while people write and restores moments of it; asks for the figures of
 * the monitoring; fills a demo space. `npm run bench:operations`, or sooner with rows, versions and moments: `-- 2000 2 2`. How well works
 * are divided is `npm run bench:decompose`.
 */

import { api, type Job } from '@gantry/contract';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { copyBeside, makeBase, restoreInstallation } from '../../apps/server/src/platform/postgres/embedded-postgres.base.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { type Caller, signIn } from '../../e2e/caller.ts';
import { type GatedFigure, holdToGates, share } from '../gates.ts';
import { startServer } from '../server-process.ts';
import { syntheticXer } from '../synthetic-xer.ts';

const [ROWS = 20_000, VERSIONS = 5, MOMENTS = 5] = process.argv.slice(2).map(Number);
const METRICS_PORT = 20_000 + (process.pid % 20_000);
/** The design's bounds are for 2 million rows and 10 GB; those of time are taken for as many rows as there are. */
const SCALE = (ROWS * VERSIONS) / 2_000_000;
const GATES = {
  firstSeconds: 300 * Math.max(SCALE, 0.05),
  againSeconds: 15,
  againPercent: 3,
  restoreSeconds: Math.max(5, (60 * ROWS * VERSIONS) / 200_000),
};

const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-operations-'));
chmodSync(folder, 0o711);
const copies = join(folder, 'copies');
const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };
const cluster = await startEmbeddedPostgres(join(folder, 'database'), silent, { archive: copies });
const { host, user, database } = cluster.administration;
const databaseUrl = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
const client = new pg.Client({ connectionString: databaseUrl });
const figures: GatedFigure[] = [];
const note = (name: string, figure: number, unit: string, gate: number): void => void figures.push({ name, figure, unit, gate });
let server: ChildProcess | null = null;
try {
  const started = await startServer(folder, databaseUrl, { GANTRY_METRICS: `127.0.0.1:${METRICS_PORT}` });
  server = started.child;
  await client.connect();
  const person = await signIn(started.url);
  await measureBackups(person);
  await measureMoments();
  await measureScrape();
  await measureDemo(person);
} finally {
  server?.kill('SIGINT');
  if (server) await once(server, 'exit');
  await client.end().catch(() => undefined);
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
holdToGates(figures);

async function ended(caller: Caller, id: number): Promise<Job> {
  for (;;) {
    const job = await caller.call(api.jobs.get, { params: { id } });
    if (job.status === 'failed' || job.status === 'cancelled') throw new Error(JSON.stringify(job.error));
    if (job.status === 'done') return job;
    await setTimeout(100);
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

function bytesIn(path: string): number {
  return readdirSync(path, { withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isDirectory() ? bytesIn(join(path, entry.name)) : statSync(join(path, entry.name)).size),
    0,
  );
}

/** O1 and O2. */
async function measureBackups(person: Caller): Promise<void> {
  const space = await person.call(api.spaces.create, { body: { name: 'Bench' } });
  const owner = person.inSpace(space.id);
  const facility = await owner.call(api.facilities.create, { body: { name: 'Bench' } });
  const project = await owner.call(api.projects.create, { body: { name: 'Bench', facility_id: facility.id } });
  const schedule = await owner.call(api.projects.createSchedule, { params: { id: project.id }, body: { name: 'Bench' } });
  const xer = Buffer.from(syntheticXer(ROWS));
  for (let version = 0; version < VERSIONS; version++) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(xer)]), `bench-${version}.xer`);
    const answer = await owner.ask(`/api/v1/schedules/${schedule.id}/versions/upload/synchronous`, { method: 'POST', body: form });
    if (!answer.ok) throw new Error((await answer.text()).slice(0, 500));
  }
  const make = async () => ended(owner, (await owner.call(api.backups.create, { params: { id: space.id }, body: {} })).job_id);
  note(`first backup of ${VERSIONS} × ${ROWS} works, proof included`, await seconds(make), 's', GATES.firstSeconds);
  const whole = bytesIn(join(folder, 'backups'));
  await client.query(
    `update wbs_item set name = name || ' changed' where space_id = $1 and id % 100 = 0 and version_id = (select max(version_id) from wbs_item where space_id = $1)`,
    [space.id],
  );
  note('the next one after a change, proof included', await seconds(make), 's', Math.max(GATES.againSeconds, GATES.firstSeconds));
  note('its new bytes', (100 * (bytesIn(join(folder, 'backups')) - whole)) / whole, '%', Math.max(GATES.againPercent, 110 / VERSIONS));
  const [{ id: backupId, state }] = (await owner.call(api.backups.list, { params: { id: space.id } })).backups;
  if (state !== 'proven') throw new Error(`The backup is ${state}.`);
  let copy = 0;
  const restore = async () => {
    const { job_id: job } = await owner.call(api.backups.restore, {
      params: { id: space.id, backupId },
      body: { mode: 'new_space', name: 'Copy' },
    });
    copy = Number((await ended(owner, job)).result?.['space_id']);
  };
  note('restored as a new space', await seconds(restore), 's', GATES.restoreSeconds);
  note('tables that differ', await differing(space.id, copy), '', 0);
}

async function differing(one: number, other: number): Promise<number> {
  let count = 0;
  for (const table of ['wbs_item', 'relation', 'calendar', 'assignment', 'resource', 'version', 'eps_node', 'settings']) {
    const { rows } = await client.query<{ sum: string }>(
      `select coalesce(sum(('x' || substr(md5((to_jsonb(t) - 'space_id')::text), 1, 15))::bit(60)::bigint), 0)::text || count(*) as sum
       from "${table}" t where space_id = any($1) group by space_id`,
      [[one, other]],
    );
    if (rows.length && (rows.length < 2 || rows[0].sum !== rows[1].sum)) count++;
  }
  return count;
}

/** O4: what was answered before a moment is there, and nothing that was begun after it. */
async function measureMoments(): Promise<void> {
  await client.query('create table bench_noted (id bigint primary key)');
  const running = { socket: host, cluster: cluster.cluster };
  const base = makeBase(running, copies);
  const answered: { id: number; begun: number; ended: number }[] = [];
  let stop = false;
  const writing = (async () => {
    for (let id = 1; !stop; id++) {
      const begun = Date.now();
      await client.query('insert into bench_noted values ($1)', [id]);
      answered.push({ id, begun, ended: Date.now() });
      await setTimeout(5);
    }
  })();
  await base;
  await copyBeside(folder, copies);
  await setTimeout(1000 * MOMENTS);
  stop = true;
  await writing;
  const from = (await base).ended.getTime();
  const until = answered[answered.length - 1].begun;
  // The rest of the log is brought where the server brings it.
  await client.query('select pg_switch_wal()');
  await client.query('create table bench_more (id bigint)');
  await client.query('select pg_switch_wal()');
  await setTimeout(3000);
  let [lost, late, slowest] = [0, 0, 0];
  for (let moment = 1; moment <= MOMENTS; moment++) {
    const at = Math.round(from + ((until - from) * moment) / (MOMENTS + 1));
    const into = join(folder, `moment-${moment}`);
    slowest = Math.max(slowest, await seconds(() => restoreInstallation(copies, into, new Date(at))));
    const restored = await startEmbeddedPostgres(into, silent);
    const reader = new pg.Client({ ...restored.administration });
    await reader.connect();
    const there = new Set((await reader.query<{ id: string }>('select id from bench_noted')).rows.map(({ id }) => Number(id)));
    await reader.end();
    await restored.stop();
    rmSync(into, { recursive: true, force: true });
    lost += answered.filter(({ id, ended: done }) => done < at && !there.has(id)).length;
    late += answered.filter(({ id, begun }) => begun > at && there.has(id)).length;
  }
  note(`writes lost before ${MOMENTS} moments, of ${answered.length}`, lost, '', 0);
  note('writes from behind the moment', late, '', 0);
  note('slowest restore of a moment', slowest, 's', 60);
}

/** O8. */
async function measureScrape(): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let at = 0; at < 20; at++) {
    times.push(
      1000 * (await seconds(async () => (bytes = (await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()).length))),
    );
  }
  note('scrape, median', share(times, 0.5), 'ms', 20);
  note('scrape', bytes / 1024, 'KB', 512);
}

/** O9. */
async function measureDemo(person: Caller): Promise<void> {
  const space = await person.call(api.spaces.create, { body: { name: 'Demo of the bench' } });
  const owner = person.inSpace(space.id);
  const fill = async () => ended(owner, (await owner.call(api.demoData.fill, { params: { id: space.id } })).job_id);
  note('demo space filled', await seconds(fill), 's', 60);
}
