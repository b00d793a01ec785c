import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended } from '../../../testing/jobs.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let project: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, vera] = [await world.person('anna'), await world.person('vera')];
  await anna.space();
  await world.join(vera, anna, 'viewer');
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Street' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'House', facility_id: facility } })).id;
});
afterAll(() => world.close());

const item = { category: 'IFCWALL' as const, storey: 0, height: 3 };
const BOX = { ...item, key: 'b', name: 'Box', code: 'B.1', layer: 'Walls', shape: { kind: 'box' as const, width: 4, depth: 2 } };
const definition = () => ({
  eps_id: project,
  name: 'Sketch',
  storeys: [
    { name: 'Ground', elevation: 0 },
    { name: 'First', elevation: 3 },
  ],
  items: [
    BOX,
    { ...item, key: 'c', name: 'Column', storey: 1, shape: { kind: 'cylinder' as const, radius: 1 } },
    {
      ...item,
      key: 'p',
      name: 'Prism',
      shape: {
        kind: 'prism' as const,
        points: [
          [0, 0],
          [4, 0],
          [0, 3],
        ] as [number, number][],
      },
    },
  ],
});
const elements = async (modelId: number) =>
  (await vera.ok(api.models.elementsMetadata, { params: { id: project, modelId }, body: { ids: [1, 2, 3, 4] } })).elements;

test('a model of primitives is converted like one of a file, and keeps its GUIDs when it changes', async () => {
  expect((await vera.refused(api.primitiveModels.create, { body: definition() })).status).toBe(403);
  const { id, job_id } = await anna.ok(api.primitiveModels.create, { body: definition() });
  expect(await ended(anna, job_id)).toMatchObject({ status: 'done' });
  const before = await elements(id);
  expect(before.map(({ name, storey, volume, tag }) => [name, storey, Number(volume?.toFixed(2)), tag])).toEqual([
    ['Box', 'Ground', 24, 'b'],
    ['Column', 'First', 9.42, 'c'],
    ['Prism', 'Ground', 18, 'p'],
  ]);
  expect((await vera.ok(api.primitiveModels.list, { params: { epsId: project } })).models).toEqual([
    { id, eps_id: project, name: 'Sketch', items: 3 },
  ]);
  const wider = { ...BOX, shape: { ...BOX.shape, width: 5 } };
  const changed = await anna.ok(api.primitiveModels.update, { body: { id, eps_id: project, name: 'Sketch 2', items: [wider] } });
  expect(changed.id).toBe(id);
  expect(await ended(anna, changed.job_id)).toMatchObject({ status: 'done' });
  expect((await elements(id)).map(({ guid, volume }) => [guid, volume])).toEqual([[before[0].guid, 30]]);
  const now = await vera.ok(api.primitiveModels.get, { params: { epsId: project, id } });
  expect(now).toMatchObject({ name: 'Sketch 2', storeys: definition().storeys, items: [wider] });
  expect((await vera.ok(api.models.list, { params: { id: project } })).models).toMatchObject([
    { name: 'Sketch 2', current: { number: 2 } },
  ]);
});

test.each([
  ['a storey that is not there', { storey: 2 }, 'primitive_model.no_storey'],
  ['a key that another has', { key: 'b' }, 'primitive_model.key_taken'],
  [
    'a base without a surface',
    {
      shape: {
        kind: 'prism' as const,
        points: [
          [0, 0],
          [1, 1],
          [2, 2],
        ] as [number, number][],
      },
    },
    'primitive_model.flat',
  ],
] as const)('a body with %s is refused', async (_, wrong, code) => {
  const body = { ...definition(), items: [BOX, { ...BOX, key: 'w', name: 'Wrong', ...wrong }] };
  const files = world.files().length;
  const refusal = await anna.refused(api.primitiveModels.create, { body });
  expect(refusal).toMatchObject({ status: 422, code });
  expect(refusal.parameters['name']).toBe(code === 'primitive_model.key_taken' ? 'b' : 'Wrong');
  expect(world.files()).toHaveLength(files);
});

test('it is found in its own project alone, and goes with its model', async () => {
  const [{ id }] = (await anna.ok(api.primitiveModels.list, { params: { epsId: project } })).models;
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Other street' } })).id;
  const other = (await anna.ok(api.projects.create, { body: { name: 'Other', facility_id: facility } })).id;
  for (const call of [api.primitiveModels.get, api.primitiveModels.remove])
    expect(await anna.refused(call, { params: { epsId: other, id } })).toMatchObject({ status: 404, code: 'primitive_model.not_found' });
  expect((await anna.refused(api.primitiveModels.update, { body: { id, eps_id: other } })).status).toBe(404);
  await anna.ok(api.primitiveModels.remove, { params: { epsId: project, id } });
  expect((await anna.ok(api.models.list, { params: { id: project } })).models).toEqual([]);
  expect(await world.sql('select 1 from primitive_model')).toEqual([]);
});
