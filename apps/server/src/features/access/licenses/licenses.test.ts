import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newIssuer } from '../../../testing/servers/license-issuer.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

const issuer = newIssuer();
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const inDays = (days: number): number => Math.floor((Date.now() + days * DAY_MS) / 1000);

/** How much later than the machine the server believes it is. */
let laterMs = 0;
let world: World;
let anna: Person;
let boris: Person;
let stranger: Person;

beforeAll(async () => {
  world = await createWorld({ GANTRY_LICENSE_PUBLIC_KEYS: issuer.trusted }, { now: () => new Date(Date.now() + laterMs) });
  [anna, boris, stranger] = [await world.person('anna'), await world.person('boris'), await world.person('stranger')];
  await stranger.space();
});
afterAll(() => world.close());

let spaces = 0;
beforeEach(async () => {
  laterMs = 0;
  await world.sql(`update license_clock set seen_at = now()`);
  await anna.space(`Space ${(spaces += 1)}`);
});

const load = async (claims: Record<string, unknown> = {}, by = anna) =>
  by.ok(api.licenses.load, { body: { token: await issuer.issue(claims) } });
const refusedLoad = async (claims: Record<string, unknown>) =>
  (await anna.refused(api.licenses.load, { body: { token: await issuer.issue(claims) } })).code;
const list = () => anna.ok(api.licenses.list);
const setActive = (id: number, active: boolean) => ({ params: { id }, body: { active } });
const invite = (login: string) => ({ params: { id: anna.spaceId }, body: { login, role_id: BUILT_IN_ROLE_ID.planner } });
const member = (userId: number, status: 'active' | 'disabled') => ({ params: { id: anna.spaceId, userId }, body: { status } });
const facility = { body: { name: 'Pier' } };
const config = async (person = anna) => (await person.ok(api.users.spaceConfig)).license;

describe('a space without a licence', () => {
  test('is free: as many people as one likes, everything works', async () => {
    expect(await list()).toMatchObject({
      standing: {
        state: 'free',
        scope: null,
        expires_at: null,
        seats: { users: { allowed: null }, estimate: { allowed: null }, bim: { allowed: null } },
      },
      licenses: [],
      holders: [],
    });
    expect(await config()).toEqual({ state: 'free', expires_at: null, days_left: null, full: [], estimate: true, bim: true });
    await anna.ok(api.spaces.invite, invite('boris'));
    await anna.ok(api.facilities.create, facility);
  });
});

describe('loading a licence', () => {
  test('makes it the active one, seats the members, and tells all but its token', async () => {
    await anna.ok(api.spaces.invite, invite('boris'));
    const exp = inDays(20);
    const { id, active } = await load({ lid: 'GANTRY-1', paid_users: 5, estimate_users: 2, exp, app_version: '9' });
    expect(active).toBe(true);
    const seen = await list();
    expect(seen.standing).toEqual({
      state: 'licensed',
      scope: 'site',
      expires_at: new Date(exp * 1000).toISOString(),
      days_left: 19,
      seats: { users: { used: 2, allowed: 5 }, estimate: { used: 0, allowed: 2 }, bim: { used: 0, allowed: 0 } },
    });
    expect(seen.licenses).toEqual([
      expect.objectContaining({
        id,
        lid: 'GANTRY-1',
        scope: 'site',
        kind: 'paid',
        holder: 'Harbour Builders',
        active: true,
        expired: false,
        state: 'licensed',
        paid_users: 5,
        estimate_users: 2,
        bim_users: 0,
        app_version: '9',
      }),
    ]);
    expect(seen.holders.map(({ user_id, kind }) => ({ user_id, kind }))).toEqual([
      { user_id: anna.id, kind: 'users' },
      { user_id: boris.id, kind: 'users' },
    ]);
    expect(JSON.stringify(seen)).not.toContain('eyJ');
    const [entry] = (await anna.ok(api.audit.list)).entries;
    expect(entry).toMatchObject({ action: 'licenses.load', details: { license: 'GANTRY-1', kind: 'paid', paid_users: 5 } });
    expect(JSON.stringify(await world.sql('select details from audit'))).not.toContain('eyJ');
    expect(world.log.join('')).not.toContain('eyJ');
  });

  test('a second time is refused as already loaded, in this space and in another one', async () => {
    const token = await issuer.issue();
    await anna.ok(api.licenses.load, { body: { token } });
    expect(await anna.refused(api.licenses.load, { body: { token } })).toMatchObject({ status: 409, code: 'license.already_loaded' });
    expect((await stranger.refused(api.licenses.load, { body: { token } })).code).toBe('license.already_loaded');
  });

  test('is refused by the reason that it has', async () => {
    expect(await refusedLoad({ exp: inDays(-1) })).toBe('license.expired');
    expect(await refusedLoad({ app_version: '0.0' })).toBe('license.version_not_supported');
    expect(await refusedLoad({ space: anna.spaceId + 1 })).toBe('license.not_for_here');
    expect(await refusedLoad({ installation: '11111111-1111-4111-8111-111111111111' })).toBe('license.not_for_here');
    expect(await refusedLoad({ scope: 'corporate' })).toBe('license.not_for_here');
    expect(await refusedLoad({ kind: 'gift' })).toBe('license.not_readable');
    expect(await anna.refused(api.licenses.load, { body: { token: 'not a token' } })).toMatchObject({
      status: 402,
      code: 'license.not_readable',
    });
    expect((await list()).licenses).toEqual([]);
  });

  test('for this space and this installation is taken', async () => {
    const { installation } = await list();
    expect(await load({ space: anna.spaceId, installation })).toMatchObject({ active: true });
  });

  test('too small for the people who are there is refused, with the figures', async () => {
    await anna.ok(api.spaces.invite, invite('boris'));
    const token = await issuer.issue({ paid_users: 1 });
    expect(await anna.refused(api.licenses.load, { body: { token } })).toEqual({
      status: 402,
      code: 'license.users_exceeded',
      parameters: { limit: 1, people: 2 },
    });
    await anna.ok(api.spaces.updateMember, member(boris.id, 'disabled'));
    expect(await anna.ok(api.licenses.load, { body: { token } })).toMatchObject({ active: true });
  });

  test('beside an active one leaves that as it is', async () => {
    const first = await load();
    const second = await load();
    expect([first.active, second.active]).toEqual([true, false]);
    await anna.ok(api.licenses.setActive, setActive(second.id, true));
    expect((await list()).licenses.map(({ id, active }) => ({ id, active }))).toEqual([
      { id: second.id, active: true },
      { id: first.id, active: false },
    ]);
  });

  test('that begins later is kept until then', async () => {
    const { id, active } = await load({ nbf: inDays(2), exp: inDays(9) });
    expect(active).toBe(false);
    expect((await anna.refused(api.licenses.setActive, setActive(id, true))).code).toBe('license.not_yet_valid');
    laterMs = 3 * DAY_MS;
    await anna.ok(api.licenses.setActive, setActive(id, true));
    expect((await list()).standing.state).toBe('licensed');
  });
});

describe('an active licence', () => {
  test('is not deleted; one that is not active is', async () => {
    const { id } = await load();
    expect(await anna.refused(api.licenses.remove, { params: { id } })).toMatchObject({ status: 409, code: 'license.active_not_deleted' });
    await anna.ok(api.licenses.setActive, setActive(id, false));
    expect((await list()).standing.state).toBe('inactive');
    await anna.ok(api.licenses.remove, { params: { id } });
    expect((await list()).standing.state).toBe('free');
    expect((await anna.refused(api.licenses.remove, { params: { id } })).code).toBe('license.not_found');
  });

  test('is switched on open pages too', async () => {
    const { id } = await load();
    const page = await anna.push();
    await anna.ok(api.licenses.setActive, setActive(id, false));
    expect(await page.heard('access_changed')).toEqual({});
    await page.close();
  });

  test('that was the last one leaves a space to be read, not changed', async () => {
    await anna.ok(api.facilities.create, facility);
    const { id } = await load();
    await anna.ok(api.licenses.setActive, setActive(id, false));
    expect(await anna.refused(api.facilities.create, facility)).toMatchObject({ status: 402, code: 'license.none_active' });
    expect((await anna.ok(api.facilities.list)).facilities).toHaveLength(1);
    expect((await anna.refused(api.spaces.invite, invite('boris'))).code).toBe('license.none_active');
  });

  test('of the kind nopaid lets read and export, and no more', async () => {
    const version = await anna.version();
    await anna.item(version, { name: 'Dig' });
    await load({ kind: 'nopaid' });
    expect((await config()).state).toBe('unpaid');
    expect((await anna.refused(api.facilities.create, facility)).code).toBe('license.none_active');
    expect((await anna.call(api.exports.version, { params: { id: version, x: 'json' }, body: {} })).status).toBe(200);
  });

  test('limits who is invited and who is enabled again', async () => {
    await load({ paid_users: 2 });
    expect((await config()).full).toEqual([]);
    await anna.ok(api.spaces.invite, invite('boris'));
    expect(await anna.refused(api.spaces.invite, invite('stranger'))).toMatchObject({
      status: 402,
      code: 'license.users_exceeded',
      parameters: { limit: 2 },
    });
    expect((await config()).full).toEqual(['users']);
    await anna.ok(api.spaces.updateMember, member(boris.id, 'disabled'));
    await anna.ok(api.spaces.invite, invite('stranger'));
    expect((await anna.refused(api.spaces.updateMember, member(boris.id, 'active'))).code).toBe('license.users_exceeded');
    await anna.ok(api.spaces.kickOut, { params: { id: anna.spaceId }, body: { user_id: stranger.id } });
    await anna.ok(api.spaces.updateMember, member(boris.id, 'active'));
  });

  test('keeps out whoever came by another way and finds no seat, at each door alike', async () => {
    await load({ paid_users: 1 });
    await world.join(boris, anna, 'planner');
    expect(await boris.ok(api.spaces.access, { params: { id: anna.spaceId } })).toEqual({ allowed: false, reason: 'LicenseLimit' });
    expect(await boris.refused(api.eps.tree)).toMatchObject({ status: 402, code: 'LicenseLimit' });
    const page = await boris.push();
    expect((await page.stand(anna.spaceId)).space_id).toBeNull();
    await page.close();
    const { token } = await boris.ok(api.accessTokens.create, { body: { name: 'Script', rights: ['structure.read'], days: 1 } });
    expect((await boris.refused(api.eps.tree, {}, { by: 'nobody', headers: { authorization: `Bearer ${token}` } })).code).toBe(
      'LicenseLimit',
    );
    expect(await anna.ok(api.spaces.access, { params: { id: anna.spaceId } })).toEqual({ allowed: true, reason: null });
  });

  test('lets an administrator without a seat mend people, and not plan', async () => {
    await load({ paid_users: 1 });
    await world.join(boris, anna, 'administrator');
    await boris.ok(api.spaces.users, { params: { id: anna.spaceId } });
    expect((await boris.refused(api.facilities.create, facility)).code).toBe('LicenseLimit');
  });
});

describe('when a licence has ended', () => {
  test('what is there is read and exported; nothing is changed until the next one', async () => {
    const version = await anna.version();
    await anna.item(version, { name: 'Dig' });
    await load({ exp: inDays(10) });
    laterMs = 11 * DAY_MS;
    expect(await config()).toMatchObject({ state: 'expired', days_left: 0 });
    expect((await list()).licenses[0]).toMatchObject({ active: true, expired: true, state: 'expired' });
    expect(await anna.refused(api.wbs.create, { params: { id: version }, body: { parent_id: null, item: { name: 'No' } } })).toMatchObject({
      status: 402,
      code: 'license.expired',
    });
    await anna.ok(api.eps.tree);
    expect((await anna.call(api.exports.version, { params: { id: version, x: 'json' }, body: {} })).status).toBe(200);
    expect(await anna.ok(api.spaces.access, { params: { id: anna.spaceId } })).toEqual({ allowed: true, reason: null });
    const { id } = await load({ exp: inDays(40) });
    await anna.ok(api.licenses.setActive, setActive(id, true));
    await anna.ok(api.facilities.create, facility);
  });

  test('whoever had no seat still reads', async () => {
    await load({ paid_users: 1, exp: inDays(10) });
    await world.join(boris, anna, 'viewer');
    expect((await boris.refused(api.eps.tree)).code).toBe('LicenseLimit');
    laterMs = 11 * DAY_MS;
    await boris.ok(api.eps.tree);
  });

  test('a clock that is set back does not bring it back', async () => {
    await load({ exp: inDays(10) });
    await anna.ok(api.eps.tree);
    laterMs = 11 * DAY_MS;
    await anna.ok(api.eps.tree);
    expect(await world.sql(`select seen_at > now() + interval '10 days' as late from license_clock`)).toEqual([{ late: true }]);
    laterMs = 0;
    expect((await config()).state).toBe('clock_back');
    expect((await anna.refused(api.facilities.create, facility)).code).toBe('license.clock_back');
    expect(await refusedLoad({})).toBe('license.clock_back');
    await world.restart();
    expect((await config()).state).toBe('clock_back');
    expect(world.log.join('\n')).toContain('license.not_valid');
    // A few hours are no fraud, and lengthen no licence.
    laterMs = 11 * DAY_MS - 3 * HOUR_MS;
    expect((await config()).state).toBe('expired');
  });

  test('a program that is too new for it says so', async () => {
    const { id } = await load();
    await world.sql('update license set token = $1 where id = $2', [await issuer.issue({ app_version: '0.0' }), id]);
    expect((await anna.refused(api.facilities.create, facility)).code).toBe('license.version_not_supported');
  });

  test('a token that was changed in the database is no licence any more', async () => {
    const { id } = await load({ paid_users: 1 });
    await world.sql(`update license set token = replace(token, '.', '.e') where id = $1`, [id]);
    expect((await config()).state).toBe('not_readable');
    expect((await list()).licenses[0]).toMatchObject({ kind: null, state: 'not_readable' });
    expect((await anna.refused(api.facilities.create, facility)).code).toBe('license.not_readable');
  });
});

describe('licences of a space', () => {
  test('are managed by its owner, seen by its administrators, and by nobody else', async () => {
    const { id } = await load();
    await world.join(boris, anna, 'administrator');
    await boris.ok(api.licenses.list);
    const token = await issuer.issue();
    expect(await boris.refused(api.licenses.load, { body: { token } })).toMatchObject({ status: 403, code: 'auth.forbidden' });
    expect((await boris.refused(api.licenses.setActive, setActive(id, false))).code).toBe('auth.forbidden');
    await world.sql(`update space_user set role = 'planner' where space_id = $1 and user_id = $2`, [anna.spaceId, boris.id]);
    expect((await boris.refused(api.licenses.list)).code).toBe('auth.forbidden');
  });

  test('are not there for another space', async () => {
    const { id } = await load();
    expect((await stranger.ok(api.licenses.list)).licenses).toEqual([]);
    for (const at of [id, 777_777]) {
      expect((await stranger.refused(api.licenses.setActive, setActive(at, false))).code).toBe('license.not_found');
      expect((await stranger.refused(api.licenses.remove, { params: { id: at } })).code).toBe('license.not_found');
      expect((await stranger.refused(api.licenses.freeSeat, { params: { kind: 'bim', userId: at } })).code).toBe('license.not_found');
    }
    expect(await anna.refused(api.licenses.list, {}, { spaceId: stranger.spaceId })).toEqual(
      await anna.refused(api.licenses.list, {}, { spaceId: 777_777 }),
    );
    expect((await list()).standing.state).toBe('licensed');
  });

  test('go with it', async () => {
    await load({ lid: 'GONE' });
    await anna.ok(api.spaces.remove, { params: { id: anna.spaceId } });
    await expect.poll(async () => world.sql(`select 1 from license where lid = 'GONE'`), { timeout: 15_000 }).toEqual([]);
  });
});

describe('an installation that wants a licence', () => {
  test('lets its owner load one, and nobody work before', async () => {
    const strict = await createWorld({ GANTRY_LICENSE_PUBLIC_KEYS: issuer.trusted, GANTRY_LICENSE: 'required' });
    try {
      const [owner, planner] = [await strict.person('owner'), await strict.person('planner')];
      await owner.space();
      await strict.join(planner, owner, 'planner');
      expect(await planner.ok(api.spaces.access, { params: { id: owner.spaceId } })).toEqual({ allowed: false, reason: 'LicenseNotFound' });
      expect(await planner.refused(api.eps.tree)).toMatchObject({ status: 402, code: 'LicenseNotFound' });
      expect((await owner.refused(api.facilities.create, facility)).code).toBe('LicenseNotFound');
      await owner.ok(api.licenses.load, { body: { token: await issuer.issue() } });
      await owner.ok(api.facilities.create, facility);
      await planner.ok(api.eps.tree);
    } finally {
      await strict.close();
    }
  });
});
