import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { archiveState, copyBeside, listBases, makeBase, pruneBases, restoreInstallation, stopArchiving } from './embedded-postgres.base.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

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
  expect(await copyBeside(data, copies)).toBe(2);
  expect(await copyBeside(data, copies)).toBe(0);
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
  expect(readFileSync(join(folder, 'early', 'keys', 'backups.key'), 'utf8')).toBe('key');
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
  await stopArchiving(server.administration.host);
}, 180_000);
