/**
 * Asks the PostgreSQL of DATABASE_URL to analyse every statement that the server's tests sent to the built-in one:
 * `node tools/check/check-statements.ts FOLDER`. What the built-in one refuses as well, such as a query of a temporary table, is counted.
 */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../apps/server/src/database/migrate.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';

/** What PREPARE takes; the rest, such as COPY and LISTEN, is what the tests that run a second time are for. */
const PREPARED = /^\s*(\/\*.*?\*\/\s*)*(with|select|insert|update|delete|merge|values)\b/i;

/** The statements of a folder, each once. */
function readStatements(folder: string): string[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean));
  return [...new Set(lines)].map((line): string => JSON.parse(line)).filter((text) => PREPARED.test(text));
}

/** The statements that a migrated database of this cluster refuses, with its reasons. */
async function refusals(cluster: pg.ClientConfig, statements: readonly string[]): Promise<Map<string, string>> {
  const database = `gantry_statements_${randomBytes(6).toString('hex')}`;
  const administration = new pg.Client(cluster);
  await administration.connect();
  await administration.query(`create database ${database}`);
  const connection = cluster.connectionString
    ? { connectionString: cluster.connectionString.replace(/\/[^/?]*(\?.*)?$/, `/${database}$1`) }
    : { ...cluster, database };
  try {
    await migrate(connection);
    return await refusedBy(connection, statements);
  } finally {
    await administration.query(`drop database ${database} with (force)`);
    await administration.end();
  }
}

async function refusedBy(connection: pg.ClientConfig, statements: readonly string[]): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  const client = new pg.Client(connection);
  await client.connect();
  for (const text of statements) {
    try {
      await client.query(`prepare asked as ${text}`);
      await client.query('deallocate asked');
    } catch (error) {
      refused.set(text, (error as Error).message);
    }
  }
  await client.end();
  return refused;
}

async function refusedByTheBuiltIn(statements: readonly string[]): Promise<ReadonlySet<string>> {
  if (statements.length === 0) return new Set();
  const folder = mkdtempSync(join(tmpdir(), 'gantry-statements-'));
  const server = await startEmbeddedPostgres(folder, { info() {}, warn() {}, error: console.error }, { disposable: true });
  try {
    return new Set((await refusals({ ...server.administration }, statements)).keys());
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const statements = readStatements(process.argv[2]);
const refused = await refusals({ connectionString: process.env['DATABASE_URL'] }, statements);
const elsewhere = await refusedByTheBuiltIn([...refused.keys()]);
const own = [...refused].filter(([text]) => !elsewhere.has(text));
for (const [text, reason] of own) console.log(`${reason}\n  ${text.replace(/\s+/g, ' ')}`);
const asked = statements.length - elsewhere.size;
console.log(`${asked - own.length} of ${asked} statements are analysed; ${elsewhere.size} need what their own test made`);
process.exitCode = own.length === 0 && asked > 0 ? 0 : 1;
