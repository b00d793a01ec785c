import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { column, directoryKeeper } from '../../../testing/directory-keeper.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { directoryFollowers } from './version-directories.follow.service.ts';
import { countWorksOf } from './version-directories.repository.ts';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

test('works follow linked columns of the row that they carry, by an edit that is taken back; the directory knows its versions', async () => {
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Plant' } })).id;
  const project = (await anna.ok(api.projects.create, { body: { name: 'Line', facility_id: facility } })).id;
  const schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Works' } })).id;
  const zone = {
    name: 'Zone',
    key: 'zone',
    type: 'string' as const,
    owners: ['wbs' as const],
    values: [],
    unit: '',
    required: false,
    unique: false,
    inherits: false,
    default_value: null,
  };
  const attribute = (await anna.ok(api.attributes.create, { params: { id: facility }, body: zone })).id;
  const { create, rowsOf } = directoryKeeper(world, anna, facility);
  const at = await create(
    [
      column('Zone', { type: 'string', linked: { kind: 'attribute', attribute_id: attribute } }),
      column('Name of the work', { type: 'string', linked: { kind: 'field', field: 'name' } }),
    ],
    [{ do: 'add', id: -1, parent_id: null, code: 'W1', name: 'Digging' }],
  );
  const [row] = (await rowsOf(at)).ids;
  const [own, named] = at.columns.map(({ id }) => id);
  const version = await anna.version(schedule);
  const params = { id: version };
  const { ids } = await anna.ok(api.attributeValues.take, { params, body: { source_ids: [attribute] } });
  const work = await anna.item(version, { name: 'Work' });
  await anna.ok(api.versionDirectories.create, { params, body: { directory_id: at.id, row_id: row, items: [{ id: work }] } });

  const change = {
    base_revision: (await anna.ok(api.directories.get, at)).revision,
    changes: [{ do: 'update' as const, id: row, cells: { [own]: 'North', [named]: 'Digging, north' } }],
  };
  await anna.ok(api.directories.edit, { ...at, body: change });
  expect(await anna.ok(api.directories.updateLinkedValues, at)).toMatchObject({ versions: [version] });
  const passing = async (value: string) => {
    const body = { join: 'and' as const, conditions: [{ column: `attribute:${ids[0]}`, operator: 'eq' as const, value }] };
    return (await anna.ok(api.wbs.filter, { params, body })).items.map((item) => [item['id'], item['name']]);
  };
  expect(await passing('North')).toEqual([[work, 'Digging, north']]);
  expect(await anna.ok(api.directories.updateLinkedValues, at)).toMatchObject({ versions: [] });
  await anna.ok(api.edits.undo, { params });
  expect(await passing('North')).toEqual([]);
  await anna.ok(api.versions.setLocked, { params, body: { locked: true } });
  expect(await anna.ok(api.directories.updateAll, { params: { epsId: facility } })).toMatchObject({ directories: 1, versions: [] });

  const { nodes, edges } = await anna.ok(api.directories.graph, at);
  expect(nodes).toContainEqual({ kind: 'version', id: version, name: 'Version', node_id: schedule });
  expect(edges).toMatchObject([{ from: { kind: 'directory', id: at.id }, to: { kind: 'version', id: version }, by: 'assignment' }]);
  expect(await anna.refused(api.directories.remove, at)).toMatchObject({
    status: 409,
    code: 'directory.in_use',
    parameters: { users: ['Version'] },
  });
  const elsewhere = (await anna.ok(api.facilities.create, { body: { name: 'Elsewhere' } })).id;
  expect(await anna.refused(api.directories.moveTo, { params: { ...at.params, targetEpsId: elsewhere } })).toMatchObject({
    code: 'directory.donor_out_of_reach',
  });
});

test('works of all versions that follow are counted by one statement', async () => {
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Many versions' } })).id;
  const project = (await anna.ok(api.projects.create, { body: { name: 'Line', facility_id: facility } })).id;
  const schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Works' } })).id;
  const { create, rowsOf } = directoryKeeper(world, anna, facility);
  const linked = { kind: 'field' as const, field: 'name' };
  const at = await create(
    [column('Name', { type: 'string', linked })],
    [{ do: 'add', id: -1, parent_id: null, code: 'W1', name: 'Digging' }],
  );
  const [row] = (await rowsOf(at)).ids;
  for (let made = 0; made < 3; made += 1) {
    const id = await anna.version(schedule);
    const work = await anna.item(id, { name: 'Work' });
    await anna.ok(api.versionDirectories.create, { params: { id }, body: { directory_id: at.id, row_id: row, items: [{ id: work }] } });
  }
  const sent = await statementsOf(() => anna.ok(api.directories.updateLinkedValues, at));
  expect(sent.filter((text) => /count\(distinct .*item_id/.test(text))).toHaveLength(1);
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const versionIds = (
    await world.sql<{ id: number }>('select distinct version_id::int as id from directory_value where directory_id = $1', [at.id])
  ).map(({ id }) => id);
  const counted = (most: number) => context.read((db) => countWorksOf(db, anna.spaceId, { versionIds, directoryId: at.id, most }));
  expect([await counted(3), await counted(2)]).toEqual([3, null]);
  // Of many versions works are not counted at all: they follow by a job.
  const most = 101;
  const [some] = versionIds;
  const asked = await statementsOf(() =>
    directoryFollowers.follow(
      context,
      at.id,
      Array.from({ length: most }, () => some),
    ),
  );
  expect(asked.filter((text) => /count\(distinct .*item_id/.test(text))).toEqual([]);
  expect(await world.sql(`select status from job where kind = 'version_directory_follow'`)).toEqual([{ status: 'done' }]);
});
