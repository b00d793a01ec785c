/**
 * Copies a whole installation with the built-in database, running or not: `npm run backup -- --to FOLDER [--data DATA_FOLDER]`. The copy is
 * whole by itself; `npm run restore` makes a data folder of it.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyBeside } from '../../apps/server/src/platform/files/copy-beside.ts';
import { makeBase } from '../../apps/server/src/platform/postgres/embedded-postgres.base.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';

const { values } = parseArgs({ options: { to: { type: 'string' }, data: { type: 'string' } } });
if (!values.to) throw new Error('Say where to: npm run backup -- --to FOLDER');
const [folder, dataDir] = [resolve(values.to), resolve(values.data ?? process.env['DATA_DIR'] ?? 'data')];
const cluster = join(dataDir, 'pg18');
if (!existsSync(join(cluster, 'PG_VERSION'))) throw new Error(`There is no built-in database in ${dataDir}: name its folder by --data.`);

/** The socket of a server that runs, as PostgreSQL notes it in the fifth line of its file. */
const noted = join(cluster, 'postmaster.pid');
const running = existsSync(noted) ? readFileSync(noted, 'utf8').split('\n')[4] : '';
const own = running ? null : await startEmbeddedPostgres(dataDir, { info() {}, warn() {}, error: console.error });
try {
  const base = await makeBase({ socket: own ? own.administration.host : running, cluster }, folder);
  const { copied: files } = await copyBeside(dataDir, folder);
  console.log(`Copied to ${folder}: ${base.name}, and ${files} files and keys that were not there yet.`);
} finally {
  await own?.stop();
}
