/** One PostgreSQL for a whole run of the server's tests: the one of GANTRY_TEST_DATABASE_URL, or a built-in one made for the run. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { startPooler } from '../../apps/server/src/testing/servers/pooler.ts';
import { clusterUrl, createTemplate } from '../../apps/server/src/testing/test-databases.ts';

/**
 * Called by vitest before the first test file; the workers inherit the variables. The first names a superuser, who may make databases.
 * With GANTRY_TEST_POOLER=on all servers of the run reach the database through Debian's PgBouncer.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const stop = await setUpDatabase();
  if (process.env['GANTRY_TEST_POOLER'] !== 'on') return stop;
  const pooler = await startPooler(clusterUrl(), 20);
  process.env['GANTRY_TEST_POOLER_URL'] = pooler.url;
  return async () => {
    delete process.env['GANTRY_TEST_POOLER_URL'];
    await pooler.close();
    await stop();
  };
}

async function setUpDatabase(): Promise<() => Promise<void>> {
  if (process.env['GANTRY_TEST_DATABASE_URL']) return createTemplate();
  const folder = mkdtempSync(join(tmpdir(), 'gantry-test-database-'));
  const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };
  const server = await startEmbeddedPostgres(folder, silent, { disposable: true });
  const { host, user, database } = server.administration;
  process.env['GANTRY_TEST_DATABASE_URL'] = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
  await createTemplate();
  return async () => {
    delete process.env['GANTRY_TEST_DATABASE_URL'];
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
