/**
 * Prints the statements after which several PostgreSQL servers with Citus keep the spaces: `npm run distribute --silent -- --print > distribute.sql`.
 * They are written from the database of DATABASE_URL as it is, which is only read; `docs/operations/scale.md` says when they are run.
 */

import pg from 'pg';
import { distributionScript } from '../../apps/server/src/database/distribution/distribution.ts';

const connectionString = process.env['DATABASE_URL'];
if (!connectionString || process.argv[2] !== '--print') {
  console.error('Name the first server and ask for the statements: DATABASE_URL=postgresql://… npm run distribute --silent -- --print');
  process.exitCode = 1;
} else {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const statements = await distributionScript(client);
    console.log(['\\set ON_ERROR_STOP on', ...statements.map((statement) => `${statement};`)].join('\n'));
  } finally {
    await client.end();
  }
}
