import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Keys, send } from '../../../testing/call.ts';
import { createWorld, PASSWORD, type Person, type World } from '../../../testing/world.ts';
import { hashSecret, matchesSecret } from '../../../platform/secret-hash.ts';
import { isSameOrigin } from './auth.rules.ts';
import { forgetEnded } from './auth.timers.service.ts';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld({ GANTRY_TRUSTED_PROXIES: '127.0.0.1' });
  anna = await world.person('anna');
});
afterAll(() => world.close());

const nobody = (): Keys => ({ cookies: new Map(), token: '' });
const signIn = (login: string, password: string, headers: Record<string, string> = {}, keys = nobody()) =>
  send(world.base, keys, api.auth.login, { body: { login, password } }, { by: 'nobody', headers });

describe('signing in', () => {
  test.each(['anna', 'ANNA', 'anna@gantry.example', '  anna '])('works with %j', async (login) => {
    const { status, body } = await signIn(login, PASSWORD);
    expect({ status, user: body.user_id }).toEqual({ status: 200, user: anna.id });
    expect(body.token).toMatch(/^[\w-]{43}$/);
  });

  test('sets a session cookie that no script reads and a CSRF cookie', async () => {
    const { headers } = await signIn('anna', PASSWORD);
    const [session, csrf] = headers.getSetCookie();
    expect(session).toMatch(/^gantry_sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(csrf).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Lax$/);
  });

  test('over TLS ties the cookies to the host', async () => {
    const { headers } = await signIn('anna', PASSWORD, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' });
    const [session, csrf] = headers.getSetCookie();
    expect(session).toMatch(/^__Host-gantry_sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(csrf).toMatch(/^__Host-XSRF-TOKEN=[\w-]{43}; Path=\/; Secure; SameSite=Lax$/);
  });

  test('makes a new session each time, stored only as hashes', async () => {
    const keys = nobody();
    await signIn('anna', PASSWORD, {}, keys);
    const first = keys.cookies.get('gantry_sid') as string;
    await signIn('anna', PASSWORD, { cookie: `gantry_sid=${first}` }, keys);
    expect(keys.cookies.get('gantry_sid')).not.toBe(first);
    const stored = JSON.stringify(
      await world.sql('select encode(id_hash, $1) as id, encode(token_hash, $1) as token from session', ['escape']),
    );
    expect(stored).not.toContain(first);
  });

  test('answers a wrong password and an unknown login alike, in like time', async () => {
    const timed = async (login: string) => {
      const started = performance.now();
      const { status, body } = await signIn(login, 'wrong password');
      return { answer: { status, errors: body.errors, message: body.error_message }, ms: performance.now() - started };
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const [a, b] = [await timed('anna@gantry.example'), await timed(`ghost${round}`)];
      expect(a.answer).toEqual({
        status: 401,
        errors: [{ code: 'auth.wrong_credentials', message: 'auth.wrong_credentials', parameters: {} }],
        message: 'auth.wrong_credentials',
      });
      expect(b.answer).toEqual(a.answer);
      known.push(a.ms);
      unknown.push(b.ms);
    }
    const fastest = (times: number[]) => Math.min(...times);
    expect(fastest(unknown)).toBeGreaterThan(fastest(known) / 2);
    expect(fastest(known)).toBeGreaterThan(fastest(unknown) / 2);
  });

  test('is refused to a person who was disabled, whose session ends too', async () => {
    const clara = await world.person('clara');
    await world.sql(`update app_user set status = 'disabled' where id = $1`, [clara.id]);
    expect((await signIn('clara', PASSWORD)).body.errors[0].code).toBe('auth.user_disabled');
    expect((await signIn('clara', 'wrong password')).body.errors[0].code).toBe('auth.wrong_credentials');
    expect(await clara.refused(api.users.whoAmI)).toMatchObject({ status: 401, code: 'auth.not_signed_in' });
  });

  test('is limited by account, whichever address it comes from and however it is spelled', async () => {
    await world.person('dora');
    const codes: string[] = [];
    for (let round = 0; round < 11; round += 1) {
      const { body } = await signIn(round % 2 ? 'dora' : 'DORA', 'wrong password', { 'x-forwarded-for': `198.51.100.${round}` });
      codes.push(body.errors[0].code);
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'auth.wrong_credentials'), 'auth.too_many_tries']);
    const right = await signIn('dora', PASSWORD);
    expect({ status: right.status, code: right.body.errors[0].code, minutes: right.body.errors[0].parameters['minutes'] }).toEqual({
      status: 429,
      code: 'auth.too_many_tries',
      minutes: 15,
    });
    await world.sql(`update sign_in_throttle set window_start = now() - interval '16 minutes'`);
    expect((await signIn('dora', PASSWORD)).status).toBe(200);
  });

  test('is limited by address, and one good try does not wash the bad ones away', async () => {
    const from = { 'x-forwarded-for': '192.0.2.7' };
    await world.sql('insert into sign_in_throttle values ($1, 49, now())', ['address:192.0.2.7']);
    expect((await signIn('anna', PASSWORD, from)).status).toBe(200);
    expect((await signIn('ghost', 'wrong password', from)).status).toBe(401);
    expect((await signIn('ghost', 'wrong password', from)).status).toBe(429);
    expect((await signIn('anna', PASSWORD, { 'x-forwarded-for': '192.0.2.8' })).status).toBe(200);
  });

  test('leaves counts and sessions whose time is over to a timer, which clears them away a few at a time', async () => {
    await world.sql(`insert into sign_in_throttle select 'account:old ' || n, 3, now() - interval '2 days' from generate_series(1, 3) n`);
    await world.sql(
      `insert into session (id_hash, token_hash, user_id, user_agent, expires_at)
       select decode(md5('id' || n), 'hex'), decode(md5('token' || n), 'hex'), $1, '', now() - interval '1 hour' from generate_series(1, 3) n`,
      [anna.id],
    );
    await signIn('anna', PASSWORD);
    const over = () => world.sql(`select 1 from session where expires_at < now()`);
    expect(await over()).toHaveLength(3);
    const live = await world.sql('select id from session where expires_at > now() order by id');
    await forgetEnded(world.app.services, 2);
    expect(await over()).toEqual([]);
    expect(await world.sql('select id from session order by id')).toEqual(live);
    expect(await world.sql(`select key from sign_in_throttle where key like 'account:old%'`)).toEqual([]);
  });
});

describe('a session', () => {
  test('is known by cookie, and by its token alone', async () => {
    expect((await anna.ok(api.users.whoAmI)).id).toBe(anna.id);
    expect((await anna.ok(api.users.whoAmI, {}, { by: 'bearer' })).id).toBe(anna.id);
    expect((await anna.ok(api.spaces.create, { body: { name: 'By script' } }, { by: 'bearer' })).success).toBe(true);
  });

  test('over TLS takes its cookies back by words that a browser heeds', async () => {
    const keys = nobody();
    const tls = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
    const signedIn = await signIn('anna', PASSWORD, tls);
    const given = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
    const csrf = given[1].slice('__Host-XSRF-TOKEN='.length);
    const headers = { ...tls, cookie: given.join('; '), 'x-xsrf-token': csrf };
    const { status, headers: answer } = await send(world.base, keys, api.auth.logout, {}, { by: 'nobody', headers });
    expect(status).toBe(200);
    for (const line of answer.getSetCookie()) expect(line).toMatch(/^__Host-[\w-]+=; .*Path=\/; .*Secure/);
  });

  test('ends with sign-out: cookie and token are worth nothing then, and other sessions live on', async () => {
    const keys = nobody();
    const { body } = await signIn('anna', PASSWORD, {}, keys);
    keys.token = body.token;
    const kept = { ...keys, cookies: new Map(keys.cookies) };
    expect((await send(world.base, keys, api.auth.logout, {})).status).toBe(200);
    expect(keys.cookies.has('gantry_sid')).toBe(false);
    expect((await send(world.base, kept, api.users.whoAmI, {})).status).toBe(401);
    expect((await send(world.base, kept, api.users.whoAmI, {}, { by: 'bearer' })).status).toBe(401);
    expect((await anna.ok(api.users.whoAmI)).id).toBe(anna.id);
  });

  test('ends when its time is over', async () => {
    const keys = nobody();
    await signIn('anna', PASSWORD, {}, keys);
    await world.sql(`update session set expires_at = now() - interval '1 second' where id_hash = sha256($1::bytea)`, [
      keys.cookies.get('gantry_sid'),
    ]);
    expect((await send(world.base, keys, api.users.whoAmI, {})).status).toBe(401);
  });

  test("does not take another session's CSRF token", async () => {
    const keys = nobody();
    await signIn('anna', PASSWORD, {}, keys);
    const headers = { 'x-xsrf-token': keys.cookies.get('XSRF-TOKEN') as string };
    expect(await anna.refused(api.spaces.create, { body: { name: 'X' } }, { by: 'no_csrf', headers })).toMatchObject({
      status: 403,
      code: 'auth.csrf',
    });
  });
});

describe('passwords', () => {
  test('are kept as Argon2id with a salt of their own', async () => {
    const [row] = await world.sql('select password_hash, secret_answer_hash from app_user where id = $1', [anna.id]);
    expect(row['password_hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row['secret_answer_hash']).toMatch(/^\$argon2id\$/);
    expect(await hashSecret('same')).not.toBe(await hashSecret('same'));
  });

  test('match however their letters are composed', async () => {
    const stored = await hashSecret('pássword\u00e9');
    expect(await matchesSecret('pa\u0301sswore\u0301'.replace('sswore', 'sswordе').replace('е', 'e'), stored)).toBe(true);
    expect(await matchesSecret('password', stored)).toBe(false);
    expect(await matchesSecret('anything', null)).toBe(false);
  });
});

test.each([
  [{}, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ origin: 'https://gantry.example', host: 'gantry.example' }, true],
  [{ origin: 'https://gantry.example.evil', host: 'gantry.example' }, false],
  [{ origin: 'null', host: 'gantry.example' }, false],
])('the origin of %j is ours: %s', (headers, ours) => {
  expect(isSameOrigin(headers)).toBe(ours);
});
