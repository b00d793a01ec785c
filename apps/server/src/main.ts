import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type pg from 'pg';
import { type App, createApp } from './app.ts';
import { alone, migrate, restrictedRole } from './database/migrate.ts';
import { prepareFirstStart } from './first-start.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts';
import { keepCopies } from './platform/postgres/installation-copies.ts';
import { type Env, readEnv } from './platform/env/env.ts';
import type { JobsThreadInput } from './jobs.thread.ts';
import { createLog, describeError, type Log } from './platform/log.ts';
import { joinNodes, staySeen } from './platform/nodes.ts';
import { serveMetrics } from './platform/metrics/metrics.server.ts';
import { standHelpersBack } from './platform/jobs/priority.ts';
import { keepThread } from './platform/jobs/side-thread.ts';
import { errorCode, errorMessage } from './platform/errors.ts';
import { openTraces } from './platform/traces/traces.ts';
import { CALL_LIMITS_MS, type Connection } from './platform/postgres/database.ts';

/** Opens the database: the one that DATABASE_URL names, else the built-in one of the data folder. */
async function openConnection(env: Env, log: Log): Promise<{ connection: pg.PoolConfig; stop(): Promise<void> }> {
  if (!env.databaseUrl) {
    const embedded = await startEmbeddedPostgres(env.dataDir, log, { archive: env.copiesDir });
    const running = () => ({ socket: embedded.administration.host, cluster: embedded.cluster });
    const { copiesDir: folder, dataDir } = env;
    const stopCopies = folder ? keepCopies({ log, now: () => new Date(), dataDir, folder, running }) : () => undefined;
    return {
      connection: { ...embedded.connection },
      stop() {
        stopCopies();
        return embedded.stop();
      },
    };
  }
  if (env.copiesDir) throw new Error('GANTRY_COPIES_DIR is for the built-in database: copies of another one are made by its own means.');
  return { connection: { connectionString: env.databaseUrl }, stop: async () => undefined };
}

/** Half of the heap is what a start leaves behind; V8 collects it only once the heap grows again, to some 130 MB more. */
function collectStart(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}

async function main(): Promise<void> {
  standHelpersBack();
  const env = readEnv(process.env);
  const log = createLog({}, undefined, env.logLevel);
  const endTraces = await openTraces(env.traces, log);
  const { connection, stop } = await openConnection(env, log);
  try {
    const { applied } = await migrate(connection);
    if (applied.length) log.info('database.migrated', { applied });
    if (env.smtp) log.info('mail.server', { host: env.smtp.host, port: env.smtp.port, encryption: env.smtp.encryption });
    else log.warn('mail.folder', { folder: join(env.dataDir, 'mail'), why: 'no mail server is set up (SMTP_HOST or SMTP_URL)' });
    const role = await restrictedRole(connection);
    const restricted: Connection = {
      ...connection,
      ...(role && { options: `-c role=${role}` }),
      ...(env.poolerUrl && { pooler: { connectionString: env.poolerUrl, role } }),
    };
    const app = await createApp(env, { ...CALL_LIMITS_MS, ...restricted }, log, { jobs: 'elsewhere', calls: 'beside' });
    await app.services.files.check();
    if (env.s3) log.info('files.s3', { endpoint: env.s3.endpoint, bucket: env.s3.bucket, prefix: env.s3.prefix });
    const thread = keepThread(new URL('./jobs.thread.ts', import.meta.url), { env, connection: restricted } satisfies JobsThreadInput, log);
    const { node, others } = await alone(connection, (client) => joinNodes(client, app.services.files));
    for (const other of others) log.info('nodes.other', other);
    const leave = staySeen(app.services, node);
    let stopping = false;
    const watched = { ...app, jobsThread: thread, dataDir: env.dataDir, isLeaving: () => stopping };
    const metrics = env.metrics && (await serveMetrics(env.metrics, watched));
    if (metrics) log.info('metrics.ready', { host: env.metrics?.host, port: metrics.port });
    const shutDown = async (signal: string) => {
      if (stopping) return;
      stopping = true;
      log.info('server.stopping', { signal });
      await sleep(env.leaveMs);
      await leave().catch((error: unknown) => log.warn('nodes.leave', describeError(error)));
      await Promise.all([thread.close(), app.close(), metrics?.close()]).catch((error: unknown) =>
        log.error('server.stop', describeError(error)),
      );
      await endTraces();
      await stop();
      process.exit(0);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown(signal));
    process.on('unhandledRejection', (error) => log.error('defect', describeError(error)));
    const demo = await alone(connection, () => prepareFirstStart(app, env));
    await app.http.listen({ port: env.port, host: env.host });
    collectStart();
    announce(portOf(app), env, demo);
  } catch (error) {
    await stop();
    throw error;
  }
}

function portOf({ http }: App): number {
  const address = http.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function announce(port: number, env: Env, demo: { login: string; password: string | null } | null): void {
  const host = env.host === '0.0.0.0' || env.host === '::' ? 'localhost' : env.host;
  const lines = [`Gantry is ready: http://${host}:${port}`];
  if (demo)
    lines.push(`Demo sign-in: ${demo.login} / ${demo.password ?? '(the password given by GANTRY_DEMO_PASSWORD at the first start)'}`);
  if (!existsSync(new URL('../../web/dist/index.html', import.meta.url))) lines.push('The page is not built: only the API answers.');
  process.stdout.write(`${lines.join('\n')}\n`);
  // To `npm start`, which starts a server again that falls from now on.
  process.send?.('ready');
}

/** Explains an error of the start in one sentence: what is wrong and what to do. */
function explain(error: unknown): string {
  const [code, message] = [errorCode(error), errorMessage(error)];
  const port = process.env['PORT'] ?? '3000';
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program: stop it, or start Gantry on another one with PORT=…`;
  if (code === 'EACCES') return `Port ${port} may not be opened by this user: choose one above 1023 with PORT=…`;
  if (code === 'EADDRNOTAVAIL') return `HOST=${process.env['HOST']} is no address of this machine.`;
  if (code === 'ENOSPC' || code === '53100')
    return 'The disk is full: free some space and start Gantry again. Nothing that was saved is lost.';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return `The database of DATABASE_URL does not answer: ${message}`;
  return message;
}

main().catch((error: unknown) => {
  process.stderr.write(`Gantry could not start. ${explain(error)}\n`);
  process.exit(1);
});
