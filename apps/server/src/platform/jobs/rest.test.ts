import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { resting } from './rest.ts';

test('a rest begins when what is done beside it has ended, well or not, and asks nothing of the next one', async () => {
  const rest = resting(0);
  const work = Promise.withResolvers<string>();
  const failing = Promise.withResolvers<string>();
  const beside = rest.beside(work.promise);
  rest.beside(failing.promise).catch(() => undefined);
  let rested = false;
  const ended = rest().then(() => (rested = true));
  await setImmediate();
  work.resolve('stored');
  await setImmediate();
  expect(rested).toBe(false);
  failing.reject(new Error('the disk is full'));
  await ended;
  expect(await beside).toBe('stored');
  await rest();
});

test('nothing waits at the beginning', async () => {
  const rest = resting(60_000);
  void rest.beside(new Promise(() => undefined));
  await rest();
  expect(rest).toBeTypeOf('function');
});
