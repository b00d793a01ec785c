import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashSecret } from '../../../platform/secret-hash.ts';
import { type Keys, send } from '../../../testing/call.ts';
import { letterAfter, tokenIn } from '../../../testing/servers/mail-folder.ts';
import { createWorld, PASSWORD, type Person, type World } from '../../../testing/world.ts';
import { endedInvitations } from './invitations.repository.ts';
import { forgetInvitations } from './invitations.timers.service.ts';

let world: World;
let anna: Person;
let boris: Person;

beforeAll(async () => {
  world = await createWorld({ GANTRY_PUBLIC_URL: 'https://plans.gantry.example', GANTRY_REGISTRATION: 'open' });
  [anna, boris] = [await world.person('anna'), await world.person('boris')];
  await anna.space('Riverside');
  await boris.space();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('delete from sign_in_throttle');
});

const { planner, viewer, administrator } = BUILT_IN_ROLE_ID;
const params = () => ({ id: anna.spaceId });
const invite = (login: string, role_id: number = planner, by = anna) =>
  by.call(api.spaces.invite, { params: { id: by.spaceId }, body: { login, role_id } });
/** Invites an address and reads what its letter says. */
const tokenFor = async (email: string, role_id: number = planner, by = anna) =>
  tokenIn(await letterAfter(world.dataDir, email, async () => expect((await invite(email, role_id, by)).status).toBe(200)));
const listed = async (by = anna) => (await by.ok(api.invitations.list, { params: { id: by.spaceId } })).invitations;
const find = async (email: string) => (await listed()).find((one) => one.email === email);
const one = async (email: string) => ({ ...params(), invitationId: (await find(email))?.id ?? 0 });
const memberships = async (person: Person) => (await person.ok(api.users.spaces)).spaces.map(({ id, role }) => ({ id, role }));
const codeOf = ({ body }: { body: { errors?: { code: string }[] } }) => body.errors?.[0].code ?? 'ok';
const look = (token: string) => send(world.base, null, api.invitations.look, { body: { token } }, { by: 'nobody' });
const register = (token: string, login: string, keys: Keys = { cookies: new Map(), token: '' }) => {
  const body = {
    token,
    login,
    first_name: 'New',
    last_name: 'Person',
    password: PASSWORD,
    secret_question: 'First site?',
    answer: 'Pier 4',
  };
  return send(world.base, keys, api.invitations.register, { body }, { by: 'nobody' });
};

describe('an address that nobody is known by', () => {
  test('is sent a letter; its owner makes an account and is in, once', async () => {
    const letter = await letterAfter(world.dataDir, 'clara@new.example', async () => {
      expect((await invite('clara@new.example')).body).toMatchObject({ user_id: null, invitation_id: expect.any(Number) as number });
    });
    expect(letter.text).toContain('anna Tester invites you to the space “Riverside” in Gantry, as Planner');
    expect(letter.text).toContain('https://plans.gantry.example/auth/invitation#token=');
    const token = tokenIn(letter);
    expect(await find('clara@new.example')).toMatchObject({ delivery: 'sent', role: 'planner', invited_by: 'anna Tester', expired: false });
    expect((await look(token)).body).toMatchObject({
      email: 'clara@new.example',
      space_name: 'Riverside',
      invited_by: 'anna Tester',
      role: 'planner',
      account: false,
    });
    const keys: Keys = { cookies: new Map(), token: '' };
    const { status, body } = await register(token, 'clara', keys);
    expect({ status, space: body.space_id }).toEqual({ status: 200, space: anna.spaceId });
    const me = (await send(world.base, keys, api.users.whoAmI, {})).body;
    expect(me).toMatchObject({ login: 'clara', email: 'clara@new.example' });
    expect((await send(world.base, keys, api.users.spaces, {})).body.spaces).toMatchObject([{ id: anna.spaceId, role: 'planner' }]);
    expect(await find('clara@new.example')).toBeUndefined();
    expect(codeOf(await look(token))).toBe('invitation.not_valid');
    expect(codeOf(await register(token, 'clara2'))).toBe('invitation.not_valid');
  });

  test('is let in even where visitors cannot register', async () => {
    const closed = await createWorld({ GANTRY_REGISTRATION: 'closed' });
    try {
      // As the first person of such an installation: by no call.
      const [{ id }] = await closed.sql<{ id: number }>(
        `insert into app_user (login, email, first_name, last_name, password_hash, secret_question, secret_answer_hash)
         values ('host', 'host@x.example', 'H', 'O', $1, '', '') returning id`,
        [await hashSecret(PASSWORD)],
      );
      const [{ id: space }] = await closed.sql<{ id: number }>(`insert into space (name, created_by) values ('S', $1) returning id`, [id]);
      await closed.sql(`insert into space_user (space_id, user_id, role) values ($1, $2, 'owner')`, [space, id]);
      const keys: Keys = { cookies: new Map(), token: '' };
      await send(closed.base, keys, api.auth.login, { body: { login: 'host', password: PASSWORD } }, { by: 'nobody' });
      const letter = await letterAfter(closed.dataDir, 'guest@new.example', () =>
        send(closed.base, keys, api.spaces.invite, { params: { id: space }, body: { login: 'guest@new.example', role_id: viewer } }),
      );
      const person = { login: 'guest', first_name: 'N', last_name: 'P', password: PASSWORD, secret_question: 'q', answer: 'a' };
      const stranger = { ...person, email: 'guest@new.example' };
      expect(codeOf(await send(closed.base, null, api.users.register, { body: stranger }))).toBe('user.registration_closed');
      const body = { ...person, token: tokenIn(letter) };
      expect((await send(closed.base, null, api.invitations.register, { body }, { by: 'nobody' })).status).toBe(200);
    } finally {
      await closed.close();
    }
  });

  test('of a weak password keeps the invitation', async () => {
    const token = await tokenFor('weak@new.example');
    const body = { token, login: 'weak', first_name: 'N', last_name: 'P', password: 'password1234', secret_question: 'q', answer: 'a' };
    expect(codeOf(await send(world.base, null, api.invitations.register, { body }, { by: 'nobody' }))).toBe('user.password_weak');
    expect((await register(token, 'weak')).status).toBe(200);
  });

  test('of an account that nobody has confirmed is asked too; its owner signs in and accepts', async () => {
    const dora = await world.person('dora');
    const token = await tokenFor('dora@gantry.example', viewer);
    expect(await memberships(dora)).toEqual([]);
    expect((await look(token)).body.account).toBe(true);
    expect(codeOf(await register(token, 'dora2'))).toBe('invitation.account_exists');
    expect(await dora.ok(api.invitations.accept, { body: { token } })).toMatchObject({ space_id: anna.spaceId });
    expect(await memberships(dora)).toEqual([{ id: anna.spaceId, role: 'viewer' }]);
    // The letter has shown whose the address is: from now on it is enough.
    await dora.ok(api.users.changePassword, { body: { old_password: PASSWORD, password: 'a lighthouse in november' } });
    expect((await invite('DORA@gantry.example', viewer, boris)).body.user_id).toBe(dora.id);
  });

  test('in use by two at the same moment lets one of them make the account', async () => {
    const token = await tokenFor('twins@new.example');
    const both = await Promise.all([register(token, 'twin-a'), register(token, 'twin-b')]);
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(
      await world.sql(`select 1 from space_user m join app_user u on u.id = m.user_id where u.email = 'twins@new.example'`),
    ).toHaveLength(1);
  });
});

describe('hijacking an invitation', () => {
  test('another account that holds the letter is refused and gets nothing; the letter still works for its owner', async () => {
    const thief = await world.person('thief');
    const token = await tokenFor('erik@new.example', administrator);
    expect(await thief.refused(api.invitations.accept, { body: { token } })).toMatchObject({
      status: 403,
      code: 'invitation.other_person',
    });
    expect(await memberships(thief)).toEqual([]);
    expect((await register(token, 'erik')).status).toBe(200);
  });

  test('whoever wrote down the address of somebody else, or took it as a login, is not the one who is invited', async () => {
    const squatter = await world.person('squatter');
    const about = { first_name: 'S', last_name: 'Q', secret_question: 'First site?', password: PASSWORD };
    await squatter.ok(api.users.update, { body: { ...about, login: 'boss@corp.example', email: 'boss@corp.example' } });
    const token = await tokenFor('boss@corp.example', administrator);
    expect(await memberships(squatter)).toEqual([]);
    // The true owner has the letter and not the account: they take it over by their mailbox, which throws the squatter out.
    const reset = await letterAfter(world.dataDir, 'boss@corp.example', () =>
      send(world.base, null, api.recovery.requestReset, { body: { login: 'boss@corp.example' } }, { by: 'nobody' }),
    );
    const password = 'a lighthouse in november';
    expect((await send(world.base, null, api.recovery.reset, { body: { token: tokenIn(reset), password } }, { by: 'nobody' })).status).toBe(
      200,
    );
    expect(await squatter.refused(api.invitations.accept, { body: { token } })).toMatchObject({ status: 401 });
  });

  test('a confirmed address that is exchanged for another one is confirmed no longer', async () => {
    const fred = await world.person('fred');
    await world.sql(`update app_user set email_confirmed_at = now() where login = 'fred'`);
    const about = { login: 'fred', first_name: 'F', last_name: 'F', secret_question: 'First site?', password: PASSWORD };
    await fred.ok(api.users.update, { body: { ...about, email: 'chief@corp.example' } });
    expect((await invite('chief@corp.example', administrator)).body.user_id).toBeNull();
    expect(await memberships(fred)).toEqual([]);
  });

  test('a token that is guessed, cut or of another kind is one that never was', async () => {
    const token = await tokenFor('greta@new.example');
    for (const candidate of [token.slice(0, -1), `${token}A`, 'x', "' or 1=1 --"])
      expect(codeOf(await look(candidate))).toBe('invitation.not_valid');
    expect((await look('')).status).toBe(400);
    expect((await look(token)).status).toBe(200);
  });

  test('only its hash is kept, and no log line holds it', async () => {
    const token = await tokenFor('hugo@new.example');
    expect(JSON.stringify(await world.sql(`select encode(token_hash, 'escape') as hash, i.* from invitation i`))).not.toContain(token);
    expect(JSON.stringify(await world.sql(`select input, result from job`))).not.toContain(token);
    expect(world.log.join('')).not.toContain(token);
  });
});

describe('an invitation', () => {
  test('is sent anew, which ends what the former letter said', async () => {
    const first = await tokenFor('ida@new.example');
    const second = tokenIn(
      await letterAfter(world.dataDir, 'ida@new.example', async () =>
        anna.ok(api.invitations.resend, { params: await one('ida@new.example') }),
      ),
    );
    expect(second).not.toBe(first);
    expect(codeOf(await look(first))).toBe('invitation.not_valid');
    expect((await look(second)).status).toBe(200);
  });

  test('to the same address again takes the place of the former', async () => {
    await tokenFor('jan@new.example', viewer);
    await tokenFor('JAN@new.example', administrator);
    expect((await listed()).filter(({ email }) => email.toLowerCase() === 'jan@new.example')).toMatchObject([{ role: 'administrator' }]);
  });

  test('that is withdrawn, too old, or into a space that is being deleted opens nothing', async () => {
    const withdrawn = await tokenFor('karl@new.example');
    await anna.ok(api.invitations.withdraw, { params: await one('karl@new.example') });
    expect(codeOf(await register(withdrawn, 'karl'))).toBe('invitation.not_valid');
    const old = await tokenFor('lena@new.example');
    await world.sql(`update invitation set expires_at = now() - interval '1 second' where email = 'lena@new.example'`);
    expect(await find('lena@new.example')).toMatchObject({ expired: true });
    expect(codeOf(await register(old, 'lena'))).toBe('invitation.not_valid');
    const owner = await world.person('owner');
    await owner.space();
    const late = await tokenFor('mia@new.example', viewer, owner);
    await owner.ok(api.spaces.remove, { params: { id: owner.spaceId } });
    expect(codeOf(await register(late, 'mia'))).toBe('invitation.not_valid');
  });

  test('gives no more than its sender may give when it is used', async () => {
    const nils = await world.person('nils');
    await world.join(nils, anna, 'administrator');
    const token = await tokenFor('olga@new.example', planner, nils);
    await anna.ok(api.spaces.updateMember, { params: { ...params(), userId: nils.id }, body: { role_id: viewer } });
    expect(codeOf(await register(token, 'olga'))).toBe('invitation.not_valid');
    await anna.ok(api.spaces.updateMember, { params: { ...params(), userId: nils.id }, body: { role_id: administrator } });
    const gone = await tokenFor('paul@new.example', planner, nils);
    await anna.ok(api.spaces.kickOut, { params: params(), body: { user_id: nils.id } });
    expect(codeOf(await register(gone, 'paul'))).toBe('invitation.not_valid');
  });

  test('into a role above the own one, or a role that is not there, is refused before anything is sent', async () => {
    const rita = await world.person('rita');
    await world.join(rita, anna, 'administrator');
    expect(codeOf(await invite('x@new.example', BUILT_IN_ROLE_ID.owner, rita))).toBe('role.above_own');
    expect(codeOf(await invite('x@new.example', 777_777))).toBe('role.not_found');
    expect(await find('x@new.example')).toBeUndefined();
  });

  test('keeps the role that it gives from being deleted', async () => {
    const { id } = await anna.ok(api.roles.create, { body: { name: 'Surveyor', rights: ['space.read'] } });
    await tokenFor('sven@new.example', id);
    expect(await find('sven@new.example')).toMatchObject({ role_id: id, role_name: 'Surveyor' });
    expect(await anna.refused(api.roles.remove, { params: { id } })).toMatchObject({ code: 'role.in_use' });
  });

  test('fills nobody’s mailbox: five letters a day to one address, whoever sends them', async () => {
    const codes: string[] = [];
    for (let round = 0; round < 6; round += 1) codes.push(codeOf(await invite('tom@new.example', viewer, round % 2 ? anna : boris)));
    expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'auth.too_many_tries']);
  });

  test('is seen, sent anew and withdrawn by who manages people alone, and in the own space alone', async () => {
    await tokenFor('uwe@new.example');
    const place = await one('uwe@new.example');
    const vera = await world.person('vera');
    await world.join(vera, anna, 'planner');
    for (const endpoint of [api.invitations.resend, api.invitations.withdraw]) {
      expect(await vera.refused(endpoint, { params: place })).toMatchObject({ status: 403 });
      const foreign = { ...place, id: boris.spaceId };
      const nowhere = { invitationId: 777_777, id: boris.spaceId };
      expect(await boris.refused(endpoint, { params: foreign })).toEqual(await boris.refused(endpoint, { params: nowhere }));
    }
    expect(await vera.refused(api.invitations.list, { params: params() })).toMatchObject({ status: 403 });
    expect((await listed(boris)).map(({ email }) => email)).not.toContain('uwe@new.example');
  });

  test('is noted with who sent it and who came', async () => {
    const actions = (await anna.ok(api.audit.list)).entries.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['invitations.sent', 'invitations.accepted', 'invitations.withdraw', 'invitations.resend']),
    );
  });

  test('that ended a year ago is forgotten, a few at a time and by index', async () => {
    const ended = (days: number, count: number) =>
      world.sql(
        `insert into invitation (space_id, email, role, invited_by, expires_at)
         select $1, 'old' || $3::int || '-' || n || '@new.example', 'viewer', $2, now() - make_interval(days => $3::int) from generate_series(1, $4) n`,
        [anna.spaceId, anna.id, days, count],
      );
    await ended(366, 3);
    await ended(364, 1);
    expect(await forgetInvitations(world.app.services, 2)).toBe(3);
    expect((await listed()).filter(({ email }) => email.startsWith('old')).map(({ email }) => email)).toEqual(['old364-1@new.example']);
    const plan = await world.app.services.database.write({ spaceId: null, userId: null, system: true }, async (tx) => {
      for (const way of ['seqscan', 'bitmapscan', 'sort']) await sql`set local ${sql.ref(`enable_${way}`)} = off`.execute(tx);
      return sql`explain ${endedInvitations(10)}`.execute(tx);
    });
    expect(JSON.stringify(plan.rows)).toContain('invitation_by_end');
  });

  test('is one of at most five thousand of a space', async () => {
    await world.sql(
      `insert into invitation (space_id, email, role, invited_by, expires_at)
       select $1, 'many-' || n || '@new.example', 'viewer', $2, now() from generate_series(1, 5000) n`,
      [anna.spaceId, anna.id],
    );
    expect(codeOf(await invite('one-more@new.example'))).toBe('request.limit_reached');
    await world.sql(`delete from invitation where email like 'many-%'`);
    expect(codeOf(await invite('one-more@new.example'))).toBe('ok');
  });
});
