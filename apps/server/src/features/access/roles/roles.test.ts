import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, RIGHTS_OF_ROLE, SPACE_RIGHTS } from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { accessBy, beyond, delegated, holdsInReach, listedRoles, reachRoots, rightsAnywhere, rightsOn } from './roles.rules.ts';

let world: World;
let anna: Person;
let boris: Person;
let stranger: Person;

beforeAll(async () => {
  world = await createWorld();
  [anna, boris, stranger] = [await world.person('anna'), await world.person('boris'), await world.person('stranger')];
  await anna.space();
  await stranger.space();
  await world.join(boris, anna, 'administrator');
});
afterAll(() => world.close());

const role = async (id: number) => (await anna.ok(api.roles.list)).roles.find((entry) => entry.id === id);
const make = (name: string, rights: (typeof SPACE_RIGHTS)[number][], by = anna) => by.ok(api.roles.create, { body: { name, rights } });

describe('roles of a space', () => {
  test('begin with the seven built-in ones, which may what the product says', async () => {
    const { roles } = await anna.ok(api.roles.list);
    expect(roles.map(({ code, rights, changed }) => ({ code, rights, changed }))).toEqual(
      Object.entries(RIGHTS_OF_ROLE).map(([code, rights]) => ({
        code,
        rights: SPACE_RIGHTS.filter((right) => rights.includes(right)),
        changed: false,
      })),
    );
    expect(roles.find(({ code }) => code === 'administrator')?.members).toBe(1);
  });

  test('are made, changed and deleted; what one has, its members may from the next call on', async () => {
    const { id } = await make('Reader of trees', ['space.read', 'structure.read']);
    const vera = await world.person('vera');
    await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login: 'vera', role_id: id } });
    vera.spaceId = anna.spaceId;
    await vera.ok(api.eps.tree);
    expect((await vera.ok(api.users.spaces)).spaces).toMatchObject([{ id: anna.spaceId, role_name: 'Reader of trees' }]);
    expect(await vera.ok(api.users.spaceConfig)).toMatchObject({
      role_name: 'Reader of trees',
      rights: ['space.read', 'structure.read'],
      grants: [],
    });
    expect(await vera.refused(api.eps.create, { body: { kind: 'facility', name: 'X', parent_id: null } })).toMatchObject({
      code: 'auth.forbidden',
    });
    await anna.ok(api.roles.update, {
      params: { id },
      body: { name: 'Builder', rights: ['space.read', 'structure.read', 'structure.edit'] },
    });
    await vera.ok(api.eps.create, { body: { kind: 'facility', name: 'X', parent_id: null } });
    expect(await anna.refused(api.roles.remove, { params: { id } })).toMatchObject({ status: 409, code: 'role.in_use' });
    await anna.ok(api.spaces.updateMember, { params: { id: anna.spaceId, userId: vera.id }, body: { role_id: BUILT_IN_ROLE_ID.viewer } });
    await anna.ok(api.roles.remove, { params: { id } });
    expect(await role(id)).toBeUndefined();
    expect(await vera.refused(api.eps.create, { body: { kind: 'facility', name: 'Y', parent_id: null } })).toMatchObject({
      code: 'auth.forbidden',
    });
  });

  test('that are built in are rewritten for one space, and given back', async () => {
    const id = BUILT_IN_ROLE_ID.viewer;
    await anna.ok(api.roles.update, { params: { id }, body: { rights: ['space.read'] } });
    await anna.ok(api.roles.update, { params: { id }, body: { rights: ['space.read', 'structure.read'] } });
    expect(await role(id)).toMatchObject({ code: 'viewer', changed: true, rights: ['space.read', 'structure.read'] });
    expect((await stranger.ok(api.roles.list)).roles.find((entry) => entry.code === 'viewer')?.changed).toBe(false);
    await anna.ok(api.roles.remove, { params: { id } });
    expect(await role(id)).toMatchObject({ changed: false, rights: [...RIGHTS_OF_ROLE.viewer] });
  });

  test('the owner may everything and stays so', async () => {
    const params = { id: BUILT_IN_ROLE_ID.owner };
    expect(await anna.refused(api.roles.update, { params, body: { rights: ['space.read'] } })).toMatchObject({
      status: 409,
      code: 'role.owner_is_fixed',
    });
    expect(await anna.refused(api.roles.remove, { params })).toMatchObject({ code: 'role.owner_is_fixed' });
  });

  test('one name stands once, and nobody writes into a role what they may not themselves', async () => {
    await make('Twice', ['space.read']);
    expect(await anna.refused(api.roles.create, { body: { name: ' twice', rights: ['space.read'] } })).toMatchObject({
      status: 409,
      code: 'role.name_taken',
    });
    const above = { status: 403, code: 'role.above_own', parameters: { rights: 'space.delete' } };
    expect(await boris.refused(api.roles.create, { body: { name: 'King', rights: ['space.read', 'space.delete'] } })).toMatchObject(above);
    const { id } = await make('Queen', ['space.read', 'space.delete']);
    expect(await boris.refused(api.roles.update, { params: { id }, body: { rights: ['space.read'] } })).toMatchObject(above);
    expect(await boris.refused(api.roles.remove, { params: { id } })).toMatchObject(above);
    const planner = { params: { id: BUILT_IN_ROLE_ID.planner }, body: { rights: ['space.read' as const, 'space.delete' as const] } };
    expect(await boris.refused(api.roles.update, planner)).toMatchObject(above);
  });

  test('of another space are as those that do not exist', async () => {
    const { id } = await make('Hidden', ['space.read']);
    for (const [endpoint, body] of [
      [api.roles.update, { name: 'Mine' }],
      [api.roles.remove, {}],
    ] as const) {
      const foreign = await stranger.refused(endpoint, { params: { id }, body });
      expect(foreign).toMatchObject({ status: 404, code: 'role.not_found' });
      expect({ ...(await stranger.refused(endpoint, { params: { id: 999_999 }, body })), parameters: { id } }).toEqual(foreign);
    }
    expect((await stranger.ok(api.roles.list)).roles.some(({ name }) => name === 'Hidden')).toBe(false);
    const invite = { params: { id: stranger.spaceId }, body: { login: 'boris', role_id: id } };
    expect(await stranger.refused(api.spaces.invite, invite)).toMatchObject({ status: 404, code: 'role.not_found' });
  });
});

describe('members', () => {
  const member = async (id: number) =>
    (await anna.ok(api.spaces.users, { params: { id: anna.spaceId } })).users.find((user) => user.id === id);
  const change = (userId: number, body: object, by = anna) =>
    by.call(api.spaces.updateMember, { params: { id: anna.spaceId, userId }, body });
  const codeOf = async (answer: ReturnType<typeof change>) => (await answer).body.errors?.[0].code ?? 'ok';

  test('are invited by login or confirmed address, once, and are in at once', async () => {
    const gleb = await world.person('gleb');
    await world.sql(`update app_user set email_confirmed_at = now() where login = 'gleb'`);
    const invite = (login: string) =>
      anna.call(api.spaces.invite, { params: { id: anna.spaceId }, body: { login, role_id: BUILT_IN_ROLE_ID.planner } });
    expect((await invite('GLEB@gantry.example')).body.user_id).toBe(gleb.id);
    expect((await gleb.ok(api.users.spaces)).spaces).toMatchObject([{ id: anna.spaceId, role: 'planner' }]);
    expect((await invite('gleb')).body.errors[0].code).toBe('space.already_member');
    expect((await invite('nobody at all')).body.errors[0].code).toBe('space.person_not_found');
  });

  test('are disabled, which ends what they may at once, and activated', async () => {
    const ada = await world.person('ada');
    await world.join(ada, anna, 'planner');
    await ada.ok(api.eps.tree);
    const page = await ada.push();
    expect(await codeOf(change(ada.id, { status: 'disabled' }))).toBe('ok');
    expect(await ada.refused(api.eps.tree)).toMatchObject({ code: 'auth.forbidden' });
    expect((await ada.ok(api.spaces.access, { params: { id: anna.spaceId } })).allowed).toBe(false);
    await page.close();
    expect(await codeOf(change(ada.id, { status: 'active' }))).toBe('ok');
    await ada.ok(api.eps.tree);
  });

  test('are kicked out with what they were given, and their open pages hear no more of the space', async () => {
    const rita = await world.person('rita');
    await world.join(rita, anna, 'planner');
    const page = await rita.push();
    await anna.ok(api.spaces.kickOut, { params: { id: anna.spaceId }, body: { user_id: rita.id } });
    expect(await rita.refused(api.eps.tree)).toMatchObject({ code: 'auth.forbidden' });
    expect(await member(rita.id)).toBeUndefined();
    await anna.ok(api.eps.create, { body: { kind: 'facility', name: 'Unheard', parent_id: null } });
    await expect.poll(() => page.messages.some(({ event }) => event === 'eps_updated'), { timeout: 1000 }).toBe(false);
    await page.close();
    expect(await anna.refused(api.spaces.kickOut, { params: { id: anna.spaceId }, body: { user_id: rita.id } })).toMatchObject({
      status: 404,
      code: 'space.member_not_found',
    });
  });

  test('are executors or not', async () => {
    await anna.ok(api.users.setExecutor, { params: { id: boris.id }, body: { executor: true } });
    expect((await member(boris.id))?.executor).toBe(true);
    await anna.ok(api.users.setExecutor, { params: { id: boris.id }, body: { executor: false } });
    expect((await member(boris.id))?.executor).toBe(false);
    expect(await anna.refused(api.users.setExecutor, { params: { id: stranger.id } })).toMatchObject({
      status: 404,
      code: 'space.member_not_found',
    });
  });

  test('nobody changes themselves, somebody who may more, or gives what they have not', async () => {
    expect(await codeOf(change(anna.id, { role_id: BUILT_IN_ROLE_ID.viewer }))).toBe('space.not_yourself');
    expect(await codeOf(change(anna.id, { role_id: BUILT_IN_ROLE_ID.viewer }, boris))).toBe('role.above_own');
    const vip = await world.person('vip');
    await world.join(vip, anna, 'viewer');
    expect(await codeOf(change(vip.id, { role_id: BUILT_IN_ROLE_ID.owner }, boris))).toBe('role.above_own');
    expect(await codeOf(change(vip.id, { role_id: BUILT_IN_ROLE_ID.administrator }, boris))).toBe('ok');
    expect(await codeOf(change(boris.id, { role_id: 12_345 }))).toBe('role.not_found');
  });

  test('one owner always stays, even when two are taken away at the same moment', async () => {
    const [one, two] = [await world.person('one'), await world.person('two')];
    await world.join(one, anna, 'owner');
    await world.join(two, anna, 'owner');
    const by = (person: Person, other: Person) =>
      person.call(api.spaces.kickOut, { params: { id: anna.spaceId }, body: { user_id: other.id } });
    await anna.ok(api.spaces.kickOut, { params: { id: anna.spaceId }, body: { user_id: one.id } });
    const answers = await Promise.all([by(anna, two), by(two, anna)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [left] = await world.sql(`select count(*)::int as owners from space_user where space_id = $1 and role = 'owner'`, [anna.spaceId]);
    expect(left['owners']).toBe(1);
    await world.sql(`delete from space_user where space_id = $1 and user_id = $2`, [anna.spaceId, two.id]);
    await world.sql(`insert into space_user (space_id, user_id, role) values ($1, $2, 'owner') on conflict do nothing`, [
      anna.spaceId,
      anna.id,
    ]);
  });

  test.each(['viewer', 'planner', 'executor'] as const)('a %s changes nobody', async (name) => {
    const person = await world.person(`plain-${name}`);
    await world.join(person, anna, name);
    expect(await codeOf(change(boris.id, { status: 'disabled' }, person))).toBe('auth.forbidden');
    const invite = { params: { id: anna.spaceId }, body: { login: 'stranger', role_id: BUILT_IN_ROLE_ID.viewer } };
    expect(await person.refused(api.spaces.invite, invite)).toMatchObject({ code: 'auth.forbidden' });
  });

  test('of a space are changed from no other', async () => {
    const call = { params: { id: anna.spaceId, userId: boris.id }, body: { status: 'disabled' as const } };
    expect(await stranger.refused(api.spaces.updateMember, call)).toEqual(
      await stranger.refused(api.spaces.updateMember, { ...call, params: { id: 999_999, userId: boris.id } }),
    );
    const own = { params: { id: stranger.spaceId, userId: boris.id }, body: { status: 'disabled' as const } };
    expect(await stranger.refused(api.spaces.updateMember, own)).toMatchObject({ status: 404, code: 'space.member_not_found' });
  });
});

describe('the rules', () => {
  const viewer = { role: 'viewer' as const, written: ['space.read'] };
  const onNodes = [
    { nodes: [5], role: 'planner' as const, written: null },
    { nodes: [7], role: 'viewer' as const, written: ['space.manage'] },
  ];
  const access = accessBy(viewer, onNodes);

  test('on a node counts what concerns structure and plans', () => {
    expect(access.grants.map(({ nodeId }) => nodeId)).toEqual([5]);
    expect(rightsOn(access, [1, 2])).toEqual(new Set(['space.read']));
    expect(rightsOn(access, [5, 1]).has('plan.edit')).toBe(true);
    expect(rightsAnywhere(access).has('space.manage')).toBe(false);
    expect(reachRoots(access)).toEqual([5]);
    expect(reachRoots(accessBy({ role: 'viewer', written: null }, onNodes))).toBeNull();
  });

  test('a right is held in reach where it is held at each node that leads somewhere', () => {
    expect(holdsInReach(access, 'chat.read')).toBe(true);
    expect(holdsInReach(access, 'space.manage')).toBe(false);
    const plansAlone = { nodes: [9], role: 'viewer' as const, written: ['plan.read'] };
    expect(holdsInReach(accessBy(viewer, [...onNodes, plansAlone]), 'chat.read')).toBe(false);
    expect(holdsInReach(accessBy({ role: 'viewer', written: null }, onNodes), 'chat.read')).toBe(true);
  });

  test('rights over people and the space are not delegated', () => {
    const owner = delegated(accessBy({ role: 'owner', written: null }, []));
    expect(beyond(SPACE_RIGHTS, owner.wide)).toEqual([
      'space.manage',
      'space.delete',
      'users.manage',
      'roles.manage',
      'audit.read',
      'licenses.manage',
      'backups.manage',
    ]);
  });

  test('what is written into the owner counts for nothing', () => {
    expect(accessBy({ role: 'owner', written: ['space.read'] }, []).wide.size).toBe(SPACE_RIGHTS.length);
    expect(listedRoles([], [])).toHaveLength(7);
  });
});
