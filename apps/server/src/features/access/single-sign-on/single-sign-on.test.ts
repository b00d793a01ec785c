import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send } from '../../../testing/call.ts';
import { newIssuer } from '../../../testing/servers/license-issuer.ts';
import { startTestProvider, type TestProvider } from '../../../testing/servers/openid-provider.ts';
import {
  AS_PAGE,
  begin,
  CLIENT,
  comeBack,
  environmentOf,
  newBrowser,
  OVER_TLS,
  PUBLIC_URL,
  signInBy,
} from '../../../testing/sign-in-journey.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** Against a real OpenID provider, which answers on the loopback. */
let provider: TestProvider;
let world: World;
let anna: Person;

beforeAll(async () => {
  provider = await startTestProvider(CLIENT);
  world = await createWorld(environmentOf(provider));
  anna = await world.person('anna');
  await anna.space();
  await tie('anna', anna.id);
});
afterAll(async () => {
  await world.close();
  await provider.close();
});
beforeEach(async () => {
  await world.sql('delete from sign_in_throttle');
});

const tie = (subject: string, userId: number) =>
  world.sql(`insert into user_identity (issuer, subject, user_id, method) values ($1, $2, $3, 'openid')`, [
    provider.issuer,
    subject,
    userId,
  ]);
const whoAmI = (browser: ReturnType<typeof newBrowser>, base = world.base) =>
  send(base, browser, api.users.whoAmI, {}, { headers: OVER_TLS });

describe('by OpenID Connect', () => {
  test('the provider is asked for a code, with PKCE, state and nonce, and the browser keeps a cookie that scripts do not read', async () => {
    const { to, headers } = await begin(world, newBrowser(), 'openid', '/1/schedule/5');
    const asked = new URL(to);
    expect(asked.origin).toBe(provider.issuer);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${PUBLIC_URL}/api/v1/auth/openidconnect`,
      scope: 'openid profile email',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(to).not.toContain('schedule');
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-gantry_sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/);
  });

  test('a person whose identity is tied to an account is in, with the session that a password gives', async () => {
    const { browser, answer } = await signInBy(world, provider, 'anna');
    expect(answer.status).toBe(200);
    expect(answer.body.user_id).toBe(anna.id);
    expect([...browser.cookies.keys()].sort()).toEqual(['__Host-XSRF-TOKEN', '__Host-gantry_sid']);
    expect((await whoAmI(browser)).body.login).toBe('anna');
    const script = { by: 'bearer' as const, headers: OVER_TLS };
    expect((await send(world.base, browser, api.users.whoAmI, {}, script)).body.login).toBe('anna');
    const [row] = await world.sql(`select method from session where user_id = $1 order by id desc limit 1`, [anna.id]);
    expect(row['method']).toBe('openid');
    const [noted] = await world.sql(`select actor_id, details from audit where action = 'auth.signed_in' order by id desc limit 1`);
    expect(noted).toMatchObject({ actor_id: anna.id, details: { method: 'openid' } });
  });

  test('a browser is led to the page of success, whose page takes the token once and goes on where it was wanted', async () => {
    const browser = newBrowser();
    const { to } = await begin(world, browser, 'openid', '/7/schedule/5?target=3');
    const back = await comeBack(world, browser, await provider.signInAs('anna', to), AS_PAGE);
    expect([back.status, back.to]).toEqual([303, '/auth/success?session=new']);
    const take = () => send(world.base, browser, api.auth.token, {}, { headers: OVER_TLS });
    const taken = await take();
    expect(taken.body).toMatchObject({ user_id: anna.id, return_path: '/7/schedule/5?target=3' });
    browser.token = taken.body.token;
    expect((await send(world.base, browser, api.users.whoAmI, {}, { by: 'bearer', headers: OVER_TLS })).status).toBe(200);
    expect(await take()).toMatchObject({ status: 409, body: { error_message: 'auth.token_taken' } });
    await world.sql(`update session set token_until = now() - interval '1 second' where user_id = $1`, [anna.id]);
    expect((await take()).status).toBe(409);
  });

  test('who has no account here is told so on a page, and the audit notes it', async () => {
    expect((await signInBy(world, provider, 'stranger')).code).toBe('sign_in.unknown_account');
    const browser = newBrowser();
    const { to } = await begin(world, browser);
    const back = await comeBack(world, browser, await provider.signInAs('stranger', to), AS_PAGE);
    expect([back.status, back.to]).toEqual([303, '/error?message=sign_in.unknown_account']);
    expect([...browser.cookies.keys()]).toEqual([]);
    const [noted] = await world.sql(`select details from audit where action = 'auth.sign_in_refused' order by id desc limit 1`);
    expect(noted['details']).toEqual({ method: 'openid', reason: 'sign_in.unknown_account' });
  });

  test('whom the provider does not let in is not in', async () => {
    expect((await signInBy(world, provider, 'nobody')).code).toBe('sign_in.denied');
  });

  test('a person who was disabled is refused, tied or not', async () => {
    const off = await world.person('off');
    await tie('off', off.id);
    expect((await signInBy(world, provider, 'off')).code).toBe('ok');
    await world.sql(`update app_user set status = 'disabled' where id = $1`, [off.id]);
    expect((await signInBy(world, provider, 'off')).code).toBe('auth.user_disabled');
    const [noted] = await world.sql(`select actor_id, details from audit where action = 'auth.sign_in_refused' order by id desc limit 1`);
    expect(noted).toEqual({ actor_id: off.id, details: { method: 'openid', reason: 'auth.user_disabled' } });
  });

  test('a space that is entered from named addresses alone stays closed to other addresses', async () => {
    await world.sql(`update space set allowed_addresses = '{203.0.113.0/24}' where id = $1`, [anna.spaceId]);
    const { browser } = await signInBy(world, provider, 'anna');
    const enter = (address: string) =>
      send(world.base, browser, api.eps.tree, {}, { spaceId: anna.spaceId, headers: { ...OVER_TLS, 'x-forwarded-for': address } });
    expect(await enter('198.51.100.7')).toMatchObject({ status: 403, body: { error_message: 'IPNotAllowed' } });
    expect((await enter('203.0.113.7')).status).toBe(200);
    await world.sql(`update space set allowed_addresses = '{}' where id = $1`, [anna.spaceId]);
  });

  test('a space without the licence that the installation wants is closed as to a session by password', async () => {
    const issuer = newIssuer();
    const strict = await createWorld(environmentOf(provider, { GANTRY_LICENSE: 'required', GANTRY_LICENSE_PUBLIC_KEYS: issuer.trusted }));
    try {
      const owner = await strict.person('owner');
      await owner.space();
      await strict.sql(`insert into user_identity (issuer, subject, user_id, method) values ($1, 'owner', $2, 'openid')`, [
        provider.issuer,
        owner.id,
      ]);
      const { browser } = await signInBy(strict, provider, 'owner');
      const add = (keys: typeof browser, headers = {}) =>
        send(strict.base, keys, api.facilities.create, { body: { name: 'Facility' } }, { spaceId: owner.spaceId, headers }).then(
          ({ status, body }) => [status, body.error_message],
        );
      expect(await add(browser, OVER_TLS)).toEqual([402, 'LicenseNotFound']);
      expect(await add(browser, OVER_TLS)).toEqual(await add(owner.keys));
    } finally {
      await strict.close();
    }
  });

  test('a provider that does not answer is told from a person who is refused', async () => {
    const gone = await startTestProvider(CLIENT);
    const lonely = await createWorld(environmentOf(gone));
    try {
      const { to } = await begin(lonely, newBrowser());
      expect(to).toContain(gone.issuer);
      await gone.close();
      const browser = newBrowser();
      const state = new URL((await begin(lonely, browser)).to).searchParams.get('state');
      const back = {
        url: `${PUBLIC_URL}/?${new URLSearchParams({ code: 'x', state: String(state), iss: gone.issuer }).toString()}`,
        form: null,
      };
      expect((await comeBack(lonely, browser, back)).body).toMatchObject({ error_message: 'sign_in.provider_down' });
      await lonely.restart();
      expect((await begin(lonely, newBrowser())).to).toBe('/error?message=sign_in.provider_down');
    } finally {
      await lonely.close();
    }
  });
});

describe('by the directory', () => {
  test('the page of AD FS posts a form from its own site, and the person is in', async () => {
    const browser = newBrowser();
    const { to } = await begin(world, browser, 'adfs', '/9');
    expect(new URL(to).searchParams.get('response_mode')).toBe('form_post');
    const back = await provider.signInAs('anna', to);
    expect(back.form).toMatchObject({ code: expect.any(String), state: expect.any(String) });
    const answer = await comeBack(world, browser, back, AS_PAGE);
    expect([answer.status, answer.to]).toEqual([303, '/auth/success?session=new']);
    expect((await send(world.base, browser, api.auth.token, {}, { headers: OVER_TLS })).body).toMatchObject({
      user_id: anna.id,
      return_path: '/9',
    });
  });

  test('what comes back may be JSON too', async () => {
    const browser = newBrowser();
    const { to } = await begin(world, browser, 'adfs');
    const { form } = await provider.signInAs('anna', to);
    const answer = await send(world.base, browser, api.singleSignOn.adfsReturn, { body: form ?? {} }, { headers: OVER_TLS });
    expect([answer.status, answer.body.user_id]).toEqual([200, anna.id]);
  });

  test('a return of one way is no return of the other', async () => {
    const browser = newBrowser();
    const { to } = await begin(world, browser, 'openid');
    const back = await provider.signInAs('anna', to);
    const form = Object.fromEntries(new URL(back.url).searchParams);
    expect((await comeBack(world, browser, { url: '', form })).body.error_message).toBe('sign_in.state_mismatch');
  });
});

test('the state of the installation names the ways in that are set up, and the others answer that they are not', async () => {
  expect((await anna.ok(api.system.state)).sign_in_methods).toEqual(['password', 'openid', 'adfs']);
  const bare = await createWorld();
  try {
    const state = await send(bare.base, null, api.system.state, {});
    expect(state.body.sign_in_methods).toEqual(['password']);
    for (const endpoint of Object.values(api.singleSignOn).filter(({ right }) => right === 'public')) {
      const answer = await send(bare.base, null, endpoint, endpoint.method === 'POST' ? { body: {} } : {});
      expect([answer.status, answer.body.error_message]).toEqual([404, 'sign_in.not_configured']);
    }
    expect((await begin(bare, newBrowser())).to).toBe('/error?message=sign_in.not_configured');
  } finally {
    await bare.close();
  }
});

describe('people whom nobody has tied', () => {
  let open: World;
  let boris: Person;
  beforeAll(async () => {
    open = await createWorld(environmentOf(provider, { OIDC_LINK_BY_EMAIL: 'on', OIDC_PROVISION: 'on', ADFS_LINK_BY_EMAIL: 'on' }));
    boris = await open.person('boris');
    provider.people.set('b-17', { sub: 'b-17', email: 'Boris@gantry.example', email_verified: true });
    provider.people.set('fake', { sub: 'fake', email: 'boris@gantry.example', email_verified: false });
    provider.people.set('mute', { sub: 'mute', email: 'boris@gantry.example' });
    provider.people.set('clara', {
      sub: 'c-1',
      email: 'clara@gantry.example',
      given_name: 'Clara',
      family_name: 'Stein',
      preferred_username: 'clara',
    });
    provider.people.set('other-clara', { sub: 'c-2', email: 'clara@else.example', given_name: 'Clara', preferred_username: 'clara' });
    provider.people.set('faceless', { sub: 'f-1', preferred_username: 'faceless' });
  });
  afterAll(() => open.close());

  test.each(['fake', 'mute'])('an address that the provider does not call verified leads to no account (%s)', async (name) => {
    expect((await signInBy(open, provider, name)).code).toBe('sign_in.account_exists');
    expect((await signInBy(open, provider, name, 'adfs')).code).toBe('sign_in.unknown_account');
    expect((await boris.ok(api.users.whoAmI)).login).toBe('boris');
  });

  test('a verified one leads to its account, and what opened the account so far opens it no more', async () => {
    const { browser, answer } = await signInBy(open, provider, 'b-17');
    expect(answer.body.user_id).toBe(boris.id);
    expect((await whoAmI(browser, open.base)).body.login).toBe('boris');
    expect(await boris.refused(api.users.whoAmI)).toMatchObject({ status: 401 });
    const byPassword = await send(open.base, null, api.auth.login, { body: { login: 'boris', password: 'correct horse battery' } });
    expect(byPassword.body.error_message).toBe('auth.wrong_credentials');
    expect(await open.sql(`select details from audit where action = 'auth.identity_tied'`)).toEqual([
      { details: { method: 'openid', issuer: provider.issuer } },
    ]);
    expect((await signInBy(open, provider, 'b-17')).answer.body.user_id).toBe(boris.id);
  });

  test('the address that changes at the provider later changes nothing: the identity is what counts', async () => {
    provider.people.set('b-17', { sub: 'b-17', email: 'somebody@else.example', email_verified: true });
    expect((await signInBy(open, provider, 'b-17')).answer.body.user_id).toBe(boris.id);
  });

  test('somebody new gets an account where the operator lets them, once, under a login of their own', async () => {
    const first = await signInBy(open, provider, 'clara');
    expect((await whoAmI(first.browser, open.base)).body).toMatchObject({
      login: 'clara',
      email: 'clara@gantry.example',
      first_name: 'Clara',
      last_name: 'Stein',
    });
    expect((await signInBy(open, provider, 'clara')).answer.body.user_id).toBe(first.answer.body.user_id);
    const second = await signInBy(open, provider, 'other-clara');
    expect((await whoAmI(second.browser, open.base)).body).toMatchObject({
      login: expect.stringMatching(/^clara-[0-9a-f]{4}$/),
      email: 'clara@else.example',
    });
    expect((await signInBy(open, provider, 'faceless')).code).toBe('sign_in.no_email');
    expect((await signInBy(open, provider, 'clara', 'adfs')).answer.body.user_id).toBe(first.answer.body.user_id);
  });
});
