import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alone, migrate } from '../database/migrate.ts';
import { createEmptyDatabase } from '../testing/test-databases.ts';
import { openFolder } from './files/files.folder.ts';
import { joinNodes } from './nodes.ts';

const root = mkdtempSync(join(tmpdir(), 'gantry-nodes-'));
const started: ChildProcess[] = [];
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client(database.administration);
  await client.connect();
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await client.end();
  await database.drop();
  rmSync(root, { recursive: true, force: true });
});

/** Starts a server as a process of its own; answers its first words. */
async function start(folder: string): Promise<{ child: ChildProcess; words: string }> {
  const { connectionString } = database.administration;
  const env = {
    ...process.env,
    NODE_ENV: '',
    PORT: '0',
    DATA_DIR: join(root, folder),
    DATABASE_URL: connectionString,
    GANTRY_DEMO: 'plan',
    GANTRY_DEMO_PASSWORD: 'Longer than eight 1',
  };
  const main = resolve(import.meta.dirname, '../main.ts');
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let words = '';
  await new Promise<void>((done) => {
    const hear = (chunk: Buffer): void => {
      words += chunk.toString();
      if (/is ready|could not start/.test(words)) done();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => done());
  });
  return { child, words };
}

const column = async (query: string): Promise<unknown[]> => (await client.query(query)).rows.map((row) => Object.values(row)[0]);

test('two servers that start at once share one first start; a third one that keeps files elsewhere is refused in words', async () => {
  const both = await Promise.all([start('shared'), start('shared')]);
  for (const { words } of both) expect(words).toContain('Gantry is ready');
  expect(await column('select login from app_user')).toEqual(['demo']);
  expect(await column('select count(*)::int from space')).toEqual([1]);
  expect(await column('select count(*)::int from server_node')).toEqual([2]);
  const third = await start('other');
  expect(third.words).toMatch(
    /could not start\. Another server of this installation \(.*seen \d+ s ago\) keeps files in a folder of its own/,
  );
  const [{ child }] = both;
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(await column('select count(*)::int from server_node')).toEqual([1]);
  // One that falls on the same machine is known by its process.
  both[1].child.kill('SIGKILL');
  await once(both[1].child, 'exit');
  const fourth = await start('other');
  expect(fourth.words).toContain('Gantry is ready');
  expect(await column('select pid from server_node')).toEqual([fourth.child.pid]);
  fourth.child.kill('SIGKILL');
  await once(fourth.child, 'exit');
}, 60_000);

test('a server that has not been seen for half a minute is no reason to refuse another one', async () => {
  const files = openFolder(join(root, 'third'));
  const joined = () => alone(database.administration, (own) => joinNodes(own, files));
  await client.query(`update server_node set seen_at = now(), host = 'elsewhere'`);
  await expect(joined()).rejects.toThrow('neither could open the files of the other');
  await client.query(`update server_node set seen_at = now() - interval '31 s'`);
  expect(await joined()).toMatchObject({ others: [] });
  expect(await joined()).toMatchObject({ others: [{ files: await files.place() }] });
  expect(await openFolder(join(root, 'third')).place()).toBe(await files.place());
});

test('a migration that takes something away waits until no server of the release before is alive; others do not', async () => {
  const folder = join(root, 'migrations');
  cpSync(resolve(import.meta.dirname, '../database/migrations'), folder, { recursive: true });
  await client.query('update server_node set seen_at = now()');
  writeFileSync(join(folder, '9998-more.sql'), 'alter table server_node add column more int;');
  expect(await migrate(database.administration, folder)).toEqual({ applied: ['9998-more.sql'] });
  writeFileSync(join(folder, '9999-less.contract.sql'), 'alter table server_node drop column more;');
  await expect(migrate(database.administration, folder)).rejects.toThrow('takes away what running servers use');
  await client.query('delete from server_node');
  expect(await migrate(database.administration, folder)).toEqual({ applied: ['9999-less.contract.sql'] });
  await expect(migrate(database.administration)).rejects.toThrow('migrated by a newer version of Gantry');
});
