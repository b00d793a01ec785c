import { api, type DirectoryRowChange } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letInOnly } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let facility: number;
let project: number;
let at: { epsId: number; directoryId: number };

const row = (id: number, parent_id: number | null, code: string, name: string, measure_id?: number): DirectoryRowChange => ({
  do: 'add',
  id,
  parent_id,
  code,
  name,
  ...(measure_id === undefined ? {} : { measure_id }),
});

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  facility = (await anna.ok(api.facilities.create, { body: { name: 'Plant' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'Line', facility_id: facility } })).id;
  const m3 = (await anna.ok(api.measures.create, { body: { name: 'Cubic metre', sign: 'm³' } })).id;
  const { id } = await anna.ok(api.directories.create, { params: { epsId: facility }, body: { name: 'Works' } });
  at = { epsId: facility, directoryId: id };
  await anna.ok(api.directories.edit, {
    params: at,
    body: {
      base_revision: 0,
      changes: [
        row(-1, null, '1', 'Earthworks'),
        row(-2, -1, '1.1', 'Pits'),
        row(-3, -2, '1.1-07', 'Digging by hand', m3),
        row(-4, -2, '1.1-05', 'Digging by machine', m3),
        row(-5, null, '2', 'Бетонные работы'),
        row(-6, -5, '2.1', 'Hand mixing of 100% \\ earth_concrete'),
        row(-7, null, '', 'Dig for free'),
      ],
    },
  });
});
afterAll(() => world.close());

const find = async (search: string, page: { offset?: number; limit?: number } = {}) =>
  anna.ok(api.directories.findRows, { params: at, query: { search, ...page } });
const names = async (search: string) => (await find(search)).rows.map(({ name }) => name);

test('rows are found by code, by name and by what stands above them', async () => {
  expect((await find('machine')).rows).toEqual([
    { id: expect.any(Number), code: '1.1-05', name: 'Digging by machine', unit: 'm³', path: ['Earthworks', 'Pits'] },
  ]);
  expect(await names('1.1-07')).toEqual(['Digging by hand']);
  expect(await names('earth dig')).toEqual(['Digging by machine', 'Digging by hand']);
  expect(await names('Earthworks / Pits / Digging by hand')).toEqual(['Digging by hand']);
  // What stands above alone does not bring everything below it.
  expect(await names('pits earthworks')).toEqual(['Pits']);
  expect(await names('БЕТОН')).toEqual(['Бетонные работы']);
  expect(await names('nothing like it')).toEqual([]);
});

test('what begins as it is typed comes first, and signs mean themselves', async () => {
  expect(await names('1.1')).toEqual(['Pits', 'Digging by machine', 'Digging by hand']);
  expect(await names('dig')).toEqual(['Digging by machine', 'Digging by hand', 'Dig for free']);
  expect((await names('earth'))[0]).toBe('Earthworks');
  expect(await names('100%')).toEqual(['Hand mixing of 100% \\ earth_concrete']);
  expect(await names('%')).toHaveLength(1);
  expect(await names('_')).toHaveLength(1);
  expect(await names('\\')).toHaveLength(1);
});

test('comes page after page with how many there are', async () => {
  const all = await find('');
  expect(all).toMatchObject({ total: 7, rows: [{ code: '1' }, { code: '1.1' }, {}, {}, {}, {}, { code: '' }] });
  const [first, second] = [await find('', { limit: 4 }), await find('', { offset: 4, limit: 4 })];
  expect([...first.rows, ...second.rows]).toEqual(all.rows);
  expect(await find('', { offset: 50 })).toMatchObject({ total: 7, rows: [] });
  // A directory from above is searched at the node that sees it.
  const below = { params: { epsId: project, directoryId: at.directoryId }, query: { search: 'machine' } };
  expect((await anna.ok(api.directories.findRows, below)).total).toBe(1);
});

test('is refused where it makes no sense, and to who is elsewhere it is not there', async () => {
  expect(await anna.refused(api.directories.findRows, { params: at, query: { limit: 5000 } })).toMatchObject({ status: 400 });
  const gone = await anna.refused(api.directories.findRows, { params: { ...at, directoryId: 999_999 } });
  expect(gone).toMatchObject({ status: 404, code: 'directory.not_found' });
  const guest = await world.person('guest');
  await letInOnly(guest, anna);
  expect([403, 404]).toContain((await guest.refused(api.directories.findRows, { params: at })).status);
  const stranger = await world.person('stranger');
  await stranger.space();
  expect(await stranger.refused(api.directories.findRows, { params: at })).toMatchObject({ status: 404 });
  const own = (await stranger.ok(api.facilities.create, { body: { name: 'Own' } })).id;
  const through = { params: { epsId: own, directoryId: at.directoryId } };
  const absent = { params: { epsId: own, directoryId: 999_999 } };
  expect(await stranger.refused(api.directories.findRows, through)).toMatchObject({
    ...(await stranger.refused(api.directories.findRows, absent)),
    parameters: { id: at.directoryId },
  });
});
