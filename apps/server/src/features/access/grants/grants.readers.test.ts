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
            const named = [people[0].id, people[2].id, 999_999];
            expect(await readersAt(db, spaceId, node, right, named)).toEqual(new Set(named.filter((id) => welcome.includes(id))));
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

test('a change of rights is told with its space, and forgets the readers of that space alone', async () => {
  const { services } = world.app;
  const boris = people[0];
  await boris.space();
  const own = boris.spaceId;
  const ask = (spaceId: number) => readersOf(services, spaceId, nodes[0], 'space.read');
  const isForgotten = async (name: string) => {
    const before = ask(anna.spaceId);
    await anna.ok(api.roles.create, { body: { name, rights: ['space.read'] } });
    await expect.poll(() => ask(anna.spaceId) === before).toBe(false);
  };
  // What was said of the other space before has arrived too.
  await isForgotten('Told first');
  const other = ask(own);
  await isForgotten('Told');
  expect(ask(own)).toBe(other);
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

test('of people who are named, the roles of no others are read', async () => {
  const { database } = world.app.services;
  const { rows } = await database.read({ spaceId: anna.spaceId, userId: null }, async (db) => {
    const sent = await statementsOf(() => readersAt(db, anna.spaceId, nodes[2], 'plan.read', [people[0].id]));
    const holders = sent.filter((text) => text.includes('as on_node'));
    expect(holders).toHaveLength(1);
    return { rows: holders[0].match(/"user_id" = any/g) };
  });
  // In the space, and on nodes.
  expect(rows).toHaveLength(2);
});

test('who has a right in the whole space is asked once for all places', async () => {
  const { services } = world.app;
  const [{ id }] = people;
  await world.sql(`update space_user set role_id = $3 where space_id = $1 and user_id = $2`, [anna.spaceId, id, roles[0]]);
  await world.sql(`delete from node_grant where space_id = $1`, [anna.spaceId]);
  await anna.ok(api.grants.grant, { body: { node_id: nodes[1], user_id: id, role_id: roles[2] } });
  let now = Date.now();
  const clocked = { ...services, now: () => new Date(now) };
  const read = async (node: number) => {
    const found: number[][] = [];
    const sent = await statementsOf(async () => void found.push([...(await readersOf(clocked, anna.spaceId, node, 'plan.read'))].sort()));
    const ofMembers = sent.filter((text) => text.includes('as on_node') && !text.includes('node_grant'));
    return { found: found[0], asked: ofMembers.length };
  };
  // What was changed before may still be told, which forgets the members: then it is asked again.
  const both = async () => {
    now += 60_000;
    const [first, second] = [await read(nodes[0]), await read(nodes[2])];
    expect(first.found).not.toContain(id);
    expect(second.found).toEqual([...first.found, id].sort());
    return [first.asked, second.asked];
  };
  await expect.poll(both).toEqual([1, 0]);
});
