import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from '../context.ts';
import type { Heartbeat, SideThread } from '../jobs/side-thread.ts';
import { ARCHIVE_FAILS } from '../postgres/settings.ts';

/** What the figures of a server are read from. */
export type Watched = {
  services: Pick<Services, 'database' | 'push' | 'jobs'>;
  http: FastifyInstance;
  jobsThread: Pick<SideThread, 'lastHeartbeat'>;
  /** Full days until the first active licence ends; null where none does. */
  licenseDays(): Promise<number | null>;
  /** The folder whose disk must not run full. */
  dataDir: string;
  /** Whether the server is about to stop; calls go to another one. */
  isLeaving(): boolean;
};

/** Seconds; calls and transactions of this product last from a millisecond to a minute. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const PREFIX = 'gantry_';
/** Waiting changes that are counted; a figure that stands here means more. */
const MOST_COUNTED = 100_000;
/** Days that are left change once a day; all licences are opened for them. */
const LICENSES_KEPT_MS = 60_000;

/**
 * The figures of one server, as Prometheus reads them. Endpoints label a counter only, features a histogram: an endpoint times a bucket
 * would be thousands of lines for every scrape. No label holds what people typed.
 */
export function openMetrics({ services, http, jobsThread, licenseDays, dataDir }: Watched): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  watchCalls(http, registers);
  watchTransactions(services, registers);

  const gauge = (name: string, help: string, collect: (this: Gauge) => void | Promise<void>) =>
    new Gauge({ name: `${PREFIX}${name}`, help, registers, collect });
  gauge('push_connections', 'Open push channels of pages', function () {
    this.set(services.push.state().listeners);
  });
  gauge('jobs_thread_loop_delay_p99_seconds', 'Delay of the event loop of the thread that runs jobs', function () {
    this.set(jobsThread.lastHeartbeat()?.loopDelayP99 ?? Number.NaN);
  });
  gauge('disk_free_bytes', 'Free bytes of the disk that holds the data folder', async function () {
    this.set(await freeBytes(dataDir));
  });
  let [days, daysAskedAgain] = [Promise.resolve<number | null>(null), 0];
  gauge('license_days', 'Full days until the first active licence ends; +Inf: none does', async function () {
    if (Date.now() >= daysAskedAgain) [days, daysAskedAgain] = [licenseDays(), Date.now() + LICENSES_KEPT_MS];
    this.set(
      await days.then(
        (left) => left ?? Number.POSITIVE_INFINITY,
        () => Number.NaN,
      ),
    );
  });
  watchTables(services, registers);
  return registry;
}

function watchCalls(http: FastifyInstance, registers: Registry[]): void {
  const calls = new Counter({
    name: `${PREFIX}http_requests_total`,
    help: 'Answered calls',
    labelNames: ['endpoint', 'class'],
    registers,
  });
  const seconds = new Histogram({
    name: `${PREFIX}http_seconds`,
    help: 'Time from a call to its answer',
    labelNames: ['feature'],
    buckets: BUCKETS,
    registers,
  });
  http.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.config.action ?? 'none';
    calls.inc({ endpoint, class: `${Math.floor(reply.statusCode / 100)}xx` });
    seconds.observe({ feature: endpoint.split('.')[0] }, reply.elapsedTime / 1000);
  });
}

function watchTransactions({ database }: Pick<Services, 'database'>, registers: Registry[]): void {
  const seconds = new Histogram({
    name: `${PREFIX}db_seconds`,
    help: 'Time of transactions, waiting for a connection included',
    labelNames: ['kind'],
    buckets: BUCKETS,
    registers,
  });
  database.watch((kind, took) => seconds.observe({ kind }, took));
  const connections = new Gauge({
    name: `${PREFIX}db_pool`,
    help: 'Connections of the pool, and callers that wait for one',
    labelNames: ['state'],
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool;
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
    registers: [],
  });
  for (const register of registers) register.registerMetric(connections);
}

/** What waits in tables, of all spaces and servers: read once a scrape; no lines where the database does not answer. */
function watchTables({ database, jobs }: Pick<Services, 'database' | 'jobs'>, registers: Registry[]): void {
  const lanes = new Map(jobs.kinds().map(({ kind, lane }) => [kind, lane]));
  type Tables = Awaited<ReturnType<typeof readTables>>;
  let reading: Promise<Tables | null> | null = null;
  const gauge = (name: string, help: string, labelNames: string[], show: (gauge: Gauge, tables: Tables) => void) =>
    new Gauge({
      name: `${PREFIX}${name}`,
      help,
      labelNames,
      registers,
      async collect() {
        reading ??= readTables(database)
          .catch(() => null)
          .finally(() => (reading = null));
        const tables = await reading;
        this.reset();
        if (tables) show(this, tables);
        else if (!labelNames.length) this.set(Number.NaN);
      },
    });
  const ofLane = ({ jobs: open }: Tables, lane: string, state: string) =>
    open.filter(({ kind, status }) => lanes.get(kind) === lane && status === state);
  gauge('jobs', 'Jobs that wait or run', ['lane', 'state'], (it, tables) => {
    for (const lane of new Set(lanes.values()))
      for (const state of ['waiting', 'running'])
        it.set(
          { lane, state },
          ofLane(tables, lane, state).reduce((sum, { count }) => sum + count, 0),
        );
  });
  gauge('job_oldest_seconds', 'Age of the oldest job that waits', ['lane'], (it, tables) => {
    for (const lane of new Set(lanes.values()))
      it.set({ lane }, Math.max(0, ...ofLane(tables, lane, 'waiting').map(({ seconds }) => seconds)));
  });
  gauge('servers', 'Servers of this installation that are alive', ['program'], (it, { servers }) => {
    for (const { program, count } of servers) it.set({ program }, count);
  });
  gauge('pg_notification_queue_usage', 'Share of the queue of notifications of PostgreSQL that is full', [], (it, { queue }) =>
    it.set(queue),
  );
  gauge('search_waiting', 'Changes that the search index has not followed yet', [], (it, { search }) => it.set(search));
  gauge('backup_made_timestamp_seconds', 'When the newest backup of a space that is whole was made; 0: there is none', [], (it, { made }) =>
    it.set(made),
  );
  gauge('backup_proven_timestamp_seconds', 'When a backup of a space was last proven by restoring; 0: never', [], (it, { proven }) =>
    it.set(proven),
  );
  gauge('backups_broken', 'Spaces whose newest backup is broken', [], (it, { broken }) => it.set(broken));
  gauge('wal_archived_timestamp_seconds', 'When the log of changes last arrived at the copies; 0: never', [], (it, { archived }) =>
    it.set(archived),
  );
  gauge('wal_archive_failing', 'Whether the log of changes does not arrive at the copies', [], (it, { failing }) => it.set(failing));
}

const readTables = (database: Services['database']) =>
  database.read({ spaceId: null, userId: null, system: true }, async (db) => {
    const { rows: jobs } = await sql<{ kind: string; status: string; count: number; seconds: number }>`
      select kind, status, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as seconds
      from job where status in ('waiting', 'running') group by kind, status`.execute(db);
    const { rows: servers } = await sql<{ program: string; count: number }>`
      select program, count(*)::int as count from server_node where seen_at > now() - interval '30 s' group by program`.execute(db);
    const { rows } = await sql<Record<'queue' | 'search' | 'made' | 'proven' | 'broken' | 'archived' | 'failing', number>>`
      select pg_notification_queue_usage() as queue, (select count(*)::int from (select from search_change limit ${MOST_COUNTED}) counted) as search,
        (select coalesce(extract(epoch from max(at)), 0)::float8 from backup where state in ('made', 'proven')) as made,
        (select coalesce(extract(epoch from max(proved_at)), 0)::float8 from backup) as proven,
        (select count(*)::int from (select distinct on (space_id) state from backup where state <> 'making' order by space_id, at desc) newest
         where state = 'broken') as broken,
        coalesce(extract(epoch from last_archived_time), 0)::float8 as archived,
        ${sql.raw(ARCHIVE_FAILS)}::int as failing
      from pg_stat_archiver`.execute(db);
    return { jobs, servers, ...rows[0] };
  });

/** Below this the database may fail to write before anybody has looked. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024;
/** The thread that runs jobs speaks every five seconds. */
const SILENT_MS = 20_000;

/** What a server needs to answer people, each with whether it is there. */
export async function readiness({ services, jobsThread, dataDir, isLeaving }: Omit<Watched, 'http'>, now = Date.now()) {
  const heartbeat: Heartbeat | null = jobsThread.lastHeartbeat();
  const checks = {
    database: await services.database.answers(),
    push: services.push.state().connected,
    jobs: heartbeat !== null && now - heartbeat.at < SILENT_MS,
    disk: (await freeBytes(dataDir)) >= LEAST_FREE_BYTES,
    staying: !isLeaving(),
  };
  return { ready: Object.values(checks).every(Boolean), checks };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
