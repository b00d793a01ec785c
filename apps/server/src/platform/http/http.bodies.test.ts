import { api } from '@gantry/contract';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../../testing/call.ts';
import { createWorld, type Person, type World } from '../../testing/world.ts';
import { createRoom, jsonGuard, readBody } from './http.bodies.ts';

let world: World;
let owner: Person;
beforeAll(async () => {
  world = await createWorld();
  owner = await world.person('owner');
  await owner.space();
});
afterAll(() => world.close());

const json = { 'content-type': 'application/json' };
/** Two bytes each, forty in memory. */
const emptyLists = (bytes: number) => `{"login":"a","password":"b","x":[${'[],'.repeat(bytes / 3)}[]]}`;

/** What a server says to a head alone, whose body never comes. */
async function answerTo(path: string, headers: string[], start = ''): Promise<string> {
  const { port, hostname } = new URL(world.base);
  return await new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write([`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers, '', start].join('\r\n')),
    );
    socket.once('data', (chunk) => {
      resolve(chunk.toString());
      socket.destroy();
    });
  });
}

describe('before the gate', () => {
  test('a sign-in takes no more than 64 KB, whatever its length is said to be', async () => {
    expect(await answerTo(api.auth.login.path, ['Content-Length: 7800000'])).toMatch(/^HTTP\/1\.1 413 /);
    const chunk = ' '.repeat(70_000);
    const start = `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
    expect(await answerTo(api.auth.login.path, ['Transfer-Encoding: chunked'], start)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('a body of 64 KB holds no thousands of lists', async () => {
    const stated = await send(world.base, null, api.auth.login, {}, { raw: emptyLists(60_000), headers: json });
    expect({ status: stated.status, code: stated.body.errors[0].code }).toEqual({ status: 400, code: 'request.too_deep' });
  });

  test('a stranger is turned away before the body of a large call is read', async () => {
    const stated = await answerTo('/api/v1/versions/1/wbs/filter', ['Content-Length: 8000000']);
    expect(stated).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('behind the gate', () => {
  test('each call takes what it declares', async () => {
    const text = JSON.stringify({ a: 'a', b: 'b', state: 'x'.repeat(400_000) });
    expect((await owner.call(api.preferences.saveState, {}, { raw: text, headers: json })).status).toBe(200);
    expect(await owner.refused(api.spaces.create, {}, { raw: text, headers: json })).toMatchObject({
      status: 413,
      code: 'request.too_large',
    });
  });

  test('a document may nest 32 deep', async () => {
    const nested = (depth: number) => ({ raw: `{"a":"a","b":"b","state":${'['.repeat(depth)}"]}"${']'.repeat(depth)}}`, headers: json });
    expect((await owner.call(api.preferences.saveState, {}, nested(31))).status).toBe(200);
    expect(await owner.refused(api.preferences.saveState, {}, nested(32))).toMatchObject({ status: 400, code: 'request.too_deep' });
  });

  test('a DELETE that names a kind of content and brings none is accepted', async () => {
    for (const raw of ['', undefined])
      expect((await owner.call(api.auth.endOtherSessions, {}, { headers: json, ...(raw === undefined ? {} : { raw }) })).status).toBe(200);
  });

  test('a refusal of thousands of wrong fields names the first of them', async () => {
    const { body } = await owner.call(api.attributes.removeChecked, { body: { ids: Array.from({ length: 900 }, () => 'x') as never } });
    expect((body.errors[0].parameters as { fields: unknown[] }).fields).toHaveLength(20);
  });
});

describe('the guard of a document', () => {
  const judged = (text: string, bytes = 64 * 1024) => {
    const judge = jsonGuard(bytes);
    for (const byte of Buffer.from(text)) judge(Buffer.from([byte]));
  };
  test.each(['{"a":"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}', String.raw`{"a":"\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}`, '[{}]'])(
    'counts no bracket of a text: %s',
    (text) => expect(() => judged(text)).not.toThrow(),
  );
  test('refuses while the document arrives', () => {
    expect(() => judged(String.raw`{"a":"\\",${'['.repeat(32)}`)).toThrow('request.too_deep');
    expect(() => judged('[],'.repeat(5), 64)).toThrow('request.too_deep');
  });
});

test('a body that stops on its way is given up', async () => {
  const endless = new Readable({ read: () => undefined });
  endless.push('{"a":');
  await expect(readBody(endless, { bytes: 100, ms: 20 })).rejects.toMatchObject({ code: 'request.too_slow', status: 408 });
});

test('bodies share a room: one waits for another to leave, and not for ever', async () => {
  const room = createRoom(10, 20);
  const leave = await room(8);
  await expect(room(4)).rejects.toMatchObject({ code: 'server.busy', status: 503 });
  const waiting = room(4);
  leave();
  (await waiting)();
  await room(10);
});
