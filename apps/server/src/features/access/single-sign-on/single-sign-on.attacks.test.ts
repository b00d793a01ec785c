import { api } from '@gantry/contract';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send } from '../../../testing/call.ts';
import { startTestProvider, type TestProvider } from '../../../testing/servers/openid-provider.ts';
import {
  AS_PAGE,
  type Back,
  begin,
  CLIENT,
  comeBack,
  environmentOf,
  newBrowser,
  OVER_TLS,
  signInBy,
} from '../../../testing/sign-in-journey.ts';
import { createWorld, PASSWORD, type Person, type World } from '../../../testing/world.ts';

/** Attacks on the ways in that a provider answers for, by their class. */
let provider: TestProvider;
let world: World;
let anna: Person;
let thief: Person;

beforeAll(async () => {
  provider = await startTestProvider(CLIENT);
  world = await createWorld(environmentOf(provider));
  [anna, thief] = [await world.person('anna'), await world.person('thief')];
  for (const person of [anna, thief])
    await world.sql(`insert into user_identity (issuer, subject, user_id, method) values ($1, $2, $3, 'openid')`, [
      provider.issuer,
      person.login,
      person.id,
    ]);
});
afterAll(async () => {
  await world.close();
  await provider.close();
});
beforeEach(async () => {
  provider.forge(null);
  await world.sql('delete from sign_in_throttle');
});

const codeOf = (answer: { body: any }): string => answer.body?.errors?.[0]?.code ?? 'ok';
const changed = (back: Back, change: Record<string, string>): Back => {
  const url = new URL(back.url);
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
  return { url: url.href, form: back.form && { ...back.form, ...change } };
};

describe('forged proofs', () => {
  /** Signs in while the provider's answer is another one. */
  const withToken = async (make: (claims: Record<string, unknown>) => Promise<unknown>): Promise<string> => {
    provider.forge(async (answer) => {
      const claims = JSON.parse(Buffer.from(String(answer['id_token']).split('.')[1], 'base64url').toString()) as Record<string, unknown>;
      return { ...answer, id_token: await make(claims) };
    });
    return (await signInBy(world, provider, 'anna')).code;
  };
  const bare = (header: object, claims: object): string =>
    [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

  test('the same claims signed by the provider are taken', async () => {
    expect(await withToken((claims) => provider.sign(claims, 'own_key'))).toBe('ok');
  });

  test.each<[string, (claims: Record<string, unknown>) => Promise<unknown>]>([
    ['signed by another key', (claims) => provider.sign(claims, 'other_key')],
    ['with the algorithm none', async (claims) => `${bare({ alg: 'none' }, claims)}.`],
    ['with the algorithm none in capitals', async (claims) => `${bare({ alg: 'NONE' }, claims)}.`],
    ['signed by the public key as a password', async (claims) => `${bare({ alg: 'HS256', kid: 'own' }, claims)}.c2lnbmF0dXJl`],
    ['whose signature was cut off', async (claims) => (await provider.sign(claims, 'own_key')).replace(/[^.]+$/, '')],
    [
      'whose person was changed',
      async (claims) =>
        (await provider.sign(claims, 'own_key')).replace(
          /\.[^.]+\./,
          `.${Buffer.from(JSON.stringify({ ...claims, sub: 'thief' })).toString('base64url')}.`,
        ),
    ],
    ['that has expired', (claims) => provider.sign({ ...claims, iat: 1_000_000, exp: 1_000_600 }, 'own_key')],
    ['with a foreign nonce', (claims) => provider.sign({ ...claims, nonce: 'of-another-sign-in' }, 'own_key')],
    ['without a nonce', ({ nonce: _left, ...claims }) => provider.sign(claims, 'own_key')],
    ['for another client', (claims) => provider.sign({ ...claims, aud: 'another' }, 'own_key')],
    ['of another issuer', (claims) => provider.sign({ ...claims, iss: 'https://evil.example' }, 'own_key')],
    ['of nobody', (claims) => provider.sign({ ...claims, sub: '' }, 'own_key')],
    ['of somebody with an endless name', (claims) => provider.sign({ ...claims, sub: 'x'.repeat(300) }, 'own_key')],
    ['that is none', async () => 'not a token'],
    ['that is missing', async () => undefined],
  ])('a token %s is refused', async (_what, make) => {
    expect(await withToken(make)).toBe('sign_in.proof_refused');
  });
});

describe('replay', () => {
  test('what came back once comes back in vain, in the same browser too', async () => {
    const browser = newBrowser();
    const { to } = await begin(world, browser);
    const back = await provider.signInAs('anna', to);
    const cookie = browser.cookies.get('__Host-gantry_sso') ?? '';
    expect(codeOf(await comeBack(world, browser, back))).toBe('ok');
    browser.cookies.set('__Host-gantry_sso', cookie);
    expect(codeOf(await comeBack(world, browser, back))).toBe('sign_in.replayed');
  });

  test('of two that come at the same moment one is in', async () => {
    const browser = newBrowser();
    const { to } = await begin(world, browser);
    const back = await provider.signInAs('anna', to);
    const copies = [0, 1, 2, 3].map(() => ({ cookies: new Map(browser.cookies), token: '' }));
    const codes = (await Promise.all(copies.map((copy) => comeBack(world, copy, back)))).map(codeOf).sort();
    expect(codes).toEqual(['ok', 'sign_in.replayed', 'sign_in.replayed', 'sign_in.replayed']);
  });

  test('a code that was traded in, under a sign-in of its own, is refused by the provider', async () => {
    const browser = newBrowser();
    const first = await provider.signInAs('anna', (await begin(world, browser)).to);
    const code = new URL(first.url).searchParams.get('code') ?? '';
    expect(codeOf(await comeBack(world, browser, first))).toBe('ok');
    const again = newBrowser();
    const second = await provider.signInAs('anna', (await begin(world, again)).to);
    expect(codeOf(await comeBack(world, again, changed(second, { code })))).toBe('sign_in.proof_refused');
  });

  test("somebody else's code, put into one's own sign-in, is refused by PKCE", async () => {
    const [victim, attacker] = [newBrowser(), newBrowser()];
    const stolen = await provider.signInAs('anna', (await begin(world, victim)).to);
    const own = await provider.signInAs('thief', (await begin(world, attacker)).to);
    const code = new URL(stolen.url).searchParams.get('code') ?? '';
    expect(codeOf(await comeBack(world, attacker, changed(own, { code })))).toBe('sign_in.proof_refused');
  });

  test('a sign-in that took longer than its time has expired', async () => {
    const browser = newBrowser();
    const back = await provider.signInAs('anna', (await begin(world, browser)).to);
    await world.sql(`update sign_in_attempt set expires_at = now() - interval '1 second' where used_at is null`);
    expect(codeOf(await comeBack(world, browser, back))).toBe('sign_in.expired');
    expect((await comeBack(world, browser, back, AS_PAGE)).to).toBe('/error?message=sign_in.expired');
  });
});

describe('login CSRF', () => {
  test("the attacker's return, sent to another browser, signs nobody in there and is not used up", async () => {
    const [attacker, victim, half] = [newBrowser(), newBrowser(), newBrowser()];
    const back = await provider.signInAs('thief', (await begin(world, attacker)).to);
    expect(codeOf(await comeBack(world, victim, back))).toBe('sign_in.state_mismatch');
    await begin(world, half);
    expect(codeOf(await comeBack(world, half, back))).toBe('sign_in.state_mismatch');
    expect([...victim.cookies.keys()]).toEqual([]);
    expect(codeOf(await comeBack(world, attacker, back))).toBe('ok');
  });

  test.each(['', 'guessed', "' or 1=1 --"])('a state of %j is nobody’s', async (state) => {
    const browser = newBrowser();
    const back = await provider.signInAs('anna', (await begin(world, browser)).to);
    expect(codeOf(await comeBack(world, browser, changed(back, { state })))).toBe('sign_in.state_mismatch');
  });

  test('the form of the directory, posted into a browser that began nothing, is refused', async () => {
    const attacker = newBrowser();
    const back = await provider.signInAs('thief', (await begin(world, attacker, 'adfs')).to);
    expect(codeOf(await comeBack(world, newBrowser(), back))).toBe('sign_in.state_mismatch');
  });

  test('the token of the new session is given to our own page alone', async () => {
    const browser = newBrowser();
    await comeBack(world, browser, await provider.signInAs('anna', (await begin(world, browser)).to), AS_PAGE);
    const take = (headers: Record<string, string>, by: 'cookie' | 'no_csrf') =>
      send(world.base, browser, api.auth.token, {}, { headers: { ...OVER_TLS, ...headers }, by });
    expect((await take({ origin: 'https://evil.example' }, 'cookie')).status).toBe(403);
    expect((await take({ 'sec-fetch-site': 'same-site' }, 'cookie')).status).toBe(403);
    expect((await take({}, 'no_csrf')).status).toBe(403);
    expect((await take({}, 'cookie')).status).toBe(200);
  });

  test('forms reach no other call', async () => {
    const raw = new URLSearchParams({ login: 'thief', password: PASSWORD }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send(world.base, null, api.auth.login, {}, { raw, headers })).status).toBe(415);
  });
});

describe('session fixation', () => {
  test('a session id that was planted before the sign-in is worth nothing after it', async () => {
    const planted = 'planted-by-the-attacker-0123456789-0123456789';
    const browser = newBrowser();
    browser.cookies.set('__Host-gantry_sid', planted);
    const back = await provider.signInAs('anna', (await begin(world, browser)).to);
    expect(codeOf(await comeBack(world, browser, back))).toBe('ok');
    expect(browser.cookies.get('__Host-gantry_sid')).not.toBe(planted);
    const withPlanted = { cookies: new Map([['__Host-gantry_sid', planted]]), token: '' };
    expect((await send(world.base, withPlanted, api.users.whoAmI, {}, { headers: OVER_TLS })).status).toBe(401);
  });

  test.each(['openid', 'adfs'] as const)(
    'the session that the browser had ends, even where the return does not bring its cookie (%s)',
    async (method) => {
      const mine = newBrowser();
      await send(world.base, mine, api.auth.login, { body: { login: 'thief', password: PASSWORD } }, { by: 'nobody', headers: OVER_TLS });
      const former = { cookies: new Map(mine.cookies), token: '' };
      const back = await provider.signInAs('anna', (await begin(world, mine, method)).to);
      // A post from another site comes without cookies that are SameSite=Lax.
      mine.cookies.delete('__Host-gantry_sid');
      expect(codeOf(await comeBack(world, mine, back))).toBe('ok');
      expect((await send(world.base, former, api.users.whoAmI, {}, { headers: OVER_TLS })).status).toBe(401);
    },
  );
});

describe('redirect after sign-in', () => {
  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '@evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/api/v1/auth/openid',
    '/x/../api/v1/auth/logout',
  ])('%j leads to the first page', async (redirect) => {
    const browser = newBrowser();
    const { to } = await begin(world, browser, 'openid', redirect);
    expect(to.startsWith(provider.issuer)).toBe(true);
    const back = await comeBack(world, browser, await provider.signInAs('anna', to), AS_PAGE);
    expect(back.to).toBe('/auth/success?session=new');
    expect((await send(world.base, browser, api.auth.token, {}, { headers: OVER_TLS })).body.return_path).toBe('/');
  });

  test('neither the return nor a host of one’s own choosing changes where it leads', async () => {
    const browser = newBrowser();
    const headers = { ...AS_PAGE, host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const begun = await send(world.base, browser, api.singleSignOn.openid, { query: { redirect: '/3' } }, { headers });
    const to = begun.headers.get('location') ?? '';
    expect(new URL(to).searchParams.get('redirect_uri')).toBe('https://plans.gantry.example/api/v1/auth/openidconnect');
    const back = changed(await provider.signInAs('anna', to), { redirect: 'https://evil.example', return_path: 'https://evil.example' });
    expect((await comeBack(world, browser, back, headers)).to).toBe('/auth/success?session=new');
    expect((await send(world.base, browser, api.auth.token, {}, { headers: OVER_TLS })).body.return_path).toBe('/3');
  });
});

describe('server-side request forgery by the configuration of a provider', () => {
  /** A site whose configuration of a provider is as given; counts who comes to its other pages. */
  async function site(configure: (origin: string) => object, status = 200, headers: Record<string, string> = {}) {
    const reached: string[] = [];
    const server = createServer((request, response) => {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      if (request.url !== '/.well-known/openid-configuration') reached.push(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(configure(origin)));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { origin, port: new URL(origin).port, reached, close: () => new Promise((done) => server.close(done)) };
  }
  const full = (origin: string, more: object = {}) => ({
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...more,
  });
  async function beginAt(issuer: string, allowed: string) {
    const there = await createWorld({
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'gantry',
      GANTRY_PUBLIC_URL: 'https://plans.gantry.example',
      GANTRY_EGRESS_ALLOWED: allowed,
    });
    const browser = newBrowser();
    const answer = await begin(there, browser);
    return { there, browser, to: answer.to };
  }
  const DOWN = '/error?message=sign_in.provider_down';

  test('a provider on a private address, by its number or by its name, is asked nothing unless the operator names it', async () => {
    const { port, reached, origin, close } = await site((own) => full(own));
    for (const issuer of [`http://127.0.0.1:${port}`, `https://127.0.0.1:${port}`, 'https://localhost', `https://localhost:${port}`]) {
      const { there, to } = await beginAt(issuer, '');
      expect(to).toBe(DOWN);
      await there.close();
    }
    expect(reached).toEqual([]);
    const { there, to } = await beginAt(origin, origin);
    expect(to.startsWith(`${origin}/authorize?`)).toBe(true);
    await there.close();
    await close();
  });

  test('a configuration that redirects, or names another issuer, is not taken', async () => {
    const secret = await site((own) => full(own));
    const moved = await site(() => ({}), 302, { location: `${secret.origin}/.well-known/openid-configuration` });
    const liar = await site(() => full('https://evil.example'));
    for (const { origin } of [moved, liar]) {
      const { there, to } = await beginAt(origin, `${origin},${secret.origin}`);
      expect(to).toBe(DOWN);
      await there.close();
    }
    await Promise.all([secret.close(), moved.close(), liar.close()]);
  });

  test('a configuration whose pages lie inside the network leads neither the server nor the browser there', async () => {
    const inner = await site((own) => full(own));
    const outer = await site((own) => full(own, { token_endpoint: `${inner.origin}/token`, jwks_uri: `${inner.origin}/jwks` }));
    const { there, browser, to } = await beginAt(outer.origin, outer.origin);
    const state = new URL(to).searchParams.get('state') ?? '';
    expect(codeOf(await comeBack(there, browser, { url: `https://x.example/?code=c&state=${state}`, form: null }))).toBe(
      'sign_in.provider_down',
    );
    expect(inner.reached).toEqual([]);
    await there.close();
    for (const authorization_endpoint of ['javascript:alert(1)', 'http://10.0.0.1/', 'http://evil.example/']) {
      const odd = await site((own) => full(own, { authorization_endpoint }));
      const tried = await beginAt(odd.origin, odd.origin);
      expect(tried.to).toBe(DOWN);
      await tried.there.close();
      await odd.close();
    }
    await Promise.all([inner.close(), outer.close()]);
  });
});

describe('rate limits', () => {
  test('hold against an address that begins without end, or comes back without end', async () => {
    const from = { ...OVER_TLS, 'x-forwarded-for': '203.0.113.9' };
    await world.sql(
      `insert into sign_in_throttle (key, tries, window_start) values ('sso-begin:203.0.113.9', 100, now()), ('sso-return:203.0.113.9', 100, now())`,
    );
    expect((await send(world.base, null, api.singleSignOn.openid, {}, { headers: from })).status).toBe(429);
    expect(
      (await send(world.base, null, api.singleSignOn.openidReturn, { query: { code: 'x', state: 'y' } }, { headers: from })).status,
    ).toBe(429);
    expect((await send(world.base, null, api.singleSignOn.openid, {}, { headers: OVER_TLS })).status).toBe(302);
  });

  test('do not hold against people who sign in', async () => {
    for (let round = 0; round < 3; round += 1) await signInBy(world, provider, 'anna');
    const [count] = await world.sql(`select max(tries) as tries from sign_in_throttle where key like 'sso-%'`);
    expect(count['tries']).toBe(0);
  });
});
