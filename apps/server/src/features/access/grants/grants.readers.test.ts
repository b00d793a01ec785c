import { api } from '@gantry/contract';
import { SPACE_RIGHTS, type SpaceRight } from '@gantry/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { memberOf, nodesAbove, NO_ACCESS, rightsAt } from '../roles/roles.access.service.ts';
import { listAccessAt } from './grants.repository.ts';
import { readersAt, readersOf } from './grants.service.ts';

let world: World;
let anna: Person;
let people: Person[];
let nodes: number[];
let roles: number[];

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Facility' } })).id;
  const project = (await anna.ok(api.projects.create, { body: { name: 'Project', facility_id: facility } })).id;
  const schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Schedule' } })).id;
  const other = (await anna.ok(api.projects.create, { body: { name: 'Other', facility_id: facility } })).id;
  nodes = [facility, project, schedule, other];
  const make = async (name: string, rights: SpaceRight[]) => (await anna.ok(api.roles.create, { body: { name, rights } })).id;
  roles = [
    await make('Door', ['space.read']),
    await make('Structure', ['space.read', 'structure.read']),
    await make('Plan', ['space.read', 'plan.read', 'plan.edit']),
    await make('People', ['space.read', 'users.manage', 'plan.read']),
  ];
  people = await Promise.all(['boris', 'clara', 'david'].map((name) => world.person(name)));
  for (const { login } of people) {
    await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login, role_id: roles[0] } });
  }
});
afterAll(() => world.close());

test('who reads at a node is who would be let in there, whatever roles and grants there are', async () => {
  const member = fc.record({
    role: fc.nat(3),
    status: fc.constantFrom('active' as const, 'disabled' as const),
    grants: fc.uniqueArray(fc.record({ node: fc.nat(3), role: fc.integer({ min: 1, max: 3 }) }), {
      selector: ({ node }) => node,
      maxLength: 3,
    }),
  });
  await fc.assert(
    fc.asyncProperty(fc.tuple(member, member, member), async (given) => {
      const { database } = world.app.services;
      const spaceId = anna.spaceId;
      await database.write({ spaceId, userId: anna.id }, async (tx) => {
        for (const [index, { role, status, grants }] of given.entries()) {
          const user_id = people[index].id;
          await tx
            .updateTable('space_user')
            .set({ role: 'viewer', role_id: roles[role], status })
            .where('space_id', '=', spaceId)
            .where('user_id', '=', user_id)
            .execute();
          await tx.deleteFrom('node_grant').where('space_id', '=', spaceId).where('user_id', '=', user_id).execute();
          for (const grant of grants) {
            const row = {
              space_id: spaceId,
              node_id: nodes[grant.node],
              user_id,
              role: 'viewer' as const,
              role_id: roles[grant.role],
              granted_by: anna.id,
            };
            await tx.insertInto('node_grant').values(row).execute();
          }
        }
      });
      await database.read({ spaceId, userId: null }, async (db) => {
        for (const node of nodes) {
          const held = new Map<number, ReadonlySet<SpaceRight>>();
          for (const { id } of [anna, ...people]) {
            const access = (await memberOf(db, spaceId, id))?.access ?? NO_ACCESS;
            held.set(id, await rightsAt(db, spaceId, access, { kind: 'node', param: 'id' }, () => node));
          }
          for (const right of SPACE_RIGHTS) {
            const welcome = [...held].filter(([, rights]) => rights.has(right)).map(([id]) => id);
            expect(await readersAt(db, spaceId, node, right)).toEqual(new Set(welcome));
          }
        }
      });
    }),
    { numRuns: 12 },
  );
});

test('who delivers messages asks once in five seconds', async () => {
  const { services } = world.app;
  let now = 1_000;
  const clocked = { ...services, now: () => new Date(now) };
  const ask = () => readersOf(clocked, anna.spaceId, nodes[0], 'space.read');
  const first = ask();
  expect(ask()).toBe(first);
  now += 5_000;
  expect(ask()).not.toBe(first);
  expect((await ask()).has(anna.id)).toBe(true);
});

test('the roles of one person are found without those of the others', async () => {
  await world.sql(`update space_user set status = 'active' where space_id = $1`, [anna.spaceId]);
  for (const { id } of people) await anna.ok(api.grants.grant, { body: { node_id: nodes[1], user_id: id, role_id: roles[2] } });
  await world.app.services.database.read({ spaceId: anna.spaceId, userId: null }, async (db) => {
    const path = await nodesAbove(db, anna.spaceId, nodes[2]);
    const all = await listAccessAt(db, anna.spaceId, path);
    for (const { id } of [anna, ...people])
      expect(await listAccessAt(db, anna.spaceId, path, id)).toEqual(all.filter(({ user_id }) => user_id === id));
    expect(all.length).toBeGreaterThanOrEqual(7);
  });
});

test('who sees nodes that go is asked once for all of them', async () => {
  const make = async (count: number) => {
    const made: number[] = [];
    for (let at = 0; at < count; at++) made.push((await anna.ok(api.facilities.create, { body: { name: `Gone ${count} ${at}` } })).id);
    return made;
  };
  const [one, more] = [await make(1), await make(6)];
  const asked = async (ids: number[]) => {
    const sent = await statementsOf(() => anna.ok(api.eps.removeChecked, { body: { ids }, query: {} }));
    return sent.filter((text) => text.includes('as on_node')).length;
  };
  expect(await asked(one)).toBe(1);
  expect(await asked(more)).toBe(1);
});
