import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, createApp } from '../../app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-databases.ts';
import { readEnv } from '../env/env.ts';
import { createLog } from '../log.ts';
import type { Heartbeat } from '../jobs/side-thread.ts';
import { type MetricsServer, serveMetrics } from './metrics.server.ts';

let database: TestDatabase;
let app: App;
let watching: MetricsServer;
let heartbeat: Heartbeat | null = null;
let leaving = false;
let licensesAsked = 0;
const dataDir = mkdtempSync(join(tmpdir(), 'gantry-metrics-'));

beforeAll(async () => {
  database = await createTestDatabase();
  app = await createApp(
    readEnv({ DATA_DIR: dataDir }),
    database.connection,
    createLog({}, () => undefined),
    { jobs: 'elsewhere' },
  );
  watching = await serveMetrics(
    { host: '127.0.0.1', port: 0 },
    {
      ...app,
      licenseDays: () => (licensesAsked++, app.licenseDays()),
      dataDir,
      jobsThread: { lastHeartbeat: () => heartbeat },
      isLeaving: () => leaving,
    },
  );
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await watching.close();
  await app.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${watching.port}${path}`);
  return { status: answer.status, text: await answer.text() };
};

/** The value of a line, by its name and labels as they are written. */
async function figure(line: string): Promise<number> {
  const { text } = await ask('/metrics');
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1));
}

test('calls are counted by endpoint and kind of answer, timed by feature, and never told by their paths', async () => {
  const at = { method: 'GET' as const };
  await app.http.inject({ ...at, url: '/api/v1/system-state' });
  await app.http.inject({ ...at, url: '/api/v1/eps/77/secret-name' });
  await app.http.inject({ ...at, url: '/api/v1/users/me' });
  expect(await figure('gantry_http_requests_total{endpoint="system.state",class="2xx"}')).toBe(1);
  expect(await figure('gantry_http_seconds_count{feature="system"}')).toBe(1);
  expect((await ask('/metrics')).text).not.toContain('secret-name');
});

test('transactions, connections, waiting work and the disk have figures', async () => {
  const { services } = app;
  await services.database.write({ spaceId: null, userId: null, system: true }, async (tx) => {
    const unused = { password_hash: '', secret_question: '', secret_answer_hash: '' };
    const { id } = await tx
      .insertInto('app_user')
      .values({ login: 'anna', email: 'anna@example.com', first_name: 'Anna', last_name: 'Ito', ...unused })
      .returning('id')
      .executeTakeFirstOrThrow();
    await services.jobs.enqueue(tx, { spaceId: null, userId: id, kind: 'letter', title: '', input: {} });
  });
  expect(await figure('gantry_jobs{lane="mail",state="waiting"}')).toBe(1);
  expect(await figure('gantry_jobs{lane="long",state="waiting"}')).toBe(0);
  expect(await figure('gantry_job_oldest_seconds{lane="mail"}')).toBeGreaterThan(0);
  expect(await figure('gantry_db_seconds_count{kind="write"}')).toBeGreaterThan(0);
  expect(await figure('gantry_db_pool{state="waiting"}')).toBe(0);
  expect(await figure('gantry_disk_free_bytes')).toBeGreaterThan(1e6);
  expect(await figure('gantry_search_waiting')).toBe(0);
  expect(await figure('gantry_backup_made_timestamp_seconds')).toBe(0);
  expect(await figure('gantry_backup_proven_timestamp_seconds')).toBe(0);
  expect(await figure('gantry_backups_broken')).toBe(0);
  expect(await figure('gantry_wal_archive_failing')).toBe(0);
  expect((await ask('/metrics')).text).toContain('gantry_license_days +Inf\n');
  // Others of the same cluster notify too.
  expect(await figure('gantry_pg_notification_queue_usage')).toBeLessThan(0.5);
});

test('licences are opened once a minute, however often somebody scrapes', async () => {
  await Promise.all([ask('/metrics'), ask('/metrics')]);
  expect(licensesAsked).toBe(1);
});

test('a server is ready while its database, its push and the thread of jobs are there, and says which one is not', async () => {
  expect(await ask('/live')).toEqual({ status: 200, text: 'live\n' });
  heartbeat = null;
  expect(await ask('/ready')).toMatchObject({ status: 503, text: expect.stringContaining('"jobs":false') });
  heartbeat = { at: Date.now(), loopDelayP99: 0.012 };
  await expect.poll(() => ask('/ready')).toMatchObject({ status: 200 });
  expect(await figure('gantry_jobs_thread_loop_delay_p99_seconds')).toBe(0.012);
  heartbeat = { at: Date.now() - 60_000, loopDelayP99: 0 };
  expect((await ask('/ready')).status).toBe(503);
  heartbeat = { at: Date.now(), loopDelayP99: 0 };
  leaving = true;
  expect(await ask('/ready')).toMatchObject({ status: 503, text: expect.stringContaining('"staying":false') });
  leaving = false;
});

const repositoryFile = (file: string): string => readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8');

test('alerts, the dashboard and their document name figures that there are, and the document names all of them', async () => {
  const { text } = await ask('/metrics');
  for (const file of ['deploy/alerts.yml', 'deploy/dashboard.json', 'docs/operations/monitor.md'])
    for (const [name] of repositoryFile(file).matchAll(/\b(?:gantry|process|nodejs)_[a-z0-9_]+/g))
      expect(text, `${file} names ${name}`).toContain(`# TYPE ${name.replace(/_(bucket|sum|count)$/, '')} `);
  const explained = repositoryFile('docs/operations/monitor.md');
  const names = [...text.matchAll(/^# TYPE (gantry_\S+) /gm)].map(([, name]) => name);
  expect(names.filter((name) => !explained.includes(name))).toEqual([]);
});

test('panels of the dashboard ask for something, and none covers another', () => {
  type Panel = { title: string; gridPos: { x: number; y: number; w: number; h: number }; targets: { expr: string }[] };
  const { panels } = JSON.parse(repositoryFile('deploy/dashboard.json')) as { panels: Panel[] };
  expect(panels.filter(({ title, targets }) => !title || !targets.length || targets.some(({ expr }) => !expr))).toEqual([]);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});

test('nothing else answers there', async () => {
  expect((await ask('/api/v1/system-state')).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${watching.port}/metrics`, { method: 'POST' })).status).toBe(404);
});
