import { api, type Job } from '@gantry/contract';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { startServer } from '../../../bench/server-process.ts';
import { type Caller, CallFailed, makeVersion, signIn } from '../../../e2e/caller.ts';

const LOADED = { NODE_OPTIONS: `--import ${new URL('./end-jobs.mjs', import.meta.url).href}` };
const WAIT_MS = 180_000;
const TABLES = ['wbs_item', 'relation', 'calendar', 'version', 'eps_node', 'storage_item', 'space_user'];

/** A server of its own with one space in it, which is backed up, restored and hurt. */
export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** Starts a database and a server in a folder, and fills a space with so many works. */
export async function openInstallation(folder: string, works: number) {
  const cluster: EmbeddedPostgres = await startEmbeddedPostgres(join(folder, 'database'), { info() {}, warn() {}, error() {} });
  const { host, user, database } = cluster.administration;
  const databaseUrl = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
  // The pool opens a new connection after the database was killed.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  let server: { url: string; child: ChildProcess } = await startServer(folder, databaseUrl, LOADED);
  let { spaceId } = await makeVersion(await signIn(server.url), works);

  /** Asks again while the database or the server is away. */
  async function patiently<T>(work: () => Promise<T>): Promise<T> {
    for (const from = Date.now(); ; await setTimeout(200)) {
      try {
        return await work();
      } catch (error) {
        if ((error instanceof CallFailed && error.status < 500) || Date.now() - from > WAIT_MS) throw error;
      }
    }
  }
  const query = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> =>
    patiently(async () => (await pool.query<R>(text, values)).rows);
  // A session outlives the server that began it.
  let signedIn: { url: string; person: Caller } | null = null;
  const owner = async (): Promise<Caller> => {
    const { url } = server;
    if (signedIn?.url !== url) signedIn = { url, person: await patiently(() => signIn(url)) };
    return signedIn.person.inSpace(spaceId);
  };
  const asOwner = async <T>(work: (caller: Caller, params: { id: number }) => Promise<T>): Promise<T> =>
    patiently(async () => work(await owner(), { id: spaceId }));

  return {
    folder,
    cluster: cluster.cluster,
    query,
    asOwner,
    /** The space as it stands now: another one after a restore in place. */
    spaceId: () => spaceId,
    standIn(id: number): void {
      spaceId = id;
    },
    async kill(victim: 'server' | 'database' | 'thread of jobs'): Promise<void> {
      if (victim === 'database') {
        process.kill(cluster.pid, 'SIGKILL');
        return;
      }
      if (victim === 'thread of jobs') {
        server.child.kill('SIGUSR2');
        return;
      }
      server.child.kill('SIGKILL');
      await once(server.child, 'exit');
      server = await startServer(folder, databaseUrl, LOADED);
    },
    make: async () => (await asOwner((caller, params) => caller.call(api.backups.create, { params, body: {} }))).job_id,
    list: async () => (await asOwner((caller, params) => caller.call(api.backups.list, { params }))).backups,
    async endOf(id: number): Promise<Job> {
      for (const from = Date.now(); ; await setTimeout(200)) {
        const job = await asOwner((caller) => caller.call(api.jobs.get, { params: { id } }));
        if (job.status !== 'waiting' && job.status !== 'running') return job;
        if (Date.now() - from > WAIT_MS) throw new Error(`job ${id} has not ended`);
      }
    },
    /** How many spaces people see. */
    spaces: async () => (await query('select id from space where not deleting')).length,
    /** The folder of the newest repository. */
    repository(): string {
      const at = join(folder, 'backups');
      return join(at, readdirSync(at)[0]);
    },
    /** A sum of the rows of a space, whose numbers a restore keeps. */
    async sums(id: number): Promise<string> {
      const sums: string[] = [];
      for (const table of TABLES) {
        const [{ sum }] = await query<{ sum: string }>(
          `select count(*) || ' ' || coalesce(sum(('x' || substr(md5((to_jsonb(t) - '{space_id,created_at}'::text[])::text), 1, 15))::bit(60)::bigint), 0) as sum
           from "${table}" t where space_id = $1`,
          [id],
        );
        sums.push(sum);
      }
      return sums.join(' ');
    },
    async close(): Promise<void> {
      server.child.kill('SIGKILL');
      await pool.end().catch(() => undefined);
      await cluster.stop();
    },
  };
}
