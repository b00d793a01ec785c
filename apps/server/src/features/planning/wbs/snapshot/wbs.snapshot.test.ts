import { api, COLUMNS_TYPE } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, RIGHTS_OF_ROLE } from '@gantry/domain';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import { cutWhenStalled } from '../../../../platform/http/http.ts';
import { openSnapshots, partsOf, type Snapshot } from './wbs.snapshot.service.ts';

let world: World;
let anna: Person;
let vera: Person;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, vera] = [await world.person('anna'), await world.person('vera')];
  await anna.space();
  await world.join(vera, anna, 'viewer');
  version = await anna.version();
  const sum = await anna.item(version, { name: 'Frame', type: 'sum' });
  for (const name of ['Walls', 'Slab', 'Roof']) await anna.item(version, { name, cost: 500 }, sum);
});
afterAll(() => world.close());

/** The columns of the version as somebody gets them, without the compression of the way. */
async function columnsFor(person: Person, encoding = 'zstd'): Promise<string> {
  const { token } = await person.ok(api.auth.login, { body: { login: person.login, password: 'correct horse battery' } });
  const headers = { authorization: `Bearer ${token}`, 'x-space-id': String(person.spaceId), accept: COLUMNS_TYPE };
  const answer = await fetch(`${world.base}/api/v1/versions/${version}/wbs`, { headers: { ...headers, 'accept-encoding': encoding } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer()).toString('hex');
}

const readsRows = async (work: () => Promise<unknown>): Promise<boolean> =>
  (await statementsOf(work)).some((text) => /from "?wbs_item/.test(text) && /"?position/.test(text));

test('a thread builds the same columns as the server itself, in each encoding', async () => {
  const here = await columnsFor(anna);
  await anna.ok(api.edits.undo, { params: { id: version } });
  await anna.ok(api.edits.redo, { params: { id: version } });
  const again = await columnsFor(anna);
  expect(again).not.toBe(here);
  const threads = openSnapshots(world.app.services, world.database.connection, 0);
  try {
    // The one that is kept has the encoding of the first.
    for (const encoding of ['br', 'gzip', 'identity']) expect(await columnsFor(anna, encoding)).toBe(again);
  } finally {
    await threads.close();
    openSnapshots(world.app.services, world.database.connection);
  }
});

test('is built once for all who see the same of a revision', async () => {
  await anna.item(version, { name: 'Stairs' });
  expect(await readsRows(() => columnsFor(anna))).toBe(true);
  const first = await columnsFor(anna);
  expect(await readsRows(() => columnsFor(vera))).toBe(false);
  expect(await columnsFor(vera)).toBe(first);
  await anna.item(version, { name: 'Lift' });
  expect(await readsRows(() => columnsFor(vera))).toBe(true);
});

test('who sees no costs gets no snapshot of who does', async () => {
  const whole = await columnsFor(vera);
  const rights = RIGHTS_OF_ROLE.viewer.filter((right) => right !== 'cost.read');
  await anna.ok(api.roles.update, { params: { id: BUILT_IN_ROLE_ID.viewer }, body: { rights } });
  expect(await columnsFor(vera)).not.toBe(whole);
  expect(await columnsFor(anna)).toBe(whole);
});

const begun = (): Snapshot => ({ parts: [], bytes: 0, isWhole: false, error: null, next: Promise.withResolvers() });

test('readers take parts at their own pace, and share them', async () => {
  const snapshot = begun();
  const [quick, slow] = [partsOf(snapshot), partsOf(snapshot)];
  const add = (value: number): void => {
    snapshot.parts.push(Uint8Array.of(value));
    const { resolve } = snapshot.next;
    snapshot.next = Promise.withResolvers();
    resolve();
  };
  const waits = quick.next();
  add(1);
  expect((await waits).value).toEqual(Uint8Array.of(1));
  const second = quick.next();
  add(2);
  snapshot.isWhole = true;
  snapshot.next.resolve();
  expect((await second).value).toBe(snapshot.parts[1]);
  expect(await quick.next()).toMatchObject({ done: true });
  const taken: Uint8Array[] = [];
  for await (const part of slow) taken.push(part);
  expect(taken).toEqual(snapshot.parts);
});

test('a snapshot that fails amid its parts ends in its error for each reader', async () => {
  const snapshot = begun();
  snapshot.parts.push(Uint8Array.of(1));
  snapshot.error = new Error('the thread ended');
  const reader = partsOf(snapshot);
  expect((await reader.next()).value).toEqual(Uint8Array.of(1));
  await expect(reader.next()).rejects.toThrow('the thread ended');
});

test('a reader that takes nothing is cut off, one that goes on reading is not', async () => {
  const server = createServer((_request, response) => {
    // Longer than a busy machine keeps this process, which is also the reader, from running.
    cutWhenStalled(response, 2000);
    response.end(Buffer.alloc(64 * 1024 * 1024));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  try {
    const open = () => {
      const socket = connect(address.port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
      return socket;
    };
    let taken = 0;
    const reader = open().on('data', (bytes) => (taken += bytes.length));
    await once(reader, 'end');
    expect(taken).toBeGreaterThan(64 * 1024 * 1024);
    const silent = open();
    silent.on('error', () => undefined).pause();
    const [ended] = await once(server, 'connection');
    await once(ended, 'close');
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
