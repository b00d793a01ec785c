import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letInOnly } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let guest: Person;

beforeAll(async () => {
  world = await createWorld();
  [anna, guest] = [await world.person('anna'), await world.person('guest')];
  await anna.space();
  await letInOnly(guest, anna);
});
afterAll(() => world.close());

const DAY = [{ start: 540, finish: 1020 }];
const week = [DAY, DAY, DAY, DAY, DAY, [], []];
const attribute = (name: string) => ({
  name,
  key: name.toLowerCase(),
  type: 'string' as const,
  owners: ['facility' as const, 'project' as const],
});
const rules = [{ condition: 'critical', state: 'error' as const, tint: 6, text: '' }];

test('who holds rights on one node sees what stands there, above it and in the space, and nothing of the rest', async () => {
  const [here, there] = [
    (await anna.ok(api.facilities.create, { body: { name: 'Here' } })).id,
    (await anna.ok(api.facilities.create, { body: { name: 'There' } })).id,
  ];
  const project = (await anna.ok(api.projects.create, { body: { name: 'Project', facility_id: here } })).id;
  for (const [name, node_id] of [
    ['Space', null],
    ['Above', here],
    ['Own', project],
    ['Other', there],
  ] as const) {
    await anna.ok(api.calendars.create, { body: { name, week, series: [], node_id } });
    await anna.ok(api.indicators.create, { body: { name, rules, node_id } });
    if (node_id === null) await anna.ok(api.attributes.createInSpace, { body: attribute(name) });
    else await anna.ok(api.attributes.create, { params: { id: node_id }, body: attribute(name) });
  }
  await anna.ok(api.grants.grant, { body: { node_id: project, user_id: guest.id, role_id: BUILT_IN_ROLE_ID.planner } });
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort();
  const seen = ['Above', 'Own', 'Space'];
  expect(names((await guest.ok(api.calendars.list)).calendars)).toEqual(seen);
  expect(names((await guest.ok(api.attributes.listAll)).attributes)).toEqual(seen);
  expect(names((await guest.ok(api.indicators.list)).indicators)).toEqual(seen);
  expect(names((await guest.ok(api.attributes.list, { params: { id: project } })).attributes)).toEqual(seen);
  await guest.ok(api.attributes.create, { params: { id: project }, body: attribute('Mine') });
  expect(await guest.refused(api.attributes.create, { params: { id: here }, body: attribute('Theirs') })).toMatchObject({ status: 403 });
  expect(await guest.refused(api.attributes.passport, { params: { id: here } })).toMatchObject({ status: 403 });
  expect(await guest.refused(api.calendars.create, { body: { name: 'Everywhere', week, series: [] } })).toMatchObject({ status: 403 });
});
