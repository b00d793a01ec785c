import { api, type Endpoint, endpoints, isSpaceRight, openApiDocument } from '@gantry/contract';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../../testing/call.ts';
import { createWorld, type Person, type World } from '../../testing/world.ts';
import { asRefusal } from './http.ts';

let world: World;
let owner: Person;
let stranger: Person;

const callable = endpoints().filter(({ endpoint }) => endpoint.response !== 'socket');
const named = (list: typeof callable): [string, Endpoint][] => list.map(({ feature, name, endpoint }) => [`${feature}.${name}`, endpoint]);
const closed = callable.filter(({ endpoint }) => endpoint.right !== 'public');
const ofSpace = closed.filter(({ endpoint }) => isSpaceRight(endpoint.right));
/** Any id fills a path: who may not call learns nothing of what there is. */
const params = { id: 1, wbsId: 1, relationId: 1, a: 'screen', b: 'object' };
const called = (endpoint: Endpoint) => ({ params: endpoint.path.includes('localization') ? { id: 'ru' } : params });

beforeAll(async () => {
  world = await createWorld();
  owner = await world.person('owner');
  stranger = await world.person('stranger');
  await owner.space();
  await stranger.space();
});
afterAll(() => world.close());

/** `auth.matrix.test.ts` tests the rights of every call for every role. */
describe('who may call', () => {
  test.each(named(closed.filter(({ endpoint }) => endpoint.changesData)))('%s by cookie needs the CSRF header', async (_name, endpoint) => {
    expect(await owner.refused(endpoint, called(endpoint), { by: 'no_csrf' })).toMatchObject({ status: 403, code: 'auth.csrf' });
    const wrong = { 'x-xsrf-token': 'x'.repeat(43) };
    expect(await owner.refused(endpoint, called(endpoint), { by: 'no_csrf', headers: wrong })).toMatchObject({
      status: 403,
      code: 'auth.csrf',
    });
  });

  test.each(named(callable.filter(({ endpoint }) => endpoint.changesData)))(
    '%s refuses a page of another site',
    async (_name, endpoint) => {
      expect(await owner.refused(endpoint, called(endpoint), { headers: { origin: 'https://elsewhere.example' } })).toMatchObject({
        status: 403,
        code: 'auth.csrf',
      });
      expect(await owner.refused(endpoint, called(endpoint), { headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject({
        status: 403,
        code: 'auth.csrf',
      });
    },
  );

  test.each(named(ofSpace.filter(({ endpoint }) => !endpoint.path.startsWith('/api/v1/space/{id}'))))(
    '%s needs a space',
    async (_name, endpoint) => {
      expect(await owner.refused(endpoint, called(endpoint), { spaceId: null })).toMatchObject({ status: 400, code: 'space.not_chosen' });
    },
  );

  test('a disabled member has no rights left, and their own calls still work', async () => {
    const person = await world.person('disabled');
    await world.join(person, owner, 'planner');
    await world.sql(`update space_user set status = 'disabled' where user_id = $1`, [person.id]);
    expect(await person.refused(api.eps.tree)).toMatchObject({ status: 403, code: 'auth.forbidden' });
    expect((await person.ok(api.users.whoAmI)).login).toBe('disabled');
    expect((await person.ok(api.users.spaces)).spaces).toEqual([]);
  });
});

describe('what is served', () => {
  test('every endpoint of the OpenAPI document, with its other spellings', async () => {
    const served = await (await fetch(`${world.base}/api/v1/openapi.json`)).json();
    expect(served).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    for (const [path, operations] of Object.entries((served as { paths: Record<string, object> }).paths)) {
      for (const method of Object.keys(operations)) {
        const url = path.replace(/\{(\w+)\}/g, ':$1');
        expect([path, method, world.app.http.hasRoute({ method: method.toUpperCase() as 'GET', url })]).toEqual([path, method, true]);
      }
    }
  });

  test('an unknown path of the API is told so in JSON', async () => {
    const response = await fetch(`${world.base}/api/v1/nothing`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, error_message: 'request.not_found' });
  });
});

describe('bad input', () => {
  test.each(named(ofSpace.filter(({ endpoint }) => endpoint.path.includes('{id}'))))(
    '%s refuses an id that is none',
    async (_name, endpoint) => {
      if (endpoint.path.startsWith('/api/v1/space/')) return;
      const refusal = await owner.refused(endpoint, { params: { ...params, id: 'one' } });
      expect(refusal).toMatchObject({ status: 400, code: 'request.invalid' });
      const overlong = await owner.call(endpoint, { params: { ...params, id: '99999999999999999999' } });
      expect(overlong.status).toBe(400);
    },
  );

  test.each([
    ['half a document', '{"name":'],
    ['no document', 'name=x'],
    ['a list', '[]'],
    ['a prototype', '{"__proto__": {"admin": true}, "name": "x"}'],
  ])('%s is refused', async (_what, raw) => {
    const refusal = await owner.refused(api.spaces.create, {}, { raw, headers: { 'content-type': 'application/json' } });
    expect(refusal).toMatchObject({ status: 400, code: 'request.invalid' });
  });

  test('a call that names JSON as its content and sends none is taken as one without a body', async () => {
    const { id } = await owner.ok(api.facilities.create, { body: { name: 'Gone at once' } });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    await owner.ok(api.eps.remove, { params: { id } }, { headers });
    expect(await owner.refused(api.eps.get, { params: { id } })).toMatchObject({ code: 'node.not_found' });
  });

  test('another kind of content is refused', async () => {
    expect(await owner.refused(api.spaces.create, {}, { raw: '<name/>', headers: { 'content-type': 'application/xml' } })).toMatchObject({
      status: 415,
      code: 'request.unsupported_media',
    });
  });

  test('a document nested a hundred thousand deep is refused, not a fall of the server', async () => {
    const raw = `{"a": "a", "b": "b", "state": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await owner.refused(api.preferences.saveState, {}, { raw, headers: { 'content-type': 'application/json' } })).toMatchObject({
      status: 400,
      code: 'request.too_deep',
    });
  });

  test('a document of nine megabytes is refused', async () => {
    const raw = JSON.stringify({ name: 'x'.repeat(9_000_000) });
    const refusal = await owner.refused(api.spaces.create, {}, { raw, headers: { 'content-type': 'application/json' } });
    expect(refusal).toMatchObject({ status: 413, code: 'request.too_large' });
  });

  test.each(['nul\u0000', 'half \ud83d'])('text that the database cannot hold is refused: %j', async (state) => {
    expect(await owner.refused(api.preferences.saveState, { body: { a: 'a', b: 'b', state } })).toMatchObject({
      status: 400,
      code: 'request.invalid',
    });
  });
});

describe('answers', () => {
  test('carry the protective headers', async () => {
    const { headers } = await owner.call(api.users.whoAmI);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ])
      expect(policy).toContain(part);
    expect(policy).not.toContain('unsafe-inline');
    expect(headers.has('x-powered-by')).toBe(false);
  });

  test('of a defect hold a request id and nothing else; the log holds the cause', async () => {
    await world.sql(`create function boom() returns trigger language plpgsql as $$ begin raise exception 'secret detail'; end $$`);
    await world.sql('create trigger boom before insert on space for each row execute function boom()');
    const { status, body } = await owner.call(api.spaces.create, { body: { name: 'Defect' } });
    await world.sql('drop trigger boom on space');
    expect(status).toBe(500);
    expect(body).toEqual({
      success: false,
      error_message: 'server.unknown',
      errors: [{ code: 'server.unknown', message: 'server.unknown', parameters: {} }],
      request_id: expect.any(String),
    });
    const line = world.log.find((entry) => entry.includes('"event":"defect"') && entry.includes(body.request_id as string));
    expect(line).toContain('secret detail');
  });

  test('of a refusal hold no stack', async () => {
    const { body } = await owner.call(api.eps.get, { params: { id: 999_999 } });
    expect(JSON.stringify(body)).not.toMatch(/\.ts|node_modules|at /);
  });

  test('that turn somebody away are in the log with who it was, from where and why', async () => {
    const { body } = await stranger.call(api.spaces.rename, { params: { id: owner.spaceId }, body: { name: 'Taken' } });
    const lines = world.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.find(({ event, request }) => event === 'access.refused' && request === body.request_id)).toMatchObject({
      level: 'warn',
      code: 'auth.forbidden',
      method: 'PUT',
      path: `/api/v1/space/${owner.spaceId}`,
      user: stranger.id,
      address: '127.0.0.1',
    });
    const { body: none } = await send(world.base, null, api.users.whoAmI, {}, { by: 'nobody' });
    expect(lines.length).toBeLessThan(world.log.length);
    expect(world.log.some((line) => line.includes('access.refused') && line.includes(String(none.request_id)))).toBe(true);
  });

  test('to methods that nobody asked for give nothing back', async () => {
    const stated = await new Promise<string>((resolve) => {
      const { port, hostname } = new URL(world.base);
      const socket = connect(Number(port), hostname, () =>
        socket.write('TRACE / HTTP/1.1\r\nHost: x\r\nX-Secret: canary\r\nConnection: close\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
    });
    expect(stated).toMatch(/^HTTP\/1\.1 (400|404|405|501) /);
    expect(stated).not.toContain('canary');
  });

  test('the log holds no password, cookie or token', async () => {
    const text = world.log.join('');
    expect(text).toContain('/api/v1/users/register-and-login');
    expect(text).not.toContain('correct horse battery');
    for (const person of [owner, stranger])
      for (const secret of [person.keys.token, ...person.keys.cookies.values()]) expect(text).not.toContain(secret);
  });
});

test.each([
  ['ENOSPC', 507, 'server.disk_full'],
  ['EIO', 503, 'server.files_unavailable'],
  ['EROFS', 503, 'server.files_unavailable'],
  ['58030', 503, 'server.database_unavailable'],
  ['57P01', 503, 'server.database_unavailable'],
])('a disk or a database that says %s is answered with %i, and no defect', (code, status, refusal) => {
  expect(asRefusal(Object.assign(new Error('as it says'), { code }))).toMatchObject({ status, code: refusal });
});

test('a sender that never ends its headers is cut off within seconds', async () => {
  const { port, hostname } = new URL(world.base);
  const started = Date.now();
  const stated = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  expect(stated === '' || stated.startsWith('HTTP/1.1 408')).toBe(true);
  expect(Date.now() - started).toBeLessThan(30_000);
});
