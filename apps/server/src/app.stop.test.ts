import { api } from '@gantry/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a server that ends answers the calls that are under way, and takes no new ones', async () => {
  const anna = await world.person('anna');
  await anna.space();
  const version = await anna.version();
  const holder = new pg.Client(world.database.administration);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from version where id = $1 for update', [version]);
  const edit = anna.item(version, { name: 'Under way' });
  await expect
    .poll(async () => (await holder.query(`select count(*)::int as n from pg_locks where not granted`)).rows[0].n)
    .toBeGreaterThan(0);
  const ended = world.restart();
  await new Promise((next) => setTimeout(next, 200));
  await holder.query('commit');
  await holder.end();
  await edit;
  await ended;
  expect((await anna.ok(api.wbs.list, { params: { id: version } })).items.map(({ name }) => name)).toContain('Under way');
});
