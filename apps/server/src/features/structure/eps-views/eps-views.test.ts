import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let guest: Person;
let projects: number[];

beforeAll(async () => {
  world = await createWorld();
  [anna, guest] = [await world.person('anna'), await world.person('guest')];
  await anna.space();
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Hospital' } })).id;
  projects = [];
  for (const name of ['Wing B', 'Wing A']) {
    const { id } = await anna.ok(api.projects.create, { body: { name, facility_id: facility } });
    projects.push(id);
    const schedule = (await anna.ok(api.projects.createSchedule, { params: { id }, body: { name: `${name} works` } })).id;
    const version = await anna.version(schedule);
    await anna.item(version, { name: 'Dig', start: '2026-03-02T09:00', duration_minutes: 480 });
    const done = await anna.item(version, { name: 'Clear', start: '2026-02-02T09:00', duration_minutes: 480 });
    await world.sql(`update wbs_item set status = 'completed' where version_id = $1 and id = $2`, [version, done]);
  }
  const door = (await anna.ok(api.roles.create, { body: { name: 'Door only', rights: ['space.read'] } })).id;
  await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login: 'guest', role_id: door } });
  guest.spaceId = anna.spaceId;
  const grant = { node_id: projects[1], user_id: guest.id, role_id: BUILT_IN_ROLE_ID.viewer };
  await anna.ok(api.grants.grant, { body: grant });
});
afterAll(() => world.close());

const names = async (query = {}, person = anna) => (await person.ok(api.epsViews.withoutAnalytic, { query })).nodes.map(({ name }) => name);

test('the hierarchy is a list in the order of the tree, with the way to each node, page by page', async () => {
  const { nodes, total } = await anna.ok(api.epsViews.withoutAnalytic, { query: {} });
  expect(nodes.map(({ name, path }) => [...path, name].join(' / '))).toEqual([
    'Hospital',
    'Hospital / Wing B',
    'Hospital / Wing B / Wing B works',
    'Hospital / Wing A',
    'Hospital / Wing A / Wing A works',
  ]);
  expect(total).toBe(5);
  const page = await anna.ok(api.epsViews.withoutAnalytic, { query: { offset: 1, limit: 2 } });
  expect([page.nodes.map(({ name }) => name), page.next]).toEqual([['Wing B', 'Wing B works'], 3]);
  expect(await names({ search: 'works wing a' })).toEqual(['Wing A works']);
  expect(await names({ parent_id: projects[0] })).toEqual(['Wing B works']);
  expect(await anna.refused(api.epsViews.withoutAnalytic, { query: { parent_id: 999_999 } })).toMatchObject({ code: 'node.not_found' });
});

test('with analytic each node says what lies below it', async () => {
  const { nodes } = await anna.ok(api.analytics.nodesWithFigures, { query: {} });
  const below = { works: 2, completed: 1, start: '2026-02-02T09:00' };
  expect(nodes.map(({ name, analytic }) => [name, analytic.schedules, analytic.works])).toEqual([
    ['Hospital', 2, 4],
    ['Wing B', 1, 2],
    ['Wing B works', 1, 2],
    ['Wing A', 1, 2],
    ['Wing A works', 1, 2],
  ]);
  expect(nodes[2].analytic).toMatchObject({ ...below, critical: expect.any(Number), overdue: expect.any(Number), outdated: false });
});

test('the active view says which kinds are listed and in which order, until it is reset', async () => {
  const content = { kinds: ['project' as const], sort: 'name' as const, direction: -1 as const };
  const { id } = await anna.ok(api.epsViews.create, { body: { name: 'Projects', content } });
  expect(await names()).toHaveLength(5);
  await anna.ok(api.epsViews.setActive, { params: { id }, body: { target: '' } });
  expect(await names()).toEqual(['Wing B', 'Wing A']);
  await anna.ok(api.epsViews.update, { params: { id }, body: { content: { ...content, direction: 1 } } });
  const compare = vi.spyOn(String.prototype, 'localeCompare');
  try {
    expect(await names()).toEqual(['Wing A', 'Wing B']);
    // Each call with options makes a collator.
    expect(compare.mock.calls.filter(([, , options]) => options)).toEqual([]);
  } finally {
    compare.mockRestore();
  }
  expect((await anna.ok(api.epsViews.list, { query: {} })).items).toMatchObject([{ id, name: 'Projects', active: true, own: true }]);
  await anna.ok(api.epsViews.reset, { body: {} });
  expect(await names()).toHaveLength(5);
  await anna.ok(api.epsViews.remove, { params: { id } });
  expect((await anna.ok(api.epsViews.list, { query: {} })).items).toEqual([]);
});

test('who was given a node alone lists that, and counts nothing elsewhere', async () => {
  expect(await names({}, guest)).toEqual(['Hospital', 'Wing A', 'Wing A works']);
  const { nodes } = await guest.ok(api.analytics.nodesWithFigures, { query: {} });
  expect(nodes.map(({ analytic }) => analytic.works)).toEqual([2, 2, 2]);
});
