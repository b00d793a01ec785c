/**
 * Makes a file of a backup from the folder of a space's backups alone: `npm run space-file -- --from FOLDER --to FILE.gantry-space
 * [--at 2026-03-02T08:30:00Z]`. Asks for the recovery code; the database and the keys of the installation may be gone. The newest backup, or
 * the newest one until that moment.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { fileOfRepository } from '../../apps/server/src/features/operations/backups/backups.file.service.ts';
import { Refused } from '../../apps/server/src/platform/fail.ts';
import { openFolder } from '../../apps/server/src/platform/files/files.folder.ts';

const REASONS: Record<string, string> = {
  'backup.no_code': 'There is no recovery head in the folder: no code was made for the space, or this is another folder.',
  'backup.wrong_code': 'The code is another one.',
  'backup.not_found': 'No backup is that old.',
  'backup.newer': 'The folder was written by a newer release.',
  'backup.object_missing': 'An object of the backup is missing: name an older backup by --at.',
  'backup.damaged': 'An object of the backup is damaged: name an older backup by --at.',
};

const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' }, at: { type: 'string' } } });
if (!values.from || !values.to) throw new Error('Say from where and into which file: npm run space-file -- --from FOLDER --to FILE');
const until = values.at ? new Date(values.at) : null;
if (until && Number.isNaN(until.getTime())) throw new Error(`${values.at} is no moment: 2026-03-02T08:30:00Z`);
process.stderr.write('Recovery code: ');
const typed = createInterface({ input: process.stdin });
const [code] = (await once(typed, 'line')) as [string];
typed.close();
const [to, growing] = [resolve(values.to), `${resolve(values.to)}.growing`];
try {
  const { at, bytes } = await fileOfRepository(openFolder(resolve(values.from)), code, until);
  await pipeline(Readable.from(bytes, { objectMode: false }), createWriteStream(growing, { mode: 0o600, flush: true }));
  await rename(growing, to);
  console.log(`The backup of ${at} is in ${to}. Restore it in any installation: Administration, Backups, Restore a file.`);
} catch (error) {
  await rm(growing, { force: true });
  if (!(error instanceof Refused) || !(error.code in REASONS)) throw error;
  console.error(REASONS[error.code]);
  process.exitCode = 1;
}
