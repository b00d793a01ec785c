import { api, type Job } from '@gantry/contract';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { type Caller, signIn } from '../../e2e/caller.ts';
import type { GatedFigure } from '../gates.ts';
import { startServer } from '../server-process.ts';
import { syntheticXer } from '../synthetic-xer.ts';

export const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };

/** How much is measured: works of a version, versions of a space, its files of `FILE_BYTES`, moments that are returned to. */
export type Amount = { rows: number; versions: number; files: number; moments: number };
export const FILE_BYTES = 50_000_000;
const bytesAtRandom = promisify(randomBytes);

/** A database and servers of a bench; all of it goes at its end. */
export type Place = {
  folder: string;
  /** Where the database brings its log. */
  copies: string;
  cluster: EmbeddedPostgres;
  client: pg.Client;
  amount: Amount;
  note(name: string, figure: number, unit: string, gate: number): void;
  /** Starts a server, on a database of its own where one is named. */
  serve(given?: { database?: string; environment?: Record<string, string>; program?: string }): Promise<Served>;
};
export type Served = { url: string; folder: string; child: ChildProcess; person: Caller; client: pg.Client };

export async function openPlace(amount: Amount, figures: GatedFigure[]): Promise<Place & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-operations-'));
  chmodSync(folder, 0o711);
  const copies = join(folder, 'copies');
  const cluster = await startEmbeddedPostgres(join(folder, 'database'), silent, { archive: copies });
  const { host, user, database: own } = cluster.administration;
  const urlOf = (database: string): string => `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
  const opened: { child: ChildProcess; client: pg.Client }[] = [];
  const client = new pg.Client({ connectionString: urlOf(own) });
  await client.connect();
  return {
    folder,
    copies,
    cluster,
    client,
    amount,
    note(name, figure, unit, gate) {
      figures.push({ name, figure, unit, gate });
      // A part takes up to an hour: each figure is printed as it comes.
      console.error(`${name}: ${figure.toFixed(2)} ${unit} (gate ${gate})`);
    },
    async serve({ database = own, environment = {}, program } = {}) {
      if (database !== own) await client.query(`create database ${database}`);
      const data = join(folder, `data-${database}`);
      const { url, child } = await startServer(data, urlOf(database), environment, program);
      const reader = new pg.Client({ connectionString: urlOf(database) });
      await reader.connect();
      opened.push({ child, client: reader });
      return { url, folder: data, child, person: await signIn(url), client: reader };
    },
    async close() {
      for (const { child, client: reader } of opened) {
        await reader.end().catch(() => undefined);
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGINT');
        await once(child, 'exit');
      }
      await client.end().catch(() => undefined);
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for a job; one that failed throws. */
export async function ended(caller: Caller, id: number): Promise<Job> {
  for (;;) {
    const job = await caller.call(api.jobs.get, { params: { id } });
    if (job.status === 'failed' || job.status === 'cancelled') throw new Error(JSON.stringify(job.error));
    if (job.status === 'done') return job;
    await setTimeout(100);
  }
}

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

export function bytesIn(path: string): number {
  return readdirSync(path, { withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isDirectory() ? bytesIn(join(path, entry.name)) : statSync(join(path, entry.name)).size),
    0,
  );
}

/** A space with versions of so many works in one schedule. */
export async function fillSpace(person: Caller, name: string, rows: number, versions: number) {
  const space = await person.call(api.spaces.create, { body: { name } });
  const owner = person.inSpace(space.id);
  const facility = await owner.call(api.facilities.create, { body: { name } });
  const project = await owner.call(api.projects.create, { body: { name, facility_id: facility.id } });
  const schedule = await owner.call(api.projects.createSchedule, { params: { id: project.id }, body: { name } });
  const xer = Buffer.from(syntheticXer(rows));
  for (let version = 0; version < versions; version++) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(xer)]), `bench-${version}.xer`);
    await upload(owner, `/api/v1/schedules/${schedule.id}/versions/upload/synchronous`, form);
  }
  return { spaceId: space.id, owner, projectId: project.id, scheduleId: schedule.id };
}

/** Files of random bytes beside a schedule, which no packing makes smaller. */
export async function addFiles(owner: Caller, scheduleId: number, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const form = new FormData();
    // Off the thread: a connection that the server has closed meanwhile is noticed before it is written to.
    form.append('file', new Blob([await bytesAtRandom(FILE_BYTES)]), `survey-${at}.bin`);
    await upload(owner, `/api/v1/storage/schedule/${scheduleId}`, form);
  }
}

/** Posts a form and reads the whole answer, so that its connection is free for the next one. */
async function upload(owner: Caller, path: string, body: FormData): Promise<void> {
  const answer = await owner.ask(path, { method: 'POST', body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text.slice(0, 500));
}

/** How many of some tables differ between two spaces, which may lie in different databases, in the columns that both have. */
export async function differing(
  one: { client: pg.Client; spaceId: number },
  other: { client: pg.Client; spaceId: number },
): Promise<number> {
  let count = 0;
  for (const table of ['wbs_item', 'relation', 'calendar', 'assignment', 'resource', 'version', 'eps_node', 'settings']) {
    const [here, there] = await Promise.all(
      [one, other].map(async ({ client }) => {
        const columns = 'select column_name as name from information_schema.columns where table_name = $1';
        return new Set((await client.query<{ name: string }>(columns, [table])).rows.map(({ name }) => name));
      }),
    );
    const unshared = [...here, ...there].filter((name) => !here.has(name) || !there.has(name));
    const passedOver = ['space_id', 'created_by', ...unshared];
    const [a, b] = await Promise.all(
      [one, other].map(async ({ client, spaceId }) => {
        const { rows } = await client.query<{ sum: string }>(
          `select coalesce(sum(('x' || substr(md5((to_jsonb(t) - $2::text[])::text), 1, 15))::bit(60)::bigint), 0)::text || ' ' || count(*) as sum
           from "${table}" t where space_id = $1`,
          [spaceId, passedOver],
        );
        return rows[0].sum;
      }),
    );
    if (a !== b) count++;
  }
  return count;
}
