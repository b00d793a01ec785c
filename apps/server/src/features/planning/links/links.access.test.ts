import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letInOnly } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
/** Plans the schedule here, and sees nothing of the one there until it is given to them. */
let guest: Person;
let here: number;
let there: number;
let v: number;
let w: number;
let a: number;
let b: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, guest] = [await world.person('anna'), await world.person('guest')];
  await anna.space();
  await letInOnly(guest, anna);
  [here, there] = [await anna.schedule('Here'), await anna.schedule('There')];
  [v, w] = [await anna.version(here), await anna.version(there)];
  a = await anna.item(v, { name: 'A', code: 'A1' });
  b = await anna.item(w, { name: 'Secret', code: 'B1' });
  await give(here, 'planner');
});
afterAll(() => world.close());

const give = (node_id: number, role: keyof typeof BUILT_IN_ROLE_ID) =>
  anna.ok(api.grants.grant, { body: { node_id, user_id: guest.id, role_id: BUILT_IN_ROLE_ID[role] } });
const body = (side: 'predecessor' | 'successor') => ({ version_id: v, item_id: a, side, other_version_id: w, other_item_id: b });
const listed = async (person: Person) => (await person.ok(api.links.list, { params: { id: here }, query: { version_id: v } })).links;

test('who sees one of two schedules alone makes no link, and learns of one no more than that it is there', async () => {
  expect(await guest.refused(api.links.create, { body: body('predecessor') })).toMatchObject({ status: 404, code: 'version.not_found' });
  const { id } = await anna.ok(api.links.create, { body: body('predecessor') });
  await anna.ok(api.wbs.update, { params: { id: w, wbsId: b }, body: { name: 'More secret' } });
  await anna.ok(api.timetable.calculateNow, { params: { id: w }, body: { data_date: '2026-03-02T00:00' } });
  const [link] = await listed(guest);
  expect(link).toMatchObject({
    id,
    hidden: true,
    gone: false,
    other: { code: 'B1', name: 'Secret', start: null, schedule: { name: '' }, project: '' },
  });
  expect(JSON.stringify(link)).not.toContain('More secret');
  expect((await listed(anna))[0]).toMatchObject({ hidden: false, other: { name: 'More secret' } });
});

test('dates are the same, whoever calculates', async () => {
  const startBy = async (person: Person) => {
    await person.ok(api.timetable.calculateNow, { params: { id: v }, body: { data_date: '2026-03-02T00:00' } });
    return (await anna.ok(api.wbs.get, { params: { id: v, wbsId: a } })).item['early_start'];
  };
  expect(await startBy(guest)).toBe('2026-03-03T09:00');
  expect(await startBy(anna)).toBe('2026-03-03T09:00');
});

test('a reader of the other schedule waits for it, and makes nothing there wait', async () => {
  const [{ id }] = await listed(anna);
  await anna.ok(api.links.remove, { params: { id } });
  await give(there, 'viewer');
  expect(await guest.refused(api.links.create, { body: body('successor') })).toMatchObject({ status: 403, code: 'auth.forbidden' });
  const made = await guest.ok(api.links.create, { body: body('predecessor') });
  await guest.ok(api.links.update, { params: { id: made.id }, body: { lag_minutes: 60 } });
  await guest.ok(api.links.remove, { params: { id: made.id } });
  const annas = await anna.ok(api.links.create, {
    body: { ...body('successor'), version_id: w, item_id: b, other_version_id: v, other_item_id: a },
  });
  expect(await guest.refused(api.links.update, { params: { id: annas.id }, body: { lag_minutes: 60 } })).toMatchObject({ status: 403 });
  expect(await guest.refused(api.links.remove, { params: { id: annas.id } })).toMatchObject({ status: 403 });
  await give(there, 'planner');
  await guest.ok(api.links.remove, { params: { id: annas.id } });
});
