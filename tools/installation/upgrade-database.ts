/**
 * Brings a whole installation to the PostgreSQL of this release, of whichever major version the old one is:
 * `npm run upgrade-database -- --from ADDRESS-OR-DATA-FOLDER --into NEW-DATA-FOLDER`. The old database must run (a data folder's by its own
 * release) and is only read; every table is compared by a sum. Nothing that is there is touched.
 */

import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../../apps/server/src/database/migrate.ts';
import { copyDatabase, NotCopied } from './copy-database.ts';
import { copyBeside } from '../../apps/server/src/platform/files/copy-beside.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';

const { values } = parseArgs({ options: { from: { type: 'string' }, into: { type: 'string' } } });
try {
  await upgrade(values.from, values.into);
} catch (error) {
  if (!(error instanceof NotCopied)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function upgrade(from: string | undefined, given: string | undefined): Promise<void> {
  if (!from || !given)
    throw new NotCopied('Say from where and into which new folder: npm run upgrade-database -- --from FOLDER --into FOLDER');
  const into = resolve(given);
  if (existsSync(into)) throw new NotCopied(`${into} is there already: name a folder that is not there yet.`);
  const source = /^postgres(ql)?:/.test(from) ? { connectionString: from } : runningIn(resolve(from));
  const growing = `${into}.growing`;
  rmSync(growing, { recursive: true, force: true });
  const database = await startEmbeddedPostgres(growing, { info() {}, warn() {}, error: console.error });
  try {
    await migrate({ ...database.connection });
    const { tables, rows } = await copyDatabase(source, { ...database.administration, database: database.connection.database });
    const files = 'host' in source ? (await copyBeside(resolve(from), growing)).copied : 0;
    await database.stop();
    renameSync(growing, into);
    console.log(
      `Copied ${rows} rows of ${tables} tables, each compared, and ${files} files and keys. Start it with DATA_DIR=${into} npm start`,
    );
  } catch (error) {
    await database.stop();
    rmSync(growing, { recursive: true, force: true });
    throw error;
  }
}

/** The built-in database of a data folder, as PostgreSQL notes its socket in the fifth line of its file. */
function runningIn(dataDir: string): { host: string; user: string; database: string } {
  const clusters = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => /^pg\d+$/.test(name)) : [];
  for (const name of clusters.sort().reverse()) {
    const noted = join(dataDir, name, 'postmaster.pid');
    if (existsSync(noted)) return { host: readFileSync(noted, 'utf8').split('\n')[4], user: 'postgres', database: 'gantry' };
  }
  throw new NotCopied(`No database runs in ${dataDir}: start the release that it belongs to, then copy it.`);
}
