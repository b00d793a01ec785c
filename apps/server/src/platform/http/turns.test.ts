import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { atMost, inStages, inTurn, MOST_IN_TURN, signalOf, unhurried } from './turns.ts';

test('long work lets others be answered between its slices', async () => {
  let others = 0;
  const answered = setInterval(() => (others += 1), 0);
  function* work(): Generator<void, string, void> {
    while (others < 3) yield;
    return 'done';
  }
  expect(await unhurried(work())).toBe('done');
  clearInterval(answered);
});

test('a queue has an end: more is refused at once, and what waits is done in order', async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const done: number[] = [];
  const all = Array.from({ length: MOST_IN_TURN }, (_, at) => inTurn('one', async () => void (await gate, done.push(at))));
  await expect(inTurn('one', async () => undefined)).rejects.toMatchObject({ code: 'server.busy', status: 503 });
  expect(await inTurn('another', async () => 'at once')).toBe('at once');
  open();
  await Promise.all(all);
  expect(done).toEqual(all.map((_, at) => at));
  expect(await inTurn('one', async () => 'again')).toBe('again');
});

test('at most so many pieces of work are done at once, in the order in which they came, whoever of them fails', async () => {
  const gates = Array.from({ length: 9 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const few = atMost(3);
  const all = gates.map(({ promise }, at) => few(() => (begun.push(at), promise)));
  expect(begun).toEqual([0, 1, 2]);
  gates[1].reject(new Error('failed'));
  await expect(all[1]).rejects.toThrow('failed');
  gates[0].resolve();
  await all[0];
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  for (const { resolve } of gates) resolve();
  await Promise.allSettled(all);
  expect(begun).toEqual(gates.map((_, at) => at));
  expect(await few(async () => 'again')).toBe('again');
});

test('what waits for one of few places is let go by its signal, and takes no place', async () => {
  const gate = Promise.withResolvers<void>();
  const few = atMost(1);
  const first = few(() => gate.promise);
  const stop = new AbortController();
  const begun: string[] = [];
  const stopped = few(async () => begun.push('stopped'), stop.signal);
  const last = few(async () => begun.push('last'), new AbortController().signal);
  stop.abort(new Error('stop'));
  await expect(stopped).rejects.toThrow('stop');
  await expect(few(async () => begun.push('late'), stop.signal)).rejects.toThrow('stop');
  expect(begun).toEqual([]);
  gate.resolve();
  await Promise.all([first, last]);
  expect(begun).toEqual(['last']);
  expect(await few(async () => 'again')).toBe('again');
});

test('where many wait for a place already, one more is refused', async () => {
  const gate = Promise.withResolvers<void>();
  const few = atMost(1, 2);
  const all = Array.from({ length: 3 }, () => few(() => gate.promise));
  await expect(few(async () => 'one more')).rejects.toMatchObject({ code: 'server.busy' });
  gate.resolve();
  await Promise.all(all);
  expect(await few(async () => 'again')).toBe('again');
});

test('a signal ends with a caller who goes before the answer, not with one who has it', () => {
  const callOf = (writableFinished: boolean) => Object.assign(new EventEmitter(), { writableFinished });
  const [gone, answered] = [callOf(false), callOf(true)];
  const [first, second] = [gone, answered].map((raw) => signalOf({ raw } as never));
  for (const raw of [gone, answered]) raw.emit('close');
  expect([first.aborted, second.aborted]).toEqual([true, false]);
});

test('in two stages one prepares while one writes, no third does anything, and all write in order, whoever fails or begins anew', async () => {
  const log: string[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  const all = gates.map(({ promise }, at) =>
    inStages('version', async (enter) => {
      log.push(`prepare ${at}`);
      await enter();
      await enter();
      log.push(`write ${at}`);
      await promise;
      if (at === 1) throw new Error('refused');
      return at;
    }),
  );
  const settled = Promise.allSettled(all);
  await pause();
  expect(log).toEqual(['prepare 0', 'write 0', 'prepare 1']);
  gates[0].resolve();
  await pause();
  expect(log.slice(3)).toEqual(['write 1', 'prepare 2']);
  for (const { resolve } of gates) resolve();
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(log.slice(5)).toEqual(['write 2', 'prepare 3', 'write 3']);
  // Work that fails before it enters lets the next one in.
  await expect(inStages('version', () => Promise.reject(new Error('too early')))).rejects.toThrow('too early');
  expect(await inStages('version', async (enter) => (await enter(), 'after it'))).toBe('after it');
});

test('work that leaves its last stage lets the next one in before it ends; begun anew, it queues again', async () => {
  const log: string[] = [];
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const all = [
    inStages('early', async (enter, leave) => {
      await enter();
      leave();
      await first.promise;
      log.push('collided');
      await enter();
      log.push('written');
    }),
    inStages('early', async (enter) => {
      await enter();
      log.push('next is in');
      first.resolve();
      await second.promise;
      log.push('next is out');
    }),
  ];
  await first.promise;
  await new Promise((resolve) => setTimeout(resolve, 5));
  second.resolve();
  await Promise.all(all);
  expect(log).toEqual(['next is in', 'collided', 'next is out', 'written']);
});
