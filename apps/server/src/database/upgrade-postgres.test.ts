import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts';
import { createEmptyDatabase } from '../testing/test-databases.ts';
import { createWorld } from '../testing/world.ts';

const repository = resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'gantry-upgrade-'));
// PostgreSQL, which does not run as root, enters it.
chmodSync(folder, 0o711);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const upgrade = (from: string, into: string): Promise<string> =>
  promisify(execFile)(process.execPath, ['tools/installation/upgrade-database.ts', '--from', from, '--into', into], {
    cwd: repository,
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );

test('a whole database is copied into the built-in one of this release, whatever its major version is; others are refused in a sentence', async () => {
  const world = await createWorld();
  const into = join(folder, 'new');
  try {
    const anna = await world.person('anna');
    await anna.space('Harbour');
    const version = await anna.version(await anna.schedule('Quay'));
    for (const name of ['Dig', 'Say "x", (y) \\ z', 'Été']) await anna.item(version, { name });
    const { url } = world.database;
    const [{ rows: items }] = await world.sql(`select count(*)::int as rows from wbs_item`);
    expect(await upgrade(url, into)).toMatch(/^Copied \d+ rows of \d+ tables, each compared/);
    expect(await upgrade(url, into)).toContain('is there already');

    const database = await startEmbeddedPostgres(into, { info() {}, warn() {}, error() {} });
    const client = new pg.Client({ ...database.administration, database: 'gantry' });
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select name from wbs_item order by id');
    expect(rows).toHaveLength(items as number);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['Dig', 'Say "x", (y) \\ z', 'Été']));
    // Numbers go on where they were, and keys hold again.
    const most = (await client.query<{ most: string }>('select max(id) as most from space')).rows[0].most;
    const next = await client.query<{ id: string }>(
      `insert into space (name, created_by) select 'Next', created_by from space limit 1 returning id`,
    );
    expect(Number(next.rows[0].id)).toBeGreaterThan(Number(most));
    await expect(client.query('insert into space_user (space_id, user_id, role) values (999999, 999999, $1)', ['owner'])).rejects.toThrow(
      'foreign key',
    );
    await client.end();
    const again = join(folder, 'again');
    expect(await upgrade(into, again)).toMatch(/^Copied \d+ rows of \d+ tables, each compared/);
    await database.stop();

    await world.sql(`delete from migration where name = (select max(name) from migration)`);
    expect(await upgrade(url, join(folder, 'behind'))).toContain('lacks 1 migrations');
    const empty = await createEmptyDatabase();
    expect(await upgrade(url.replace(/(\/)[^/?]*(\?|$)/, `$1${empty.name}$2`), join(folder, 'empty'))).toContain(
      'There is no database of Gantry',
    );
    await empty.drop();
    expect(await upgrade(join(folder, 'nowhere'), join(folder, 'never'))).toContain('No database runs in');
    expect(
      ['behind', 'empty', 'never'].filter((name) => existsSync(join(folder, name)) || existsSync(join(folder, `${name}.growing`))),
    ).toEqual([]);
  } finally {
    await world.close();
  }
}, 180_000);
