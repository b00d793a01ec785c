import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  stranger = await world.person('stranger');
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
});
afterAll(() => world.close());

const content = { join: 'and' as const, conditions: [{ column: 'critical', operator: 'eq' as const, value: true }] };
const list = async (person: Person, target = '') => (await person.ok(api.filters.list, { query: { target } })).items;

test('a filtering state is saved, changed, made active for a schedule, reset and deleted', async () => {
  const { id } = await anna.ok(api.filters.create, { body: { name: 'Critical', content } });
  expect(await list(anna)).toMatchObject([{ id, name: 'Critical', own: true, shared: false, active: false, content }]);
  await anna.ok(api.filters.setActive, { params: { id }, body: { target: '7' } });
  expect((await list(anna, '7'))[0].active).toBe(true);
  expect((await list(anna, '8'))[0].active).toBe(false);
  await anna.ok(api.filters.update, { params: { id }, body: { name: 'Critical ones' } });
  await anna.ok(api.filters.reset, { body: { target: '7' } });
  expect(await list(anna, '7')).toMatchObject([{ name: 'Critical ones', active: false }]);
  await anna.ok(api.filters.remove, { params: { id } });
  expect(await list(anna)).toEqual([]);
});

test('one name stands once a person, and an operator nobody knows is refused', async () => {
  const { id } = await anna.ok(api.filters.create, { body: { name: 'Mine', content } });
  expect(await anna.refused(api.filters.create, { body: { name: ' mine', content } })).toMatchObject({
    status: 409,
    code: 'preset.name_taken',
  });
  await vera.ok(api.filters.create, { body: { name: 'Mine', content } });
  const unknown = { join: 'and', conditions: [{ column: 'name', operator: 'sounds_like', value: '' }] };
  expect(await anna.refused(api.filters.create, { body: { name: 'Other', content: unknown as never } })).toMatchObject({ status: 400 });
  await anna.ok(api.filters.remove, { params: { id } });
});

test('a shared one is used by others and changed by its owner alone; who may not edit plans may not share', async () => {
  const { id } = await anna.ok(api.filters.create, { body: { name: 'For all', shared: true, content } });
  const own = await anna.ok(api.filters.create, { body: { name: 'For me', content } });
  expect((await list(vera)).filter(({ own: mine }) => !mine)).toMatchObject([{ id, owner: 'anna Tester' }]);
  await vera.ok(api.filters.setActive, { params: { id }, body: {} });
  expect((await list(vera)).find((item) => item.id === id)?.active).toBe(true);
  expect((await list(anna)).find((item) => item.id === id)?.active).toBe(false);
  expect(await vera.refused(api.filters.update, { params: { id }, body: { name: 'Hers' } })).toMatchObject({
    status: 403,
    code: 'preset.not_yours',
  });
  expect(await vera.refused(api.filters.remove, { params: { id } })).toMatchObject({ code: 'preset.not_yours' });
  expect(await vera.refused(api.filters.setActive, { params: { id: own.id }, body: {} })).toMatchObject({ code: 'preset.not_found' });
  expect(await vera.refused(api.filters.create, { body: { name: 'Shared', shared: true, content } })).toMatchObject({
    code: 'preset.may_not_share',
  });
  await anna.ok(api.filters.update, { params: { id }, body: { shared: false } });
  expect((await list(vera)).some((item) => item.id === id)).toBe(false);
});

test('another space sees nothing of it', async () => {
  const { id } = await anna.ok(api.filters.create, { body: { name: 'Hidden', shared: true, content } });
  expect(await list(stranger)).toEqual([]);
  for (const call of [api.filters.setActive, api.filters.update] as const)
    expect(await stranger.refused(call, { params: { id }, body: {} })).toMatchObject({ status: 404, code: 'preset.not_found' });
  expect(await stranger.refused(api.filters.remove, { params: { id } })).toMatchObject({ status: 404 });
  expect((await stranger.call(api.filters.list, {}, { spaceId: anna.spaceId })).status).toBe(403);
});

test('layouts and groupings are kept the same way, each kind by itself', async () => {
  const layout = {
    columns: ['code', 'name'],
    frozen: ['code'],
    widths: { name: 300 },
    gridWidth: 700,
    pixelsPerDay: 8,
    panes: 'both' as const,
    showLinks: true,
    sort: { column: 'start', direction: -1 as const },
    // A layout brings back the rows that it was saved with, and their groups.
    filter: { join: 'and' as const, conditions: [{ column: 'critical', operator: 'eq' as const, value: 'true' }] },
    grouping: { levels: [{ column: 'status', direction: 1 as const, period: null }], subtotals: true },
  };
  const a = await anna.ok(api.layouts.create, { body: { name: 'Wide', content: layout } });
  await anna.ok(api.layouts.setActive, { params: { id: a.id }, body: {} });
  expect((await anna.ok(api.layouts.list, {})).items).toMatchObject([{ name: 'Wide', active: true, content: layout }]);
  const levels = [{ column: 'status', direction: 1 as const, period: null }];
  const g = await anna.ok(api.grouping.create, { body: { name: 'Wide', content: { levels } } });
  expect((await anna.ok(api.grouping.list, {})).items).toMatchObject([{ id: g.id, content: { levels, subtotals: true } }]);
  expect(await anna.refused(api.filters.setActive, { params: { id: g.id }, body: {} })).toMatchObject({ code: 'preset.not_found' });
  await anna.ok(api.layouts.setActive, { params: { id: a.id }, body: { active: false } });
  expect((await anna.ok(api.layouts.list, {})).items[0].active).toBe(false);
});
