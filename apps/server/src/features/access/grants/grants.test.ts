import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, NODE_RIGHTS, rightsOfRole, type SpaceRole } from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { letInOnly } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let guest: Person;
let stranger: Person;
/** Two facilities with a project, a schedule and a version each; the guest is given something in the first. */
let here: Place;
let there: Place;

type Place = { facility: number; project: number; schedule: number; version: number };

/** What a role gives on a node. */
const onNodes = (role: SpaceRole) => rightsOfRole(role, null).filter((right) => NODE_RIGHTS.includes(right));
const place = async (name: string): Promise<Place> => {
  const facility = (await anna.ok(api.facilities.create, { body: { name } })).id;
  const project = (await anna.ok(api.projects.create, { body: { name: `${name} project`, facility_id: facility } })).id;
  const schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: `${name} schedule` } })).id;
  return { facility, project, schedule, version: await anna.version(schedule) };
};
const give = (node_id: number, role: keyof typeof BUILT_IN_ROLE_ID, person = guest) =>
  anna.ok(api.grants.grant, { body: { node_id, user_id: person.id, role_id: BUILT_IN_ROLE_ID[role] } });
const take = (node_id: number, person = guest) => anna.ok(api.grants.revoke, { body: { node_id, user_id: person.id } });

beforeAll(async () => {
  world = await createWorld();
  [anna, guest, stranger] = [await world.person('anna'), await world.person('guest'), await world.person('stranger')];
  await anna.space();
  await stranger.space();
  [here, there] = [await place('Here'), await place('There')];
  await letInOnly(guest, anna);
});
afterAll(() => world.close());

describe('somebody who may nothing but enter', () => {
  test('sees no structure and no plan', async () => {
    expect(await guest.refused(api.eps.tree)).toMatchObject({ status: 403, code: 'auth.forbidden' });
    expect(await guest.refused(api.versions.get, { params: { id: here.version } })).toMatchObject({ code: 'auth.forbidden' });
  });

  test('sees what is below the node that was given, and the way to it by name alone', async () => {
    await give(here.project, 'viewer');
    const tree = await guest.ok(api.eps.tree);
    expect(tree.nodes.map(({ id }) => id).sort()).toEqual([here.facility, here.project, here.schedule].sort());
    expect(tree.versions.map(({ id }) => id)).toEqual([here.version]);
    await guest.ok(api.versions.get, { params: { id: here.version } });
    expect(await guest.refused(api.eps.get, { params: { id: here.facility } })).toMatchObject({ code: 'auth.forbidden' });
  });

  test('is told nothing of the rest: what is there and what is nowhere answer alike', async () => {
    for (const [endpoint, known, unknown] of [
      [api.eps.get, there.project, 999_999],
      [api.projects.get, there.project, 999_999],
      [api.versions.get, there.version, 999_999],
      [api.versions.list, there.schedule, 999_999],
      [api.wbs.list, there.version, 999_999],
    ] as const) {
      const foreign = await guest.refused(endpoint, { params: { id: known } });
      expect(foreign).toMatchObject({ status: 403, code: 'auth.forbidden' });
      expect(await guest.refused(endpoint, { params: { id: unknown } })).toEqual(foreign);
    }
  });

  test('finds the rest through no other call: comparison, copies, lists of projects, activities', async () => {
    const compare = { params: { id: here.schedule }, body: { versions: [here.version, there.version] } };
    const refused = await guest.call(api.compare.compare, compare as never);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(refused.body)).not.toContain('There');
    expect((await guest.ok(api.projects.list)).projects.map(({ id }) => id)).toEqual([here.project]);
    expect(JSON.stringify((await guest.call(api.activities.list, {})).body)).not.toContain('There');
  });

  test('hears of the version that is given and not of another', async () => {
    const page = await guest.push();
    expect(await page.stand(anna.spaceId, here.version)).toEqual({ space_id: anna.spaceId, version_id: here.version });
    expect(await page.stand(anna.spaceId, there.version)).toEqual({ space_id: anna.spaceId, version_id: null });
    expect(await page.stand(anna.spaceId, 999_999)).toEqual({ space_id: anna.spaceId, version_id: null });
    await page.close();
  });

  test('hears of nothing that happens elsewhere: edits, calculations, locks, kinds, catalogues, files, nodes that come, move and go', async () => {
    const page = await guest.push(here.version);
    const happens = async (at: Place, name: string) => {
      const item = await anna.item(at.version, { name, duration_minutes: 480 });
      await anna.ok(api.timetable.calculateNow, { params: { id: at.version }, body: {} });
      await anna.ok(api.wbs.updateMany, { params: { id: at.version }, body: { items: [{ id: item, name: `${name} again` }] } });
      await anna.ok(api.versions.setLocked, { params: { id: at.version }, body: { locked: true } });
      await anna.ok(api.versions.setLocked, { params: { id: at.version }, body: { locked: false } });
      await anna.ok(api.versions.rename, { params: { id: at.version }, body: { name } });
      const second = await anna.version(at.schedule);
      await anna.ok(api.versions.remove, { params: { id: second } });
      const directory = (await anna.ok(api.directories.create, { params: { epsId: at.project }, body: { name } })).id;
      const of = { epsId: at.project, directoryId: directory };
      const { revision } = await anna.ok(api.directories.get, { params: of });
      const changes = [{ do: 'add' as const, id: -1, parent_id: null, code: '1', name }];
      await anna.ok(api.directories.edit, { params: of, body: { base_revision: revision, changes } });
      await anna.ok(api.comments.create, { params: { id: at.schedule }, body: { text: name, client_key: crypto.randomUUID() } });
      const form = new FormData();
      form.set('file', new Blob(['text']), `${name}.txt`);
      await anna.call(api.storage.upload, { params: { id: at.schedule } }, { raw: form });
      const group = (await anna.ok(api.eps.create, { body: { kind: 'schedule_group', name, parent_id: at.project } })).id;
      const moved = (await anna.ok(api.projects.createSchedule, { params: { id: at.project }, body: { name } })).id;
      await anna.version(moved);
      await anna.ok(api.schedules.moveSchedule, { body: { schedule_id: moved, group_id: group } });
      await anna.ok(api.eps.remove, { params: { id: group } });
      return [second, group, moved];
    };
    const own = page.messages.length;
    const outside = [...(await happens(there, 'Outside')), ...Object.values(there)];
    await happens(here, 'Inside');
    await page.heard('eps_updated', (data) => data['eps_id'] === here.schedule);
    await anna.item(here.version, { name: 'Last' });
    await page.heard('version_edit', (data) => JSON.stringify(data).includes('Last'));
    const heard = page.messages.slice(own);
    const stated = heard.flatMap(({ event, data }) =>
      Object.entries(data)
        .filter(([field]) => /(version|node|schedule|project|eps)_ids?$/.test(field))
        .flatMap(([, value]) => [value].flat().map((id) => ({ event, id }))),
    );
    expect(stated.filter(({ id }) => outside.includes(id as number))).toEqual([]);
    expect(JSON.stringify(heard)).not.toContain('Outside');
    const inside = new Set(heard.map(({ event }) => event));
    for (const event of ['version_edit', 'version_changed', 'timetable_calculate', 'version_locked', 'delete_versions', 'eps_updated'])
      expect([...inside]).toContain(event);
    for (const event of ['directory_edited', 'eps_comment_created']) expect([...inside]).toContain(event);
    await page.close();
  });

  test('changes where a planner was given, there alone, and adds below', async () => {
    const body = { name: 'Renamed' };
    expect(await guest.refused(api.versions.rename, { params: { id: here.version }, body })).toMatchObject({ code: 'auth.forbidden' });
    await give(here.project, 'planner');
    await guest.ok(api.versions.rename, { params: { id: here.version }, body });
    const item = await guest.item(here.version, { name: 'Dig' });
    expect(item).toBeGreaterThan(0);
    const schedule = (await guest.ok(api.projects.createSchedule, { params: { id: here.project }, body: { name: 'Another' } })).id;
    await guest.ok(api.versions.create, { params: { id: schedule }, body: { name: 'First' } });
    expect(await guest.refused(api.versions.rename, { params: { id: there.version }, body })).toMatchObject({ code: 'auth.forbidden' });
    const below = { kind: 'schedule' as const, name: 'Third', parent_id: here.project };
    await guest.ok(api.eps.create, { body: below });
    expect(await guest.refused(api.eps.create, { body: { ...below, parent_id: there.project } })).toMatchObject({ code: 'auth.forbidden' });
    expect(await guest.refused(api.eps.create, { body: { kind: 'facility', name: 'Top', parent_id: null } })).toMatchObject({
      code: 'auth.forbidden',
    });
    expect(await guest.refused(api.facilities.create, { body })).toMatchObject({ code: 'auth.forbidden' });
    expect(await guest.refused(api.projects.createSchedule, { params: { id: there.project }, body })).toMatchObject({
      code: 'auth.forbidden',
    });
  });

  test('takes nothing to or from where they were not given: a copy of their version does not land there', async () => {
    const call = { params: { id: here.version, scheduleId: there.schedule }, body: {} };
    const unknown = { params: { id: here.version, scheduleId: 999_999 }, body: {} };
    expect(await guest.refused(api.versions.copyTo, call)).toMatchObject({ status: 403, code: 'auth.forbidden' });
    expect(await guest.refused(api.versions.copyTo, unknown)).toMatchObject({ status: 403, code: 'auth.forbidden' });
    await give(there.project, 'viewer');
    expect(await guest.refused(api.versions.copyTo, call)).toMatchObject({ status: 403, code: 'auth.forbidden' });
    await take(there.project);
  });

  test('has nothing any more once it is taken away, on open pages too', async () => {
    const page = await guest.push(here.version);
    await take(here.project);
    expect(await guest.refused(api.versions.get, { params: { id: here.version } })).toMatchObject({ code: 'auth.forbidden' });
    await expect
      .poll(async () => {
        page.messages.splice(0);
        await anna.item(here.version, { name: 'Unheard' });
        await new Promise((resolve) => setTimeout(resolve, 150));
        return page.messages.some(({ event }) => event === 'version_edit');
      })
      .toBe(false);
    await page.close();
    expect(await anna.refused(api.grants.revoke, { body: { node_id: here.project, user_id: guest.id } })).toMatchObject({
      status: 404,
      code: 'grant.not_found',
    });
  });
});

describe('a grant', () => {
  test('adds to what the role in the space allows, and takes nothing from it', async () => {
    const vera = await world.person('vera');
    await world.join(vera, anna, 'viewer');
    await give(there.schedule, 'planner', vera);
    await vera.ok(api.versions.rename, { params: { id: there.version }, body: { name: 'By Vera' } });
    expect(await vera.refused(api.versions.rename, { params: { id: here.version }, body: { name: 'No' } })).toMatchObject({
      code: 'auth.forbidden',
    });
    expect((await vera.ok(api.eps.tree)).nodes.length).toBeGreaterThan(5);
    expect((await vera.ok(api.users.spaceConfig)).grants).toMatchObject([{ node_id: there.schedule }]);
  });

  test('is listed at its node and below with where it comes from', async () => {
    await give(here.facility, 'planner');
    const { access } = await anna.ok(api.grants.resource, { params: { id: here.schedule } });
    expect(access.find(({ user_id, source }) => user_id === guest.id && source === 'node')).toMatchObject({
      node_id: here.facility,
      node_name: 'Here',
      role_id: BUILT_IN_ROLE_ID.planner,
      rights: onNodes('planner'),
    });
    expect(access.find(({ user_id }) => user_id === anna.id)).toMatchObject({ source: 'space', node_id: null });
    expect(
      (await anna.ok(api.grants.resource, { params: { id: there.schedule } })).access.some(
        ({ user_id, source }) => user_id === guest.id && source === 'node',
      ),
    ).toBe(false);
    await take(here.facility);
  });

  test('is read by its holder at the node and below, and taken away by the path of the node', async () => {
    await give(here.facility, 'planner');
    const { roles, rights } = await guest.ok(api.grants.ownRole, { params: { id: here.schedule } });
    expect(roles).toContainEqual({ source: 'node', node_id: here.facility, node_name: 'Here', role_id: BUILT_IN_ROLE_ID.planner });
    expect(rights).toEqual(onNodes('planner'));
    expect(await guest.refused(api.grants.ownRole, { params: { id: there.schedule } })).toMatchObject({ code: 'auth.forbidden' });
    const params = { id: here.facility, userId: guest.id };
    expect(await guest.refused(api.grants.remove, { params })).toMatchObject({ code: 'auth.forbidden' });
    await anna.ok(api.grants.remove, { params });
    expect(await anna.refused(api.grants.remove, { params })).toMatchObject({ status: 404, code: 'grant.not_found' });
    expect(await guest.refused(api.grants.ownRole, { params: { id: here.schedule } })).toMatchObject({ code: 'auth.forbidden' });
  });

  test('of a role that says nothing of structure and plans is refused, and one of rights that the giver lacks', async () => {
    const { id } = await anna.ok(api.roles.create, { body: { name: 'People only', rights: ['space.read', 'users.manage'] } });
    const body = { node_id: here.project, user_id: guest.id };
    expect(await anna.refused(api.grants.grant, { body: { ...body, role_id: id } })).toMatchObject({
      status: 422,
      code: 'grant.nothing_to_give',
    });
    const clerk = await world.person('clerk');
    await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login: 'clerk', role_id: id } });
    clerk.spaceId = anna.spaceId;
    expect(await clerk.refused(api.grants.grant, { body: { ...body, role_id: BUILT_IN_ROLE_ID.planner } })).toMatchObject({
      status: 403,
      code: 'role.above_own',
    });
  });

  test('reaches no node and no person of another space', async () => {
    const role_id = BUILT_IN_ROLE_ID.viewer;
    const foreign = await anna.refused(api.grants.grant, { body: { node_id: here.project, user_id: stranger.id, role_id } });
    expect(foreign).toMatchObject({ status: 404, code: 'space.member_not_found' });
    expect(await anna.refused(api.grants.grant, { body: { node_id: here.project, user_id: 999_999, role_id } })).toEqual(foreign);
    expect(await stranger.refused(api.grants.grant, { body: { node_id: here.project, user_id: stranger.id, role_id } })).toMatchObject({
      status: 404,
      code: 'node.not_found',
    });
    expect(await stranger.refused(api.grants.revoke, { body: { node_id: here.project, user_id: guest.id } })).toMatchObject({
      status: 404,
    });
    expect(await stranger.refused(api.grants.resource, { params: { id: here.project } })).toMatchObject({
      status: 404,
      code: 'node.not_found',
    });
  });

  test('is given by nobody but who manages people', async () => {
    const body = { node_id: here.project, user_id: guest.id, role_id: BUILT_IN_ROLE_ID.viewer };
    expect(await guest.refused(api.grants.grant, { body })).toMatchObject({ code: 'auth.forbidden' });
  });
});

test('what everybody may without a role is told from the contract', async () => {
  const { abilities } = await stranger.ok(api.grants.freeAbilities);
  const names = abilities.map(({ ability }) => ability);
  expect(names).toContain('spaces.create');
  expect(names).toContain('users.changePassword');
  expect(names).not.toContain('spaces.remove');
});

test('row-level security alone hides what is out of reach, whatever a query asks', async () => {
  const { database } = world.app.services;
  const scope = { spaceId: anna.spaceId, userId: guest.id };
  const nodes = (reach: { nodes: number[]; paths: number[] } | null) =>
    database
      .read({ ...scope, reach }, (db) => db.selectFrom('eps_node').select('id').execute())
      .then((rows) => rows.map(({ id }) => id).sort());
  const all = await nodes(null);
  expect(all.length).toBeGreaterThan(5);
  expect(await nodes({ nodes: [], paths: [] })).toEqual([]);
  expect(await nodes({ nodes: [here.schedule], paths: [here.project] })).toEqual([here.project, here.schedule].sort());
  const move = (parent_id: number) =>
    database.write({ ...scope, reach: { nodes: [here.schedule], paths: [here.project] } }, (tx) =>
      tx.updateTable('eps_node').set({ parent_id }).where('id', '=', here.schedule).execute(),
    );
  await expect(move(there.project)).rejects.toMatchObject({ code: '42501' });
  await expect(move(here.project)).resolves.toBeDefined();
});

test('a member is given something on at most five hundred nodes; what stands may be changed', async () => {
  const member = await world.person('member');
  await world.join(member, anna, 'viewer');
  const made = await world.sql(
    `insert into eps_node (space_id, parent_id, kind, name, position)
     select $1, $2, 'schedule', 'Schedule ' || n, n from generate_series(1, 500) n returning id::int`,
    [anna.spaceId, here.project],
  );
  const ids = made.map(({ id }) => id as number);
  await world.sql(
    `insert into node_grant (space_id, node_id, user_id, role, granted_by) select $1, unnest($2::bigint[]), $3, 'viewer', $4`,
    [anna.spaceId, ids.slice(1), member.id, anna.id],
  );
  await give(ids[0], 'viewer', member);
  await give(ids[7], 'planner', member);
  const body = { node_id: here.facility, user_id: member.id, role_id: BUILT_IN_ROLE_ID.viewer };
  expect(await anna.refused(api.grants.grant, { body })).toMatchObject({
    status: 409,
    code: 'request.limit_reached',
    parameters: { most: 500 },
  });
  await take(ids[7], member);
  await give(here.facility, 'viewer', member);
});

test('what a caller reaches is read again only where the hierarchy is another one', async () => {
  const only = await world.person('only');
  const door = (await anna.ok(api.roles.list)).roles.find(({ name }) => name === 'Door only');
  await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login: 'only', role_id: door?.id ?? 0 } });
  only.spaceId = anna.spaceId;
  await give(there.project, 'viewer', only);
  const reads = async () => {
    const sent = await statementsOf(() => only.ok(api.versions.get, { params: { id: there.version } }));
    return sent.filter((text) => text.includes('recursive down')).length;
  };
  await reads();
  expect(await reads()).toBe(0);
  const sees = async (id: number) => (await only.ok(api.eps.tree)).nodes.some((node) => node.id === id);
  const { id } = await anna.ok(api.projects.createSchedule, { params: { id: there.project }, body: { name: 'New' } });
  expect(await reads()).toBe(1);
  expect([await sees(id), await reads()]).toEqual([true, 0]);
  await world.sql('update eps_node set parent_id = $2 where id = $1', [id, here.project]);
  expect(await sees(id)).toBe(false);
  await take(there.project, only);
  expect((await only.refused(api.versions.get, { params: { id: there.version } })).code).toBe('auth.forbidden');
});
