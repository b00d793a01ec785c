import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** What an open page holds in memory: a server has thousands that do nothing. */
let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test('is nothing of the call that opened it', async () => {
  const version = await anna.version();
  const { log } = world.app.services;
  const { child } = log;
  // The context of each call has a log of its own.
  const ofCalls: WeakRef<object>[] = [];
  log.child = (fields) => {
    const made = child(fields);
    ofCalls.push(new WeakRef(made));
    return made;
  };
  const client = await anna.push(version);
  log.child = child;
  expect(ofCalls.length).toBeGreaterThan(0);
  await expect
    .poll(() => {
      collect();
      return ofCalls.filter((ofCall) => ofCall.deref()).length;
    })
    .toBe(0);
  await client.close();
});
