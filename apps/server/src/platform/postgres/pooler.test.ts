import { api } from '@gantry/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPooler, type Pooler, startPooler } from '../../testing/servers/pooler.ts';
import { clusterUrl } from '../../testing/test-databases.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { CALL_LIMITS_MS, openDatabase } from './database.ts';

/** Connections of the pooler to the database: fewer than the server opens to the pooler. */
const FEW = 4;

describe.skipIf(!hasPooler())('through a pooler that hands out another connection for each transaction', () => {
  let pooler: Pooler;
  let world: World;

  beforeAll(async () => {
    pooler = await startPooler(clusterUrl(), FEW);
    world = await createWorld({}, { poolerUrl: pooler.url });
  });
  afterAll(async () => {
    await world.close();
    await pooler.close();
  });

  test('each transaction is bound to its space, works as the restricted role and within its limits', async () => {
    const database = openDatabase({ ...world.database.connection, ...CALL_LIMITS_MS }, () => undefined);
    const ask = (db: Parameters<Parameters<typeof database.read>[1]>[0]) =>
      sql<{ role: string; limit: string; space: string }>`
        select current_user as role, current_setting('statement_timeout') as limit, current_setting('app.space_id') as space`
        .execute(db)
        .then(({ rows }) => rows[0]);
    const spaces = Array.from({ length: 40 }, (_, at) => at + 1);
    const seen = await Promise.all(
      spaces.map((spaceId) =>
        spaceId % 2 ? database.read({ spaceId, userId: null }, ask) : database.write({ spaceId, userId: null }, ask),
      ),
    );
    const { user, role } = { user: new URL(pooler.url).username, role: world.database.connection.pooler?.role };
    expect(seen).toEqual(spaces.map((spaceId) => ({ role: role ?? user, limit: '30s', space: String(spaceId) })));
    await database.close();
  });

  test('people edit at once, hear of it, calculate and read on few connections; a stranger sees nothing', async () => {
    const [anna, boris] = [await world.person('anna'), await world.person('boris')];
    await anna.space();
    await boris.space();
    const version = await anna.version();
    const page = await anna.push(version);
    const rows = await Promise.all(Array.from({ length: 24 }, (_, at) => anna.item(version, { name: `Row ${at}` })));
    await page.heard('version_edit', ({ diff }) => diff.wbs?.added.some(({ name }: { name: string }) => name === 'Row 23') === true);
    await anna.relation(version, rows[0], rows[1]);
    const answers = await Promise.all(Array.from({ length: 40 }, () => anna.ok(api.wbs.list, { params: { id: version }, query: {} })));
    expect(new Set(answers.map(({ items }) => items.length)).size).toBe(1);
    expect(await boris.refused(api.versions.get, { params: { id: version } })).toMatchObject({ status: 404 });
    const used = await world.sql(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and query like '%app.space_id%'`,
    );
    expect(used[0]['n']).toBeLessThanOrEqual(FEW);
    await page.close();
  });
});
