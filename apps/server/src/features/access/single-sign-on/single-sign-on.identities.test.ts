import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send } from '../../../testing/call.ts';
import { startTestProvider, type TestProvider } from '../../../testing/servers/openid-provider.ts';
import { AS_PAGE, CLIENT, comeBack, environmentOf, newBrowser, OVER_TLS, signInBy } from '../../../testing/sign-in-journey.ts';
import { createWorld, PASSWORD, type World } from '../../../testing/world.ts';

/** A person ties their own account to who they are at a provider. */
let provider: TestProvider;
let world: World;
let anna: ReturnType<typeof newBrowser>;
let annaId: number;

const signIn = async (login: string) => {
  const browser = newBrowser();
  const { body } = await send(
    world.base,
    browser,
    api.auth.login,
    { body: { login, password: PASSWORD } },
    { by: 'nobody', headers: OVER_TLS },
  );
  return { browser, id: body.user_id };
};
const begin = (browser = anna, more: object = {}, headers: Record<string, string> = OVER_TLS) =>
  send(
    world.base,
    browser,
    api.singleSignOn.tie,
    { body: { method: 'openid', password: PASSWORD, redirect: '/1/profile', ...more } },
    { headers },
  );
const list = async (browser = anna) =>
  (await send(world.base, browser, api.singleSignOn.identities, {}, { headers: OVER_TLS })).body.identities.map(
    ({ method, issuer }) => `${method} ${issuer}`,
  );
const codeOf = (answer: { body: any }): string => answer.body?.errors?.[0]?.code ?? 'ok';

beforeAll(async () => {
  provider = await startTestProvider(CLIENT);
  world = await createWorld(environmentOf(provider));
  for (const login of ['anna', 'boris', 'thief']) await world.person(login);
});
afterAll(async () => {
  await world.close();
  await provider.close();
});
beforeEach(async () => {
  await world.sql('delete from sign_in_throttle');
  await world.sql('delete from user_identity');
  ({ browser: anna, id: annaId } = await signIn('anna'));
});

test('by the password and the sign-in there, and from then on it opens the account', async () => {
  const { status, body } = await begin();
  expect([status, body.address.startsWith(provider.issuer)]).toEqual([200, true]);
  const back = await comeBack(world, anna, await provider.signInAs('anna-there', body.address), AS_PAGE);
  expect([back.status, back.to]).toEqual([303, '/1/profile']);
  expect(await list()).toEqual([`openid ${provider.issuer}`]);
  expect((await send(world.base, anna, api.users.whoAmI, {}, { headers: OVER_TLS })).body.login).toBe('anna');
  expect((await signInBy(world, provider, 'anna-there')).answer.body.user_id).toBe(annaId);
  const [noted] = await world.sql(
    `select actor_id, object, details from audit where action = 'auth.identity_tied' order by id desc limit 1`,
  );
  expect(noted).toEqual({ actor_id: annaId, object: `user ${annaId}`, details: { method: 'openid', issuer: provider.issuer } });
});

test('untied, it opens the account no more; what is tied to others is not there', async () => {
  await comeBack(world, anna, await provider.signInAs('anna-there', (await begin()).body.address));
  const { body } = await send(world.base, anna, api.singleSignOn.identities, {}, { headers: OVER_TLS });
  const [{ id }] = body.identities;
  const { browser: thief } = await signIn('thief');
  const untie = (browser = anna) => send(world.base, browser, api.singleSignOn.untie, { params: { id } }, { headers: OVER_TLS });
  expect(await list(thief)).toEqual([]);
  expect([(await untie(thief)).status, codeOf(await untie(thief))]).toEqual([404, 'sign_in.identity_not_found']);
  expect([(await untie()).status, await list()]).toEqual([200, []]);
  expect((await signInBy(world, provider, 'anna-there')).code).toBe('sign_in.unknown_account');
});

test('it needs the present password, and a way that is set up', async () => {
  expect(codeOf(await begin(anna, { password: 'guess' }))).toBe('user.wrong_password');
  expect((await begin(anna, { method: 'kerberos' })).status).toBe(400);
  const bare = await createWorld();
  const somebody = await bare.person('somebody');
  expect(await somebody.refused(api.singleSignOn.tie, { body: { method: 'openid', password: PASSWORD } })).toMatchObject({
    status: 404,
    code: 'sign_in.not_configured',
  });
  await bare.close();
});

describe('attacks', () => {
  test('account linking by forgery: another site begins nothing, and its return ties nothing in the browser of the victim', async () => {
    expect((await begin(anna, {}, { ...OVER_TLS, origin: 'https://evil.example' })).status).toBe(403);
    const { browser: thief } = await signIn('thief');
    const back = await provider.signInAs('thief-there', (await begin(thief)).body.address);
    expect(codeOf(await comeBack(world, anna, back))).toBe('sign_in.state_mismatch');
    await begin(anna);
    expect(codeOf(await comeBack(world, anna, back))).toBe('sign_in.state_mismatch');
    expect(await list()).toEqual([]);
  });

  test('an identity that opens one account is not taken over by another', async () => {
    await comeBack(world, anna, await provider.signInAs('anna-there', (await begin()).body.address));
    const { browser: thief } = await signIn('thief');
    expect(codeOf(await comeBack(world, thief, await provider.signInAs('anna-there', (await begin(thief)).body.address)))).toBe(
      'sign_in.identity_taken',
    );
    expect([await list(), await list(thief)]).toEqual([[`openid ${provider.issuer}`], []]);
    expect((await signInBy(world, provider, 'anna-there')).answer.body.user_id).toBe(annaId);
  });

  test('what was begun in a session that has ended since ties nothing', async () => {
    const back = await provider.signInAs('anna-there', (await begin()).body.address);
    await send(world.base, anna, api.auth.logout, {}, { headers: OVER_TLS });
    expect(codeOf(await comeBack(world, anna, back))).toBe('auth.not_signed_in');
    expect((await signInBy(world, provider, 'anna-there')).code).toBe('sign_in.unknown_account');
  });
});
