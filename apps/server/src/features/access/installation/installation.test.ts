import { api, endpoints } from '@gantry/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../app.ts';
import { readEnv } from '../../../platform/env/env.ts';
import { createLog } from '../../../platform/log.ts';
import { newIssuer } from '../../../testing/servers/license-issuer.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

const issuer = newIssuer();
let world: World;
let first: Person;
let boris: Person;
let vera: Person;

beforeAll(async () => {
  world = await createWorld({ GANTRY_LICENSE_PUBLIC_KEYS: issuer.trusted });
  [first, boris, vera] = [await world.person('first'), await world.person('boris'), await world.person('vera')];
  await boris.space('Harbour');
  await world.join(vera, boris, 'planner');
});
afterAll(() => world.close());

const people = async (search?: string) => (await first.ok(api.installation.people, { query: { search } })).people;
const change = (person: Person, body: { status?: 'active' | 'disabled'; administrator?: boolean }) => ({ params: { id: person.id }, body });
const spaces = async () => (await first.ok(api.installation.spaces)).spaces;

describe('the administration of an installation', () => {
  test('belongs to whoever came first; nobody else may call any of it, and no access token', async () => {
    expect((await first.ok(api.users.whoAmI)).administrator).toBe(true);
    expect((await boris.ok(api.users.whoAmI)).administrator).toBe(false);
    const { token } = await first.ok(api.accessTokens.create, { body: { name: 'All', rights: ['space.read'], days: 1 } });
    const script = { by: 'nobody' as const, headers: { authorization: `Bearer ${token}` } };
    const calls = endpoints().filter(({ endpoint }) => endpoint.right === 'installation');
    expect(calls.length).toBeGreaterThan(7);
    for (const { endpoint } of calls) {
      const call = { params: { id: first.id } };
      expect(await boris.refused(endpoint, call)).toMatchObject({ status: 403, code: 'auth.forbidden' });
      expect((await first.refused(endpoint, call, script)).code).toBe('auth.own_session_only');
    }
  });

  test('counts the failed jobs of a day by index', async () => {
    const plan = await world.app.services.database.read({ spaceId: null, userId: null, system: true }, async (db) => {
      await sql`set local enable_seqscan = off`.execute(db);
      return sql`explain select count(*) from job where status = 'failed' and finished_at > now() - interval '1 day'`.execute(db);
    });
    expect(JSON.stringify(plan.rows)).toContain('job_failed_by_end');
  });

  test('shows figures, spaces and people, and nothing of what is planned', async () => {
    await boris.ok(api.facilities.create, { body: { name: 'Secret pier' } });
    expect(await first.ok(api.installation.state)).toMatchObject({ version: '0.1.0', people: 3, spaces: 1, jobs: { failed: 0 } });
    const found = await spaces();
    expect(found).toEqual([
      expect.objectContaining({ name: 'Harbour', owners: ['boris Tester'], members: 2, projects: 0, license: 'free', deleting: false }),
    ]);
    expect(JSON.stringify(found)).not.toContain('pier');
    const { id: pier } = await boris.ok(api.spaces.create, { body: { name: 'Pier_1' } });
    const listed = async (query: { search?: string; limit?: number }) => {
      const { total, spaces: some } = await first.ok(api.installation.spaces, { query });
      return [total, ...some.map(({ name }) => name)];
    };
    expect(await listed({ limit: 1 })).toEqual([2, 'Harbour']);
    expect([await listed({ search: 'r_1' }), await listed({ search: 'h_r' })]).toEqual([[1, 'Pier_1'], [0]]);
    await world.sql('delete from space where id = $1', [pier]);
    expect(await people('ver')).toEqual([
      expect.objectContaining({
        login: 'vera',
        name: 'vera Tester',
        status: 'active',
        administrator: false,
        named: false,
        spaces: 1,
        sessions: 1,
      }),
    ]);
    expect(await people('%')).toEqual([]);
    const one = await first.ok(api.installation.people, { query: { limit: 1 } });
    expect({ total: one.total, shown: one.people.length }).toEqual({ total: 3, shown: 1 });
    // A name without an account has none, and is found by its name alone.
    const [ghost] = await world.sql(
      `insert into app_user (login, email, first_name, last_name, status, password_hash, secret_question, secret_answer_hash)
       values ('restored-0a1b', '0a1b@restored.invalid', 'Grace', 'Former', 'disabled', '', '', '') returning id::int`,
    );
    expect(await people('grace')).toEqual([
      expect.objectContaining({
        id: ghost['id'],
        login: null,
        email: null,
        name: 'Grace Former',
        status: 'disabled',
        named: false,
        sessions: 0,
      }),
    ]);
    expect([await people('restored'), await people('0a1b')]).toEqual([[], []]);
    await world.sql('delete from app_user where id = $1', [ghost['id']]);
    // Looking after the installation opens no space.
    expect((await first.refused(api.eps.tree, {}, { spaceId: boris.spaceId })).code).toBe('auth.forbidden');
  });

  test('changes what all servers log, and leaves it to their environment again', async () => {
    const beside = await createApp(
      readEnv({ DATA_DIR: world.dataDir }),
      world.database.connection,
      createLog({}, () => undefined, 'warn'),
      { jobs: 'elsewhere' },
    );
    try {
      const levels = () => [world.app.services.log.levels().set, beside.services.log.levels().set];
      await first.ok(api.installation.setLogLevels, { body: { levels: 'warn,job=debug' } });
      await expect.poll(levels).toEqual(['warn,job=debug', 'warn,job=debug']);
      expect((await first.ok(api.installation.state)).log_levels.set).toBe('warn,job=debug');
      expect((await first.refused(api.installation.setLogLevels, { body: { levels: 'loud' } })).code).toBe('request.invalid');
      await first.ok(api.installation.setLogLevels, { body: { levels: null } });
      await expect.poll(levels).toEqual([null, null]);
      expect(beside.services.log.levels().given).toBe('warn');
    } finally {
      await beside.close();
    }
  });

  test('disables an account, which is out at once, and enables it again', async () => {
    const page = await vera.push();
    await first.ok(api.installation.changePerson, change(vera, { status: 'disabled' }));
    expect(await page.closed).toBe(4401);
    expect((await vera.refused(api.users.whoAmI)).code).toBe('auth.not_signed_in');
    expect(await world.sql(`select action, details from audit where action = 'installation.changePerson'`)).toEqual([
      {
        action: 'installation.changePerson',
        details: { user: vera.id, login: 'vera', before: { status: 'active', administrator: false }, after: { status: 'disabled' } },
      },
    ]);
    await first.ok(api.installation.changePerson, change(vera, { status: 'active' }));
    expect((await people('vera'))[0].status).toBe('active');
  });

  test('ends the sessions of a person', async () => {
    const eva = await world.person('eva');
    expect(await first.ok(api.installation.endSessions, { params: { id: eva.id } })).toMatchObject({ ended: 1 });
    expect((await eva.refused(api.users.whoAmI)).code).toBe('auth.not_signed_in');
  });

  test('is handed on by appointment, and never by nobody', async () => {
    expect((await first.refused(api.installation.changePerson, change(first, { administrator: false }))).code).toBe(
      'installation.not_yourself',
    );
    await first.ok(api.installation.changePerson, change(boris, { administrator: true }));
    await boris.ok(api.installation.state);
    await boris.ok(api.installation.changePerson, change(first, { administrator: false }));
    expect((await first.refused(api.installation.state)).code).toBe('auth.forbidden');
    expect((await boris.refused(api.installation.changePerson, { params: { id: 777_777 }, body: {} })).code).toBe(
      'installation.person_not_found',
    );
    await boris.ok(api.installation.changePerson, change(first, { administrator: true }));
    const both = await Promise.all([
      first.call(api.installation.changePerson, change(boris, { administrator: false })),
      boris.call(api.installation.changePerson, change(first, { administrator: false })),
    ]);
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect((await world.sql('select 1 from app_user where administrator')).length).toBeGreaterThanOrEqual(1);
    await world.sql('update app_user set administrator = (id = $1)', [first.id]);
  });

  test('is given by the environment alone, where that names somebody', async () => {
    const named = await createWorld({ GANTRY_ADMINISTRATORS: 'Keeper, other' });
    try {
      const [early, keeper] = [await named.person('early'), await named.person('keeper')];
      expect((await early.refused(api.installation.state)).code).toBe('auth.forbidden');
      expect((await keeper.ok(api.installation.people)).people.find(({ login }) => login === 'keeper')).toMatchObject({
        administrator: true,
        named: true,
      });
      await keeper.ok(api.installation.changePerson, change(early, { administrator: true }));
      expect((await early.refused(api.installation.changePerson, change(keeper, { administrator: false }))).code).toBe(
        'installation.named_by_environment',
      );
      await keeper.ok(api.installation.changePerson, change(early, { administrator: false }));
    } finally {
      await named.close();
    }
  });
});

describe('a corporate licence', () => {
  const load = async (claims: Record<string, unknown>) =>
    first.ok(api.installation.loadLicense, { body: { token: await issuer.issue({ scope: 'corporate', ...claims }) } });

  test('covers every space, counts each person once, and leaves room as it says', async () => {
    const second = await boris.space('Second');
    await vera.refused(api.users.whoAmI);
    expect(await world.app.licenseDays()).toBeNull();
    const { id, active } = await load({ lid: 'CORP', paid_users: 3, exp: Math.floor(Date.now() / 1000) + 86_400 * 20 + 60 });
    expect(active).toBe(true);
    expect(await world.app.licenseDays()).toBe(20);
    expect((await first.ok(api.installation.licenses)).standing).toMatchObject({
      state: 'licensed',
      scope: 'corporate',
      seats: { users: { used: 2, allowed: 3 } },
    });
    expect((await boris.ok(api.licenses.list)).licenses).toEqual([
      expect.objectContaining({ lid: 'CORP', scope: 'corporate', active: true }),
    ]);
    expect((await boris.refused(api.licenses.setActive, { params: { id }, body: { active: false } })).code).toBe('license.not_found');
    const invite = (login: string) => ({ params: { id: second }, body: { login, role_id: 3 } });
    await boris.ok(api.spaces.invite, invite('vera'));
    await boris.ok(api.spaces.invite, invite('eva'));
    expect((await boris.refused(api.spaces.invite, invite('first'))).code).toBe('license.users_exceeded');
    expect((await first.refused(api.spaces.create, { body: { name: 'Mine' } })).code).toBe('license.users_exceeded');
    expect((await spaces()).map(({ license }) => license)).toEqual(['licensed', 'licensed']);
  });

  test('is left out where a space has a licence of its own, and comes back with its end', async () => {
    const third = await boris.space('Third');
    const { id } = await boris.ok(api.licenses.load, { body: { token: await issuer.issue({ paid_users: 1 }) } });
    expect((await boris.ok(api.licenses.list)).standing).toMatchObject({ scope: 'site', seats: { users: { used: 1, allowed: 1 } } });
    await boris.ok(api.licenses.setActive, { params: { id }, body: { active: false } });
    expect((await boris.ok(api.licenses.list)).standing).toMatchObject({ state: 'licensed', scope: 'corporate' });
    expect(third).toBe(boris.spaceId);
  });

  test('is not loaded twice, not deleted while active, and switched off leaves all of them to be read', async () => {
    const [{ id }] = (await first.ok(api.installation.licenses)).licenses;
    expect((await first.refused(api.installation.removeLicense, { params: { id } })).code).toBe('license.active_not_deleted');
    expect((await first.refused(api.installation.loadLicense, { body: { token: await issuer.issue() } })).code).toBe(
      'license.not_for_here',
    );
    await first.ok(api.installation.setLicenseActive, { params: { id }, body: { active: false } });
    expect((await boris.refused(api.facilities.create, { body: { name: 'No' } })).code).toBe('license.none_active');
    await first.ok(api.installation.removeLicense, { params: { id } });
    // The third space has one of its own, which is off; the others are free again.
    expect((await spaces()).map(({ name, license }) => `${name} ${license}`)).toEqual(['Harbour free', 'Second free', 'Third inactive']);
    expect(
      (await world.sql(`select action from audit where space_id is null and action like 'installation.%icense%' order by id`)).map(
        ({ action }) => action,
      ),
    ).toEqual(['installation.loadLicense', 'installation.setLicenseActive', 'installation.removeLicense']);
  });
});
