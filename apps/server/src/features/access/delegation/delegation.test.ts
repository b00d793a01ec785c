import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let boris: Person;
let stranger: Person;
let version: number;

const HOUR = 3_600_000;
const from = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const wish = (receiver: Person, starts = -1, ends = 24) => ({
  body: { receiver_id: receiver.id, starts_at: from(starts), ends_at: from(ends) },
});
const acting = (giver: Person) => ({ headers: { 'x-on-behalf-of': String(giver.id) } });

beforeAll(async () => {
  world = await createWorld();
  [anna, vera, boris, stranger] = [
    await world.person('anna'),
    await world.person('vera'),
    await world.person('boris'),
    await world.person('stranger'),
  ];
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
  await world.join(boris, anna, 'planner');
  version = await anna.version();
});
afterAll(() => world.close());

const rename = (person: Person, name: string, options = {}) =>
  person.call(api.versions.rename, { params: { id: version }, body: { name } }, options);

describe('a delegation', () => {
  let id: number;

  test('lets the receiver work in the giver’s name, with the giver’s rights, while it lasts', async () => {
    expect((await rename(vera, 'No')).status).toBe(403);
    expect(await vera.refused(api.versions.rename, { params: { id: version }, body: { name: 'No' } }, acting(boris))).toMatchObject({
      status: 403,
      code: 'delegation.not_valid',
    });
    id = (await boris.ok(api.delegation.create, wish(vera))).id;
    expect((await rename(vera, 'For Boris', acting(boris))).status).toBe(200);
    expect((await rename(vera, 'As herself')).status).toBe(403);
    expect(await vera.ok(api.users.spaceConfig, {}, acting(boris))).toMatchObject({ role: 'planner', acting_for: boris.id });
    expect((await vera.ok(api.users.spaceConfig)).acting_for).toBeNull();
    const item = (
      await vera.ok(api.wbs.create, { params: { id: version }, body: { parent_id: null, item: { name: 'Dig' } } }, acting(boris))
    ).id;
    expect(item).toBeGreaterThan(0);
  });

  test('is seen by both, given and received', async () => {
    expect((await boris.ok(api.delegation.given)).delegations).toMatchObject([{ id, receiver_id: vera.id, active: true }]);
    expect((await vera.ok(api.delegation.received)).delegations).toMatchObject([{ id, giver_id: boris.id, giver: 'boris Tester' }]);
    expect((await anna.ok(api.delegation.given)).delegations).toEqual([]);
  });

  test('passes on no rights over people and the space, and not itself', async () => {
    await anna.ok(api.delegation.create, wish(vera));
    for (const [endpoint, call] of [
      [api.spaces.rename, { params: { id: anna.spaceId }, body: { name: 'Mine' } }],
      [api.spaces.remove, { params: { id: anna.spaceId } }],
      [api.spaces.kickOut, { params: { id: anna.spaceId }, body: { user_id: boris.id } }],
      [api.roles.create, { body: { name: 'Mine', rights: ['space.read'] } }],
    ] as const)
      expect(await vera.refused(endpoint, call as never, acting(anna))).toMatchObject({ status: 403, code: 'auth.forbidden' });
    expect(await vera.refused(api.delegation.create, wish(boris), acting(anna))).toMatchObject({ code: 'auth.own_session_only' });
    // Boris gave to Vera; what Vera holds for Anna is not his by that.
    await vera.ok(api.delegation.create, wish(boris));
    expect(await boris.refused(api.eps.tree, {}, acting(anna))).toMatchObject({ code: 'delegation.not_valid' });
  });

  test('changes nothing about the giver: calls about a person are the caller’s own', async () => {
    expect((await vera.ok(api.users.whoAmI, {}, acting(anna))).id).toBe(vera.id);
    const mine = (await vera.ok(api.auth.sessions, {}, acting(anna))).sessions.map((session) => session.id);
    expect(mine).toEqual((await vera.ok(api.auth.sessions)).sessions.map((session) => session.id));
  });

  test('holds only in its time, and while giver and receiver are members', async () => {
    const later = await boris.ok(api.delegation.create, wish(anna, 1, 2));
    expect(await anna.refused(api.eps.tree, {}, acting(boris))).toMatchObject({ code: 'delegation.not_valid' });
    await world.sql(`update delegation set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 second' where id = $1`, [
      later.id,
    ]);
    expect(await anna.refused(api.eps.tree, {}, acting(boris))).toMatchObject({ code: 'delegation.not_valid' });
    await world.sql(`update space_user set status = 'disabled' where user_id = $1`, [boris.id]);
    expect(await vera.refused(api.eps.tree, {}, acting(boris))).toMatchObject({ code: 'delegation.not_valid' });
    await world.sql(`update space_user set status = 'active' where user_id = $1`, [boris.id]);
    expect((await vera.call(api.eps.tree, {}, acting(boris))).status).toBe(200);
  });

  test('falls with the rights of the giver', async () => {
    await world.sql(`update space_user set role = 'viewer' where user_id = $1`, [boris.id]);
    expect((await rename(vera, 'No', acting(boris))).status).toBe(403);
    await world.sql(`update space_user set role = 'planner' where user_id = $1`, [boris.id]);
  });

  test('is ended by giver or receiver, and by nobody else', async () => {
    expect(await anna.refused(api.delegation.remove, { params: { id } })).toMatchObject({ status: 404, code: 'delegation.not_found' });
    await vera.ok(api.delegation.remove, { params: { id } });
    expect((await rename(vera, 'No', acting(boris))).status).toBe(403);
    expect(await boris.refused(api.delegation.remove, { params: { id } })).toMatchObject({ code: 'delegation.not_found' });
  });

  test.each([
    ['ends before it begins', 2, 1],
    ['is over already', -3, -1],
    ['lasts longer than a year', 0, 24 * 400],
  ])('that %s is refused', async (_what, starts, ends) => {
    expect(await anna.refused(api.delegation.create, wish(boris, starts, ends))).toMatchObject({
      status: 422,
      code: 'delegation.wrong_period',
    });
  });

  test('to oneself, to somebody outside or to nobody is refused alike', async () => {
    const code = { status: 422, code: 'delegation.no_such_member' };
    expect(await anna.refused(api.delegation.create, wish(anna))).toMatchObject(code);
    expect(await anna.refused(api.delegation.create, wish(stranger))).toEqual(
      await anna.refused(api.delegation.create, { body: { ...wish(stranger).body, receiver_id: 999_999 } }),
    );
  });

  test('to a name without an account is refused by that name', async () => {
    const name = await world.person('restored');
    await world.join(name, anna, 'executor');
    await world.sql(`update app_user set password_hash = '', status = 'disabled' where id = $1`, [name.id]);
    expect(await anna.refused(api.delegation.create, wish(name))).toMatchObject({
      status: 422,
      code: 'delegation.no_account',
      parameters: { name: 'restored Tester' },
    });
  });

  test('of another space opens nothing', async () => {
    const foreign = await stranger.refused(api.eps.tree, {}, { ...acting(anna), spaceId: anna.spaceId });
    expect(foreign).toEqual(await stranger.refused(api.eps.tree, {}, { ...acting(anna), spaceId: 999_999 }));
    expect(await stranger.refused(api.eps.tree, {}, acting(anna))).toMatchObject({ code: 'delegation.not_valid' });
  });
});
