import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkHouse } from '../../../testing/samples/models.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { volumeOfWork } from './model-volumes.rules.ts';

const element = { item_id: 1, share: 1, volume: 12, area: 30, length: 4, volume_source: 'file' as const };
const wall = { id: 1, code: 'W', name: 'Walls', volume: null, volumeUnit: '' };

describe('the volume of a work', () => {
  test.each([
    ['', 'by_unit', { quantity: 'volume', unit: 'm³', after: 18 }],
    ['100 м2', 'by_unit', { quantity: 'area', unit: '100 м2', after: 0.45 }],
    ['l', 'by_unit', { quantity: 'volume', unit: 'l', after: 18_000 }],
    ['шт', 'by_unit', { quantity: 'count', unit: 'шт', after: 1.5 }],
    ['', 'length', { quantity: 'length', unit: 'm', after: 6 }],
    ['km', 'length', { quantity: 'length', unit: 'km', after: 0.006 }],
  ] as const)('with the unit “%s”, asked %s', (volumeUnit, quantity, expected) => {
    const half = { ...element, share: 0.5, volume_source: 'geometry' as const };
    expect(volumeOfWork({ ...wall, volumeUnit }, [element, half], quantity)).toMatchObject({ proposed: expected });
  });

  test('names its sources, and why there is none', () => {
    const measured = { ...element, volume_source: 'geometry' as const };
    const none = { ...element, volume: null, volume_source: null };
    expect(volumeOfWork(wall, [element, measured, measured, none], 'volume')).toMatchObject({
      proposed: { after: 36, from_file: 1, from_geometry: 2, without: 1 },
    });
    expect(volumeOfWork(wall, [none], 'volume')).toEqual({ why: 'no_quantity' });
    expect(volumeOfWork({ ...wall, volumeUnit: 't' }, [element], 'by_unit')).toEqual({ why: 'unit' });
    expect(volumeOfWork({ ...wall, volumeUnit: 'm2' }, [element], 'volume')).toEqual({ why: 'unit' });
  });
});

let world: World;
let anna: Person;
let vera: Person;
let project: number;
let version: number;
let link: number;
let walls: number;
let crane: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, vera] = [await world.person('anna'), await world.person('vera')];
  await anna.space();
  await world.join(vera, anna, 'viewer');
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Street' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'House', facility_id: facility } })).id;
  const schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Works' } })).id;
  version = await anna.version(schedule);
  walls = await anna.item(version, { name: 'Walls', code: 'W', volume: 5, volume_unit: 'm3' });
  crane = await anna.item(version, { name: 'Crane', code: 'C', volume: 1, volume_unit: 't' });
});
afterAll(() => world.close());

const take = (more: object = {}) => anna.ok(api.modelVolumes.apply, { params: { id: version, linkId: link }, body: { ...more } });
const volume = async () =>
  (await world.sql('select volume, volume_unit from wbs_item where id = $1 and version_id = $2', [walls, version]))[0];

describe('volumes of works from models', () => {
  test('are shown first, taken as one edit, and taken back by one undo', { timeout: 300_000 }, async () => {
    link = await linkHouse(anna, project, version);
    const work = { item_id: walls, before: 5, after: 24, unit: 'm3', quantity: 'volume', from_file: 2, from_geometry: 0, without: 0 };
    const expected = { works: [work], same: 0, left_out: [{ item_id: crane, why: 'unit' }] };
    expect(await take({ dry_run: true })).toMatchObject(expected);
    expect(await volume()).toEqual({ volume: 5, volume_unit: 'm3' });
    const { revision } = await take();
    expect(await volume()).toEqual({ volume: 24, volume_unit: 'm3' });
    expect(await take({ dry_run: true })).toMatchObject({ works: [], same: 1 });
    await anna.ok(api.edits.undo, { params: { id: version }, body: { revision } });
    expect(await volume()).toEqual({ volume: 5, volume_unit: 'm3' });
  });

  test('are of the works that are named, and for those who may change the plan', async () => {
    const sent = await statementsOf(() => take({ item_ids: [crane], dry_run: true }));
    const [pairs, elements] = ['from bim_relation', 'from bim_element'].map((table) => sent.filter((text) => text.includes(table)));
    expect(pairs.map((text) => text.includes('item_id = any'))).toEqual([true]);
    expect(elements.map((text) => text.includes('guid = any'))).toEqual([true]);
    expect(await take({ item_ids: [crane] })).toMatchObject({ works: [], left_out: [{ item_id: crane }] });
    expect(await volume()).toMatchObject({ volume: 5 });
    const params = { id: version, linkId: link };
    expect((await vera.refused(api.modelVolumes.apply, { params, body: {} })).status).toBe(403);
    const foreign = await anna.refused(api.modelVolumes.apply, { params: { ...params, linkId: 999_999 }, body: {} });
    expect(foreign).toMatchObject({ status: 404, code: 'model_link.not_found' });
  });
});
