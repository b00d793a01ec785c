import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate, restrictedRole } from '../database/migrate.ts';

/** A migrated database of a test's own in the cluster of the run. */
export type TestDatabase = {
  /** As the server connects: bound by row-level security. */
  connection: pg.PoolConfig;
  /** As its superuser, whom row-level security does not bind. */
  administration: pg.ClientConfig;
  url: string;
  drop(): Promise<void>;
};

/** The cluster of the run, which the global set-up of the server's tests names. */
export function clusterUrl(): string {
  const url = process.env['GANTRY_TEST_DATABASE_URL'];
  if (!url) throw new Error('GANTRY_TEST_DATABASE_URL names no PostgreSQL: run these tests by `npm test -- server`.');
  return url;
}

/** The same server, another database. */
function urlOf(cluster: string, database: string): string {
  return cluster.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}

/** Makes and migrates an empty database. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `gantry_test_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name}`);
  const url = urlOf(clusterUrl(), name);
  const administration = { connectionString: url };
  await migrate(administration);
  const role = await restrictedRole(administration);
  return {
    connection: role ? { ...administration, options: `-c role=${role}` } : administration,
    administration,
    url,
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
