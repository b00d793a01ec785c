import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let filter: number;
const made: { schedule: number; version: number; item: number }[] = [];

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  for (let index = 0; index < 4; index += 1) {
    const schedule = await anna.schedule();
    const version = await anna.version(schedule);
    const work = (name: string, day: number) =>
      anna.item(version, { name, start: `2026-03-0${day}T09:00`, duration_minutes: 960 * (index + 1) });
    const item = await work('Walls', 2);
    await work('Roof', 3 + index);
    made.push({ schedule, version, item });
  }
  const content = { join: 'and' as const, conditions: [{ column: 'progress', operator: 'lt' as const, value: 0.5 }] };
  filter = (await anna.ok(api.filters.create, { body: { name: 'Less than half', content } })).id;
});
afterAll(() => world.close());

const LEFT_OUT = new Set(['computed_at']);
/** Returns the figures of the filtered works of the space: totals, groups by a dimension, and groups by person. */
async function ask(): Promise<unknown> {
  const params = { id: anna.spaceId };
  const answers = [
    ...(await Promise.all(
      [{}, { group: 'status' as const }].map((query) => anna.ok(api.analytics.countOfSpace, { params, query: { filter, ...query } })),
    )),
    await anna.ok(api.analytics.byExecutorOfSpace, { params, query: { filter } }),
    await anna.ok(api.analytics.statsOfSpace, { params, query: { filter } }),
  ];
  return JSON.parse(JSON.stringify(answers, (key, value: unknown) => (LEFT_OUT.has(key) ? undefined : value)));
}

async function bundle(): Promise<void> {
  const [{ id }] = await world.sql<{ id: number }>(
    `insert into job (space_id, user_id, kind, title, input) values ($1, $2, 'analytics_bundles', '', $3) returning id`,
    [anna.spaceId, anna.id, JSON.stringify({ spaceId: anna.spaceId })],
  );
  await world.sql(`select pg_notify('gantry_job', '')`);
  // It has no title, so that no list of jobs has it.
  const statusOf = async () => (await world.sql<{ status: string }>('select status from job where id = $1', [id]))[0].status;
  await vi.waitFor(async () => expect(await statusOf()).toBe('done'), { timeout: 20_000, interval: 50 });
}
const bundled = async () => {
  const sql = `select version_id, bundle_id is not null as bundled from version_fact where dimension = 'rows' order by version_id`;
  return (await world.sql<{ version_id: number; bundled: boolean }>(sql)).filter((row) => row.bundled).map((row) => row.version_id);
};

test('versions that stand together answer as those that do not, and one that is edited leaves its bundle', async () => {
  const all = made.map(({ version }) => version);
  const before = await ask();
  expect(await bundled()).toEqual([]);
  await bundle();
  expect(await bundled()).toEqual(all);
  // Rows of versions that stand together are read nowhere else.
  const nothing = (of: string) => `${of} = decode(repeat('00', octet_length(${of})), 'hex')`;
  await world.sql(`update version_fact set ${['rows', 'week', 'month'].map(nothing).join()} where dimension = 'rows'`);
  expect(await ask()).toEqual(before);

  const [{ version, item }] = made;
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: item }, body: { progress: 0.75 } });
  const after = await ask();
  expect(after).not.toEqual(before);
  expect(await bundled()).toEqual(all.slice(1));
  await world.sql('delete from version_fact');
  expect(await ask()).toEqual(after);
});

test('a bundle of which less than half still holds is taken apart, and one that is gone is done without', async () => {
  await bundle();
  const before = await ask();
  const sizes = () =>
    world.sql<{ of: number }>('select count(*)::int as of from version_fact where bundle_id is not null group by bundle_id');
  for (const { version, item } of made.slice(1)) {
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: item }, body: { name: 'Wall' } });
  }
  expect(await ask()).toEqual(before);
  expect(await sizes()).toEqual([{ of: 1 }]);
  await bundle();
  expect(await sizes()).toEqual([{ of: 4 }]);
  await world.sql('delete from fact_bundle');
  expect(await ask()).toEqual(before);
});
