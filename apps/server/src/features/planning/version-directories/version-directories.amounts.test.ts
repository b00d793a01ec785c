import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDirectory } from '../../../testing/directories.ts';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let types: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
  types = await makeDirectory(world, anna, schedule, { name: 'Types', kind: 'work_types', rows: [{ code: 'WALL', unit: 'm3', price: 5 }] });
  const resources = await makeDirectory(world, anna, schedule, {
    name: 'Resources',
    kind: 'resources',
    rows: [
      { code: 'R-1', name: 'Bricklayer', unit: 'man-h', resource: 'labour', price: 12 },
      { code: 'R-2', name: 'Brick', unit: 'pcs', resource: 'material', price: 2 },
      { code: 'R-3', name: 'Mortar', unit: 't', resource: 'material', price: 12345.67 },
    ],
  });
  const { id: set } = await anna.ok(api.coefficients.createSet, { body: { name: 'Winter', source: '' } });
  const { id: dearer } = await anna.ok(api.coefficients.create, {
    body: { set_id: set, code: 'K1', name: 'Dearer', target: 'cost', labour: 1.5, all: 1.2 },
  });
  const { id } = await anna.ok(api.directoryRelations.create, {
    body: {
      name: 'R',
      from_id: types,
      to_id: resources,
      options: { follow: true, as_resources: true, duration_rule: 'labour', coefficient_ids: [dearer] },
    },
  });
  await anna.ok(api.directoryRelations.updateRows, {
    params: { id },
    body: {
      add: [
        { row_a_id: 1, row_b_id: 1, quantity: 4 },
        { row_a_id: 1, row_b_id: 2, quantity: 400 },
        { row_a_id: 1, row_b_id: 3, quantity: 0.0712345678 },
      ],
    },
  });
});
afterAll(() => world.close());

async function wall(volume: number): Promise<{ version: number; item: number }> {
  const version = await anna.version(schedule);
  const item = await anna.item(version, { name: 'Wall', duration_minutes: 2400 });
  await anna.ok(api.versionDirectories.assign, {
    params: { id: version },
    body: { directory_id: types, row_id: 1, items: [{ id: item, volume }], rule: 'none' },
  });
  return { version, item };
}
const costs = async (version: number) =>
  Object.fromEntries(
    (
      await world.sql(
        'select r.name, a.planned_cost from assignment a join resource r on r.version_id = a.version_id and r.id = a.resource_id where a.version_id = $1',
        [version],
      )
    ).map(({ name, planned_cost }) => [name, planned_cost]),
  );

test('costs counted anew keep the coefficients of norms, to the cent', async () => {
  const { version } = await wall(33.3333);
  const params = { id: version };
  const before = await contentOf(world, version);
  expect(await costs(version)).toMatchObject({ WALL: 166.67, Bricklayer: 2400, Brick: 31999.97 });
  expect((await anna.ok(api.versions.updateCosts, { params })).rows).toBe(0);
  expect(await contentOf(world, version)).toEqual(before);
  await world.sql("update resource set price_per_unit = 20 where version_id = $1 and name = 'Bricklayer'", [version]);
  expect((await anna.ok(api.versions.updateCosts, { params })).rows).toBe(1);
  // 133.3332 hours at 20, half as much again.
  expect(await costs(version)).toMatchObject({ WALL: 166.67, Bricklayer: 4000, Brick: 31999.97 });
});

test('the volume of a work is that of its work type: its materials are not added to it', async () => {
  const { version, item } = await wall(100);
  const params = { id: version };
  await anna.ok(api.timetable.saveSettings, { params, body: { data_date: '2031-03-05T09:00' } });
  const wbs = { params: { id: version, wbsId: item } };
  await anna.ok(api.wbs.update, { ...wbs, body: { status: 'in_progress', actual_start: '2031-03-03T09:00' } });
  const [carrier] = await world.sql('select id, extra from assignment where version_id = $1 and extra is not null', [version]);
  expect(carrier['extra']).toEqual({ carriesVolume: true });
  await world.sql('update assignment set actual_units = 20, remaining_units = 80 where version_id = $1 and id = $2', [
    version,
    carrier['id'],
  ]);
  await anna.ok(api.versions.calculateRemains, { params });
  // 20 of 100 in two days: 80 are left for eight, whatever bricks and mortar there are.
  expect((await anna.ok(api.wbs.get, wbs)).item).toMatchObject({ remaining_minutes: 8 * 480 });
});
