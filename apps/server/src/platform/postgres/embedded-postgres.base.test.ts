import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { copyBeside } from '../files/copy-beside.ts';
import {
  archiveState,
  describeCopies,
  listBases,
  makeBase,
  pruneBases,
  restoreInstallation,
  stopArchiving,
} from './embedded-postgres.base.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { keepCopies } from './installation-copies.ts';
import { ARCHIVE_FAILS } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-base-'));
const [data, copies] = [join(folder, 'data'), join(folder, 'copies')];
// PostgreSQL, which does not run as root, brings its log there.
chmodSync(folder, 0o711);
const silent = { info() {}, warn() {}, error() {} };
let server: EmbeddedPostgres | null = null;
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const repository = resolve(import.meta.dirname, '../../../../..');
/** The line of the document that begins so. */
const documented = (command: string): string =>
  readFileSync(join(repository, 'docs/operations/copies.md'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith(command)) ?? '';
/** Runs such a line in the repository, with folders and moments of this test for those of the document. */
async function run(line: string, replaced: Record<string, string>): Promise<string> {
  const words = line.split(' ').map((word) => replaced[word] ?? word);
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const { stdout } = await promisify(execFile)(words[0], words.slice(1), { cwd: repository, env: { ...process.env, PATH } });
  return stdout;
}

const rowsOf = async (dataDir: string): Promise<string[]> => {
  const restored = await startEmbeddedPostgres(dataDir, silent);
  const client = new pg.Client({ ...restored.connection });
  await client.connect();
  const { rows } = await client.query<{ word: string }>('select word from noted order by id');
  await client.end();
  await restored.stop();
  return rows.map(({ word }) => word);
};

test('a running installation is copied, and any moment behind the copy is restored with all that was answered before it and nothing after', async () => {
  server = await startEmbeddedPostgres(data, silent, { archive: copies });
  const client = new pg.Client({ ...server.connection });
  await client.connect();
  await client.query('create table noted (id bigint generated always as identity, word text)');
  for (const name of ['files', 'keys']) mkdirSync(join(data, name));
  writeFileSync(join(data, 'files', 'a'), 'plan');
  writeFileSync(join(data, 'keys', 'backups.key'), 'key');
  const cluster = { socket: server.administration.host, cluster: server.cluster };
  const note = (word: string) => client.query('insert into noted (word) values ($1)', [word]);
  await note('before');
  const base = await makeBase(cluster, copies);
  expect(await copyBeside(data, copies)).toMatchObject({ copied: 2 });
  expect(await copyBeside(data, copies)).toMatchObject({ copied: 0 });
  // A file keeps its content under its name; a key is replaced.
  writeFileSync(join(data, 'keys', 'backups.key'), 'another key');
  expect(await copyBeside(data, copies)).toMatchObject({ copied: 1 });
  await note('kept');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const moment = new Date();
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await note('by mistake');
  await client.end();
  await server.stop();
  server = await startEmbeddedPostgres(data, silent, { archive: copies });
  const state = await archiveState(server.administration.host);
  expect(state).toMatchObject({ failing: false });

  const restored = await run(documented('npm run restore'), {
    '/mnt/elsewhere/gantry': copies,
    '/var/lib/gantry-restored': join(folder, 'early'),
    '2026-03-02T08:30:00Z': moment.toISOString(),
  });
  expect(restored).toContain(base.name);
  expect(await rowsOf(join(folder, 'early'))).toEqual(['before', 'kept']);
  expect(readFileSync(join(folder, 'early', 'files', 'a'), 'utf8')).toBe('plan');
  expect(readFileSync(join(folder, 'early', 'keys', 'backups.key'), 'utf8')).toBe('another key');
  const byHand = join(folder, 'by-hand');
  expect(await run(documented('npm run backup'), { '/mnt/elsewhere/by-hand': byHand, '/var/lib/gantry': data })).toContain('2 files');
  await restoreInstallation(byHand, join(folder, 'of-hand'), null);
  expect(await rowsOf(join(folder, 'of-hand'))).toEqual(['before', 'kept', 'by mistake']);
  await restoreInstallation(copies, join(folder, 'late'), null);
  expect(await rowsOf(join(folder, 'late'))).toEqual(['before', 'kept', 'by mistake']);

  await expect(restoreInstallation(copies, join(folder, 'early'), null)).rejects.toThrow('is there already');
  await expect(restoreInstallation(copies, join(folder, 'never'), new Date('2020-01-01'))).rejects.toThrow('The oldest copy is of');
  await expect(restoreInstallation(copies, join(folder, 'never'), new Date(Date.now() + 86_400_000))).rejects.toThrow(
    'The copy ends before',
  );
  await makeBase({ socket: server.administration.host, cluster: server.cluster }, copies);
  await pruneBases(copies, 1);
  const [kept, ...others] = await listBases(copies);
  expect([kept.name > base.name, others]).toEqual([true, []]);

  // The folder goes while the server runs, and the clock of the first look is a year ahead.
  rmSync(copies, { recursive: true });
  const running = { socket: server.administration.host, cluster: server.cluster };
  for (const [days, bases] of [
    [400, 1],
    [0, 2],
    [0, 2],
  ]) {
    const now = () => new Date(Date.now() + days * 86_400_000);
    const stop = keepCopies({ log: silent, now, dataDir: data, folder: copies, running: () => running });
    await expect.poll(async () => (await listBases(copies)).length, { timeout: 30_000 }).toBe(bases);
    stop();
  }
  expect((await describeCopies(copies)).newest?.ended.getTime()).toBeLessThan(Date.now());
  const { host, user, database } = server.administration;
  const asked = new pg.Client({ host, user, database });
  await asked.connect();
  await asked.query('select pg_switch_wal()');
  await expect.poll(async () => (await describeCopies(copies)).archivedAt, { timeout: 30_000 }).not.toBeNull();
  const failing = async () => (await asked.query(`select ${ARCHIVE_FAILS} as failing from pg_stat_archiver`)).rows[0];
  expect(await failing()).toEqual({ failing: false });
  // What was given up fails, though the database believes that each piece arrives.
  await stopArchiving(server.administration.host);
  await expect.poll(failing).toEqual({ failing: true });
  await asked.end();
}, 180_000);
