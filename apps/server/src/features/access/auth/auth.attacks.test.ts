import { api, endpoints } from '@gantry/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashesComputed } from '../../../platform/secret-hash.ts';
import { type Keys, send } from '../../../testing/call.ts';
import { pngPicture } from '../../../testing/samples/pictures.ts';
import { createWorld, PASSWORD, type Person, type World } from '../../../testing/world.ts';

/** Attacks by their class. What a feature's own test says is not said again here. */
let world: World;
let anna: Person;
let thief: Person;

beforeAll(async () => {
  world = await createWorld({ GANTRY_PUBLIC_URL: 'https://plans.gantry.example', GANTRY_TRUSTED_PROXIES: '127.0.0.1' });
  [anna, thief] = [await world.person('anna'), await world.person('thief')];
  await anna.space();
  await thief.space();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('delete from sign_in_throttle');
});

const nobody = (): Keys => ({ cookies: new Map(), token: '' });
const signIn = (login: string, password: string, keys = nobody(), headers: Record<string, string> = {}) =>
  send(world.base, keys, api.auth.login, { body: { login, password } }, { by: 'nobody', headers });

describe('session fixation', () => {
  test('a session id that was planted before the sign-in is worth nothing after it', async () => {
    const planted = 'planted-by-the-attacker-0123456789-0123456789';
    const keys = nobody();
    const { status } = await signIn('anna', PASSWORD, keys, { cookie: `gantry_sid=${planted}` });
    expect(status).toBe(200);
    expect(keys.cookies.get('gantry_sid')).not.toBe(planted);
    const withPlanted: Keys = { cookies: new Map([['gantry_sid', planted]]), token: '' };
    expect((await send(world.base, withPlanted, api.users.whoAmI, {})).status).toBe(401);
  });

  test("the attacker's own session, planted, ends with the victim's sign-in and shows the attacker nothing", async () => {
    const mine = nobody();
    await signIn('thief', PASSWORD, mine);
    await signIn('anna', PASSWORD, nobody(), { cookie: `gantry_sid=${mine.cookies.get('gantry_sid')}` });
    expect((await send(world.base, mine, api.users.whoAmI, {})).status).toBe(401);
  });
});

describe('cross-site request forgery', () => {
  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a site that looks alike', { origin: 'https://plans.gantry.example.evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a sibling of the site', { 'sec-fetch-site': 'same-site' }],
  ])('%s signs nobody in, out or over', async (_what, headers) => {
    for (const call of [
      () => send(world.base, nobody(), api.auth.login, { body: { login: 'thief', password: PASSWORD } }, { by: 'nobody', headers }),
      () => anna.call(api.auth.logout, {}, { headers }),
      () => anna.call(api.users.changePassword, { body: { old_password: PASSWORD, password: 'a lighthouse in november' } }, { headers }),
      () => anna.call(api.localization.choose, { params: { id: 'ru' } }, { headers }),
    ])
      expect((await call()).status).toBe(403);
    expect((await anna.ok(api.users.whoAmI)).login).toBe('anna');
  });

  test('a form, which cannot send JSON, changes nothing even where it brings the cookie', async () => {
    const raw = new URLSearchParams({ name: 'Forged' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await anna.call(api.spaces.create, {}, { raw, headers, by: 'no_csrf' })).status).toBeGreaterThanOrEqual(400);
    expect(
      (await anna.call(api.spaces.create, {}, { raw: '{"name":"Forged"}', headers: { 'content-type': 'text/plain' }, by: 'no_csrf' }))
        .status,
    ).toBeGreaterThanOrEqual(400);
  });
});

describe('host-header poisoning', () => {
  /** As no browser calls: with a host of one's own choosing. */
  const askAs = (headers: Record<string, string>): Promise<number> =>
    new Promise((done, fail) => {
      const body = JSON.stringify({ login: 'anna' });
      const call = request(`${world.base}${api.recovery.requestReset.path}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
      });
      call.on('response', (response) => {
        response.resume();
        done(response.statusCode ?? 0);
      });
      call.on('error', fail);
      call.end(body);
    });
  const letters = (): string[] => {
    try {
      return readdirSync(join(world.dataDir, 'mail'))
        .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
        .sort();
    } catch {
      return [];
    }
  };

  test.each<Record<string, string>>([
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { forwarded: 'host=evil.example' },
    { host: 'evil.example', origin: 'http://evil.example' },
  ])('a letter leads to the address of the installation, whatever %j says', async (headers) => {
    const before = letters();
    expect(await askAs(headers)).toBe(200);
    const fresh = () => letters().find((name) => !before.includes(name));
    await expect.poll(fresh, { timeout: 5000 }).toBeTruthy();
    const text = Buffer.from(readFileSync(join(world.dataDir, 'mail', fresh() ?? ''), 'utf8').split('\r\n\r\n')[1], 'base64').toString();
    expect(text).toContain('https://plans.gantry.example/auth/reset-password#token=');
    expect(text).not.toContain('evil');
  });
});

describe('timing on unknown accounts', () => {
  /** How many hashes a call costs; each takes tens of milliseconds, so one more or less is what a clock would see. */
  const cost = async (ask: () => Promise<{ status: number }>): Promise<[status: number, hashes: number]> => {
    await world.sql('delete from sign_in_throttle');
    const before = hashesComputed();
    const { status } = await ask();
    return [status, hashesComputed() - before];
  };
  const password = 'a lighthouse in november';
  const by = { by: 'nobody' } as const;

  test.each<[string, number, (login: string) => Promise<{ status: number }>]>([
    ['sign-in', 1, (login) => signIn(login, 'wrong password')],
    ['security question', 0, (login) => send(world.base, null, api.recovery.question, { query: { login } }, by)],
    ['answer', 1, (login) => send(world.base, null, api.recovery.restore, { body: { login, answer: 'guess', password } }, by)],
    ['letter', 0, (login) => send(world.base, null, api.recovery.requestReset, { body: { login } }, by)],
  ])('%s: the same answer after the same work, %i hash', async (_what, hashes, ask) => {
    const known = await cost(() => ask('anna'));
    expect(known[1]).toBe(hashes);
    expect(await cost(() => ask('ghost'))).toEqual(known);
  });

  test('a letter is answered before the account is looked for', async () => {
    const lock = new pg.Client(world.database.administration);
    await lock.connect();
    try {
      await lock.query('begin');
      await lock.query('lock table app_user in access exclusive mode');
      // Whoever looked for the account first would wait here for ever.
      for (const login of ['anna', 'ghost'])
        expect((await send(world.base, null, api.recovery.requestReset, { body: { login } }, by)).status).toBe(200);
    } finally {
      await lock.end();
    }
  });
});

describe('rate limits', () => {
  test('hold against a crowd of addresses for one account, and against one address for a crowd of accounts', async () => {
    const codes = new Set<number>();
    for (let round = 0; round < 12; round += 1)
      codes.add((await signIn('anna', `guess ${round}`, nobody(), { 'x-forwarded-for': `198.51.100.${round}` })).status);
    expect(codes).toEqual(new Set([401, 429]));
    const spread: number[] = [];
    for (let round = 0; round < 52; round += 1)
      spread.push((await signIn(`ghost${round}`, 'guess', nobody(), { 'x-forwarded-for': '203.0.113.77' })).status);
    expect(spread.slice(0, 50).every((status) => status === 401)).toBe(true);
    expect(spread.slice(50)).toEqual([429, 429]);
  });

  test('count tries that come at the same moment one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, round) => signIn('anna', `guess ${round}`)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe('forwarded-for spoofing', () => {
  test('a caller who writes addresses in front of their own stays the one address that the proxy saw', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 52; round += 1)
      statuses.push((await signIn(`ghost${round}`, 'guess', nobody(), { 'x-forwarded-for': `10.0.0.${round}, 203.0.113.88` })).status);
    expect(statuses.slice(50)).toEqual([429, 429]);
  });

  test('without a proxy that is trusted, headers name nobody', async () => {
    const bare = await createWorld();
    try {
      const owner = await bare.person('owner');
      const keys = nobody();
      await send(
        bare.base,
        keys,
        api.auth.login,
        { body: { login: 'owner', password: PASSWORD } },
        { by: 'nobody', headers: { 'x-forwarded-for': '203.0.113.1', 'x-forwarded-proto': 'https' } },
      );
      expect([...keys.cookies.keys()]).toContain('gantry_sid');
      expect((await owner.ok(api.auth.sessions)).sessions.every(({ address }) => address === '127.0.0.1')).toBe(true);
    } finally {
      await bare.close();
    }
  });
});

describe('mass assignment', () => {
  test.each([
    [api.users.update, { login: 'anna', email: 'anna@gantry.example', first_name: 'A', last_name: 'B', secret_question: 'First site?' }],
    [
      api.users.register,
      {
        login: 'fresh',
        email: 'fresh@x.example',
        first_name: 'A',
        last_name: 'B',
        password: 'a lighthouse in november',
        secret_question: 'q',
        answer: 'a',
      },
    ],
    [api.roles.create, { name: 'R', rights: ['space.read'] }],
    [api.delegation.create, { receiver_id: 1, starts_at: '2030-01-01T00:00:00Z', ends_at: '2030-01-02T00:00:00Z' }],
    [api.accessTokens.create, { name: 'T', rights: ['space.read'], days: 1 }],
    [api.grants.grant, { node_id: 1, user_id: 1, role_id: 1 }],
  ])('a field that the call does not know is refused', async (endpoint, body) => {
    for (const extra of [
      { id: 1 },
      { space_id: 1, user_id: 1 },
      { status: 'active', role: 'owner' },
      { password_hash: 'x' },
      { giver_id: 1, granted_by: 1 },
    ]) {
      const given = Object.fromEntries(
        Object.entries(extra).filter(([name]) => !(name in body) && !(endpoint === api.accessTokens.create && name === 'space_id')),
      );
      expect(await anna.refused(endpoint as never, { body: { ...body, ...given } } as never)).toMatchObject({
        status: 400,
        code: 'request.invalid',
      });
    }
  });

  test('a list where one value belongs, a number where text belongs and a prototype are refused', async () => {
    for (const raw of [
      '{"login":["anna"],"password":"x"}',
      '{"login":{"$ne":""},"password":"x"}',
      '{"login":1,"password":2}',
      '{"__proto__":{"x":1},"login":"a","password":"b"}',
    ])
      expect(
        (await send(world.base, null, api.auth.login, {}, { by: 'nobody', raw, headers: { 'content-type': 'application/json' } })).status,
      ).toBe(400);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('path traversal', () => {
  test.each(['../../../etc/passwd', '..\\..\\windows\\win.ini', '/etc/passwd', 'C:\\x.png', 'me.png\0.html', '%2e%2e%2fsecret'])(
    'a file named %j is kept under a name of our own',
    async (name) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(pngPicture(4, 4))]), name);
      await anna.ok(api.users.saveAvatar, {}, { raw: form });
      for (const kept of world.files()) expect(kept).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test.each([
    '/../../../../etc/passwd',
    '/assets/../../../../etc/passwd',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/api/v1/download?key=../../x',
  ])('the address %j leads to no file', async (path) => {
    const response = await fetch(world.base + path, { redirect: 'manual' });
    expect(await response.text()).not.toContain('root:');
  });
});

describe('stored scripts', () => {
  const SCRIPT = '<img src=x onerror=alert(1)>';

  test('names with markup are refused where they are names', async () => {
    expect(await anna.refused(api.spaces.create, { body: { name: SCRIPT } })).toMatchObject({ status: 400 });
    expect(await anna.refused(api.roles.create, { body: { name: SCRIPT, rights: ['space.read'] } })).toMatchObject({ status: 400 });
    // Turned round by a mark, `gpj.exe` reads `exe.jpg`; names in languages that are written that way need none.
    for (const mark of ['\u202e', '\u2066', '\u202a']) {
      expect(await anna.refused(api.spaces.create, { body: { name: `Pier ${mark}gpj.exe` } })).toMatchObject({ status: 400 });
      expect(await anna.refused(api.facilities.create, { body: { name: `Pier ${mark}gpj.exe` } })).toMatchObject({ status: 400 });
    }
    await anna.ok(api.facilities.create, { body: { name: 'רציף צפוני' } });
  });

  test('where texts may hold them they come back as JSON that no browser takes for a page', async () => {
    await anna.ok(api.facilities.create, { body: { name: SCRIPT } });
    const { headers, body } = await anna.call(api.eps.tree);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'wasm-unsafe-eval'(;|$)/);
    expect(JSON.stringify(body)).toContain('onerror');
  });
});

describe('token forgery', () => {
  test('a token that is cut, changed, doubled or of another kind opens nothing', async () => {
    const { token } = await anna.ok(api.accessTokens.create, { body: { name: 'Real', rights: ['space.read', 'structure.read'], days: 1 } });
    const forged = [
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      token.replace('gantry_', ''),
      `gantry_${anna.keys.token}`,
      `gantry_${'A'.repeat(43)}`,
      'gantry_',
      "gantry_' or 1=1 --",
      'eyJhbGciOiJub25lIn0.eyJzdWIiOjF9.',
    ];
    for (const candidate of forged)
      expect(
        (await send(world.base, null, api.users.whoAmI, {}, { by: 'nobody', headers: { authorization: `Bearer ${candidate}` } })).status,
      ).toBe(401);
  });

  test('the hash that the database keeps is no key, and a CSRF token is no session', async () => {
    const [row] = await world.sql(
      `select encode(id_hash, 'base64') as id, encode(token_hash, 'base64') as token from session where user_id = $1 limit 1`,
      [anna.id],
    );
    const tries = [row['id'], row['token'], anna.keys.cookies.get('XSRF-TOKEN')];
    for (const value of tries as string[]) {
      expect(
        (await send(world.base, { cookies: new Map([['gantry_sid', encodeURIComponent(value)]]), token: '' }, api.users.whoAmI, {})).status,
      ).toBe(401);
      expect(
        (await send(world.base, null, api.users.whoAmI, {}, { by: 'nobody', headers: { authorization: `Bearer ${value}` } })).status,
      ).toBe(401);
    }
  });
});

describe('answers that tell too much', () => {
  test('no call that anybody may make answers with a stack, a table or a path of the machine', async () => {
    for (const { endpoint } of endpoints().filter(({ endpoint: { right, response } }) => right === 'public' && response !== 'socket')) {
      for (const raw of ['{', '{"login":{"a":1},"password":null,"token":[]}']) {
        const { body } = await send(
          world.base,
          null,
          endpoint,
          { params: { id: 'x' } },
          {
            by: 'nobody',
            ...(endpoint.method === 'GET' ? {} : { raw, headers: { 'content-type': 'application/json' } }),
          },
        );
        expect(JSON.stringify(body)).not.toMatch(/\.ts\b|node_modules|\/src\/|app_user|select |SQLSTATE/);
      }
    }
  });
});
