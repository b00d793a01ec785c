import { api } from '@gantry/contract';
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../../testing/call.ts';
import { chain, xerText } from '../../../testing/samples/xer-sample.ts';
import { freePorts } from '../../../testing/servers/free-ports.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** Two servers on one database and one place of files: one of this process, and one of a process of its own. */
let world: World;
let anna: Person;
let second: { child: ChildProcess; base: string; health: string; output(): string };

const TWELVE = Array.from({ length: 12 }, (_, index) => `Issue ${index + 1}`);

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  second = await startSecond();
});
afterAll(async () => {
  second.child.kill('SIGKILL');
  await world.close();
});

async function startSecond(): Promise<typeof second> {
  const [port] = await freePorts(1);
  const env = {
    ...process.env,
    NODE_ENV: '',
    PORT: '0',
    DATA_DIR: world.dataDir,
    DATABASE_URL: String(world.database.administration.connectionString),
    GANTRY_METRICS: `127.0.0.1:${port}`,
    GANTRY_LOG_LEVEL: 'info,job=debug',
  };
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../../main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const base = await new Promise<string>((done, fail) => {
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
      const address = /Gantry is ready: (\S+)/.exec(text)?.[1];
      if (address) done(address);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => fail(new Error(text)));
  });
  return { child, base, health: `http://127.0.0.1:${port}/ready`, output: () => text };
}

test('twelve imports given to two servers in turns become twelve versions, and both servers take part', async () => {
  // It takes jobs a while after it answers calls.
  await expect.poll(async () => (await fetch(second.health)).status, { timeout: 30_000 }).toBe(200);
  const schedule = await anna.schedule();
  const answers = await Promise.all(
    TWELVE.map((name, index) => {
      const form = new FormData();
      form.set('version_name', name);
      form.set('file', new Blob([xerText(chain(200))]), 'plan.xer');
      const base = index % 2 ? second.base : world.base;
      const call = { params: { id: schedule } };
      return send(base, anna.keys, api.imports.uploadNow, call, { spaceId: anna.spaceId, by: 'bearer', raw: form });
    }),
  );
  const errors = [...world.log, ...second.output().split('\n')].filter((line) => line.includes('"level":"error"'));
  expect(
    answers.map(({ status, body }) => (status === 200 ? 200 : body)),
    errors.join('\n'),
  ).toEqual(TWELVE.map(() => 200));
  const { versions } = await anna.ok(api.versions.list, { params: { id: schedule } });
  expect(versions.map(({ name }) => name).toSorted()).toEqual(TWELVE.toSorted());
  expect(new Set(versions.map(({ item_count }) => item_count))).toEqual(new Set([201]));
  const states = await world.sql('select status, attempts from job where kind = $1', ['import']);
  expect(states).toEqual(TWELVE.map(() => ({ status: 'done', attempts: 1 })));
  const ofSecond = second.output().match(/job\.begun/g)?.length ?? 0;
  expect(ofSecond).toBeGreaterThan(0);
  expect(ofSecond).toBeLessThan(TWELVE.length);
});
