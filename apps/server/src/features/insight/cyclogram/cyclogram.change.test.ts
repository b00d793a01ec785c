import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let version: number;
let floor: number;
let rows: number[];

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

beforeEach(async () => {
  version = await anna.version(await anna.schedule());
  const body = { name: 'Floor', type: 'list', values: ['P1', 'P2', 'P3'] } as never;
  floor = (await anna.ok(api.attributeValues.create, { params: { id: version }, body })).id;
  rows = [];
  for (const place of ['P1', 'P2', 'P3']) {
    const id = await anna.item(version, {
      name: `Walls ${place}`,
      start: '2026-03-02T09:00',
      duration_minutes: 2400,
      volume: 9,
      volume_unit: 'm3',
    });
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: id }, body: { attributes: { [floor]: place } } });
    rows.push(id);
  }
  for (const [from, to] of [
    [rows[0], rows[1]],
    [rows[1], rows[2]],
  ])
    await anna.ok(api.relations.create, {
      params: { id: version },
      body: { predecessor_id: from, successor_id: to, type: 'fs', lag_minutes: 60 },
    });
});

const change = (body: object) => anna.ok(api.cyclogram.change, { params: { id: version }, body: body as never });
const items = async () => (await anna.ok(api.wbs.list, { params: { id: version }, query: {} })).items as Record<string, unknown>[];
const relations = async () =>
  (await anna.ok(api.relations.list, { params: { id: version }, query: {} })).relations as Record<string, unknown>[];
const chain = async () =>
  (await relations()).map(({ predecessor_id, successor_id, lag_minutes }) => [
    rows.indexOf(predecessor_id as number),
    rows.indexOf(successor_id as number),
    lag_minutes,
  ]);
const undo = () => anna.ok(api.edits.undo, { params: { id: version }, body: {} });

test('durations and lags change in one edit, a work that refuses is named, and one undo takes all back', async () => {
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: rows[2] }, body: { type: 'milestone_finish' } });
  const before = [await items(), await relations()];
  const answer = await change({
    act: 'balance',
    works: rows.map((id) => ({ id, duration_minutes: 960 })),
    lags: [{ relation_id: (await relations())[0]['id'], lag_minutes: 480 }],
  });
  expect(answer.refused.map(({ id, code }) => [id, code])).toEqual([[rows[2], 'wbs.milestone_has_no_duration']]);
  expect((await items()).map(({ duration_minutes }) => duration_minutes)).toEqual([960, 960, 0]);
  expect((await chain())[0]).toEqual([0, 1, 480]);
  await undo();
  expect([await items(), await relations()]).toEqual(before);
});

test('places in another order: the chain is relinked as a whole, with its lags, and the list of places follows', async () => {
  const [first, second] = (await relations()).map(({ id }) => id);
  const reversed = {
    act: 'reorder',
    relinks: [
      { relation_id: first, predecessor_id: rows[2], successor_id: rows[1] },
      { relation_id: second, predecessor_id: rows[1], successor_id: rows[0] },
    ],
    places: { attribute_id: floor, values: ['P3', 'P2', 'P1'] },
  };
  await change(reversed);
  expect((await chain()).toSorted()).toEqual([
    [1, 0, 60],
    [2, 1, 60],
  ]);
  const { locations } = await anna.ok(api.cyclogram.read, { params: { id: version, attributeId: floor }, query: {} });
  expect(locations.map(({ name }) => name)).toEqual(['P3', 'P2', 'P1']);
  await undo();
  expect((await chain()).toSorted()).toEqual([
    [0, 1, 60],
    [1, 2, 60],
  ]);
});

test('a cycle among the new relations, another list of places and a foreign relation are refused as a whole', async () => {
  const [first, second] = (await relations()).map(({ id }) => id);
  const refused = (body: object) => anna.refused(api.cyclogram.change, { params: { id: version }, body: body as never });
  const turned = { relation_id: first, predecessor_id: rows[2], successor_id: rows[1] };
  expect(await refused({ act: 'reorder', relinks: [turned] })).toMatchObject({ status: 409, code: 'relation.cycle' });
  const both = [turned, { relation_id: second, predecessor_id: rows[1], successor_id: rows[2] }];
  expect(await refused({ act: 'reorder', relinks: both })).toMatchObject({ status: 409, code: 'relation.cycle' });
  expect(await refused({ act: 'buffer', lags: [{ relation_id: 99_999, lag_minutes: 1 }] })).toMatchObject({ code: 'relation.not_found' });
  const places = { attribute_id: floor, values: ['P3', 'P2'] };
  expect(await refused({ act: 'reorder', places })).toMatchObject({ status: 409, code: 'cyclogram.other_places' });
  expect(await chain()).toEqual([
    [0, 1, 60],
    [1, 2, 60],
  ]);
});

test('a work in two shares its volume and its assignments; what waited for it waits for the second part', async () => {
  const key = [anna.spaceId, version];
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit) values ($1, $2, 901, 'C', 'Crew', 'labour', 'h')`,
    key,
  );
  await world.sql(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units, planned_cost, actual_cost, remaining_cost, lag_minutes, driving)
     values ($1, $2, 902, $3, 901, 100, 0, 100, 10, 0, 10, 0, true)`,
    [...key, rows[1]],
  );
  await change({ act: 'split', split: { id: rows[1], share: 0.25, gap_minutes: 480 } });
  const all = await items();
  const parts = all.filter(({ name }) => name === 'Walls P2');
  expect(all.map(({ name }) => name)).toEqual(['Walls P1', 'Walls P2', 'Walls P2', 'Walls P3']);
  expect(parts.map(({ duration_minutes, volume }) => [duration_minutes, volume])).toEqual([
    [600, 2.25],
    [1800, 6.75],
  ]);
  const [first, behind] = parts.map(({ id }) => id as number);
  expect((await relations()).map(({ predecessor_id, successor_id, lag_minutes }) => [predecessor_id, successor_id, lag_minutes])).toEqual([
    [rows[0], first, 60],
    [behind, rows[2], 60],
    [first, behind, 480],
  ]);
  const units = await world.sql<{ planned_units: number }>(
    `select planned_units from assignment where space_id = $1 and version_id = $2 and item_id in ($3, $4) order by planned_units`,
    [...key, first, behind],
  );
  expect(units.map(({ planned_units }) => planned_units)).toEqual([25, 75]);
  const flow = await anna.ok(api.cyclogram.read, { params: { id: version, attributeId: floor }, query: {} });
  expect(flow.segments.filter(({ place }) => place === 1)).toHaveLength(2);
  await undo();
  expect(await items()).toHaveLength(3);
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: rows[1] }, body: { status: 'in_progress' } });
  const split = { id: rows[1], share: 0.5, gap_minutes: 0 };
  const refused = await anna.refused(api.cyclogram.change, { params: { id: version }, body: { act: 'split', split } });
  expect(refused).toMatchObject({ status: 409, code: 'cyclogram.not_to_split' });
});

test('drawn works stand behind the one that they go on with, in their places, as one edit; a refused value draws none', async () => {
  const before = await items();
  const work = (place: string, start: string) => ({ name: 'Slabs', start, duration_minutes: 960, attributes: { [floor]: place } });
  const works = [work('P1', '2026-04-06T09:00'), work('P2', '2026-04-08T09:00')];
  await change({ act: 'draw', drawn: { behind_id: rows[1], works } });
  const all = await items();
  expect(all.map(({ name }) => name)).toEqual(['Walls P1', 'Walls P2', 'Slabs', 'Slabs', 'Walls P3']);
  const flow = await anna.ok(api.cyclogram.read, { params: { id: version, attributeId: floor }, query: {} });
  const line = flow.lines.findIndex(({ name }) => name === 'Slabs');
  expect(flow.segments.filter((one) => one.line === line).map(({ place, start, finish }) => [place, start, finish])).toEqual([
    [0, '2026-04-06T09:00', '2026-04-07T18:00'],
    [1, '2026-04-08T09:00', '2026-04-09T18:00'],
  ]);
  await undo();
  expect(await items()).toEqual(before);
  const draw = async (drawn: object) =>
    (await anna.refused(api.cyclogram.change, { params: { id: version }, body: { act: 'draw', drawn } as never })).code;
  expect(await draw({ behind_id: rows[1], works: [works[0], work('Nowhere', '2026-04-08T09:00')] })).toBe('attribute.bad_value');
  expect(await draw({ behind_id: 999_999, works })).toBe('wbs.not_found');
  expect(await items()).toEqual(before);
});
