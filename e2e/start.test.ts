/** What the person at the keyboard meets when starting the product. */

import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { api } from '@gantry/contract';
import { signIn } from './caller.ts';
import { newDataDir, NotStarted, startProduct } from './product.ts';

const cleanUp: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

function newFolder(): string {
  const { dataDir, remove } = newDataDir({ empty: true });
  cleanUp.push(remove);
  return dataDir;
}

test('a first start makes the database and a demo space; a second one makes nothing and has it still', async () => {
  const dataDir = newFolder();
  const first = await startProduct(dataDir);
  cleanUp.push(() => first.kill());
  expect(first.output()).toMatch(/Demo sign-in: demo \//);
  expect(first.output()).toContain('"database.migrated"');
  expect(first.output()).not.toMatch(/^\s+at /m);
  expect(await first.stop()).toBe(0);
  const second = await startProduct(dataDir);
  cleanUp.push(() => second.kill());
  expect(second.output()).not.toContain('"database.migrated"');
  const { spaces } = await (await signIn(second.url)).call(api.users.spaces);
  expect(spaces).toHaveLength(1);
  expect(await (await fetch(`${second.url}/`)).text()).toContain('<div id="root">');
  // A file that is not there is no place of the page.
  expect((await fetch(`${second.url}/icons/home.svg`)).status).toBe(404);
  expect(await second.stop()).toBe(0);
});

test('the password that the operator gave is the one, short and simple as it may be', async () => {
  const product = await startProduct(newFolder(), { GANTRY_DEMO_PASSWORD: 'demo' });
  cleanUp.push(() => product.kill());
  const caller = await signIn(product.url, { login: 'demo', password: 'demo' });
  expect((await caller.call(api.users.spaces)).spaces).toHaveLength(1);
});

test('stopped the moment it says that it is ready, it ends as it should', async () => {
  const dataDir = newFolder();
  await (await startProduct(dataDir)).stop();
  for (let round = 0; round < 3; round++) expect(await (await startProduct(dataDir)).stop()).toBe(0);
});

test('a server that falls is started again at the same address, and says so', async () => {
  const port = await freePort();
  const product = await startProduct(newFolder(), { PORT: String(port) });
  cleanUp.push(() => product.kill());
  const fallen = product.serverPid();
  process.kill(fallen, 'SIGKILL');
  await expect.poll(product.output, { timeout: 60_000 }).toMatch(/Gantry is ready[^]*Gantry is ready/);
  expect(product.output()).toContain('The server ended unexpectedly (SIGKILL): it starts again in 1 s.');
  expect(product.serverPid()).not.toBe(fallen);
  expect((await (await signIn(product.url)).call(api.users.spaces)).spaces).toHaveLength(1);
  expect(await product.stop()).toBe(0);
});

test('twice on one data folder: the second refuses in one sentence and the first goes on', async () => {
  const dataDir = newFolder();
  const first = await startProduct(dataDir);
  cleanUp.push(() => first.kill());
  const refusal = await refusalOf(startProduct(dataDir));
  expect(refusal).toContain(`Gantry already runs on this data folder (process ${first.serverPid()}).`);
  expect((await fetch(`${first.url}/api/v1/health-check`)).status).toBe(200);
});

test.each([
  ['a busy port', async () => ({ PORT: String(await busyPort()) }), /Port \d+ is in use/],
  ['a port that is none', async () => ({ PORT: 'http' }), /PORT/],
  ['a data folder that is a file', async () => ({ DATA_DIR: '/dev/null/data' }), /data folder \/dev\/null\/data/],
  [
    'a database that does not answer',
    async () => ({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' }),
    /database of DATABASE_URL does not answer/,
  ],
  ['a database address that is none', async () => ({ DATABASE_URL: 'mysql://x' }), /DATABASE_URL/],
])('%s: one sentence and a failing exit', async (_name, environment, sentence) => {
  const refusal = await refusalOf(startProduct(newFolder(), await environment()));
  expect(refusal).toMatch(sentence);
});

/** What a start that must fail said, without log lines. */
async function refusalOf(starting: Promise<{ kill(): Promise<void> }>): Promise<string> {
  try {
    const product = await starting;
    await product.kill();
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    expect(error.code).toBe(1);
    const lines = error.message.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
    expect(lines).toHaveLength(1);
    return lines[0];
  }
  throw new Error('it started');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

async function busyPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  cleanUp.push(() => void server.close());
  return (server.address() as { port: number }).port;
}
