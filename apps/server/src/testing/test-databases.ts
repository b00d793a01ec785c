import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate, restrictedRole } from '../database/migrate.ts';
import { distributeLikeCitus } from './servers/like-citus.ts';
import type { Connection } from '../platform/postgres/database.ts';

/** A migrated database of a test's own in the cluster of the run. */
export type TestDatabase = {
  /** As the server connects: bound by row-level security. */
  connection: Connection;
  /** As its superuser, whom row-level security does not bind. */
  administration: pg.ClientConfig;
  url: string;
  drop(): Promise<void>;
};

const TEMPLATE = 'GANTRY_TEST_TEMPLATE';
type Template = { template: string; role: string | null };

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

/** Copies the run's migrated database: a tenth of the time that the migrations take. */
export async function createTestDatabase(pooler = process.env['GANTRY_TEST_POOLER_URL']): Promise<TestDatabase> {
  const { template, role } = templateOfRun();
  const name = newName();
  await administer(`create database ${name} template ${template}`);
  const url = urlOf(clusterUrl(), name);
  const administration = { connectionString: url };
  return {
    connection: {
      ...administration,
      ...(role && { options: `-c role=${role}` }),
      // With GANTRY_TEST_POOLER=on the suite reaches the database through a pooler.
      ...(pooler && { pooler: { connectionString: urlOf(pooler, name), role } }),
    },
    administration,
    url,
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
}

/** A database that no migration has seen. */
export async function createEmptyDatabase(): Promise<Pick<TestDatabase, 'administration' | 'drop'> & { name: string }> {
  const name = newName();
  await administer(`create database ${name}`);
  return {
    name,
    administration: { connectionString: urlOf(clusterUrl(), name) },
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
}

/**
 * Migrates the database that all others of the run are copies of, and names it to the workers; the returned function drops it. With
 * GANTRY_TEST_DISTRIBUTED=on they have the form in which their tables can be spread over several servers.
 */
export async function createTemplate(): Promise<() => Promise<void>> {
  const { name, administration, drop } = await createEmptyDatabase();
  await migrate(administration);
  const role = await restrictedRole(administration);
  if (process.env['GANTRY_TEST_DISTRIBUTED'] === 'on') await distributeLikeCitus(administration);
  process.env[TEMPLATE] = JSON.stringify({ template: name, role } satisfies Template);
  return async () => {
    delete process.env[TEMPLATE];
    await drop();
  };
}

function templateOfRun(): Template {
  const text = process.env[TEMPLATE];
  if (!text) throw new Error(`${TEMPLATE} names no database: run these tests by \`npm test -- server\`.`);
  return JSON.parse(text);
}

const newName = (): string => `gantry_test_${randomBytes(6).toString('hex')}`;

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
