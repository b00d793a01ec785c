import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../../platform/context.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { countPage, type Means, Page, type Socket } from './push.page.service.ts';
import { TOLD } from './push.rules.ts';

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

/** A page over a socket that keeps what it is sent. */
function idlePage(signIn: Means['signIn']) {
  const texts: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 0,
    send: (text: string) => void texts.push(text),
    close: () => undefined,
  }) as unknown as Socket;
  const page = new Page(
    socket,
    { id: 'test', ip: '', protocol: 'http', cookies: {}, authorization: undefined },
    { userId: anna.id, sessionId: 1, token: null } as Context,
    {
      services: world.app.services,
      watch: { stand: async () => undefined, leave: async () => undefined, close: () => undefined },
      rounds: { join: () => undefined, leave: () => undefined, stop: () => undefined },
      signIn,
    },
  );
  return { page, socket, texts };
}

test('is a bounded number of messages while its rights are checked, and beyond them a word to load again', async () => {
  const { services } = world.app;
  const checked = Promise.withResolvers<null>();
  const { page, socket, texts } = idlePage(() => checked.promise);
  countPage(services, anna.id, socket);
  page.send({ event: 'session_ended', data: {} });
  page.send({ event: 'subscribed', data: { space_id: null, version_id: null } }, true);
  for (let at = 0; at < 450; at++) page.send({ event: 'eps_updated', data: { eps_id: at, author_id: 1 } });
  checked.resolve(null);
  await expect.poll(() => texts.length).toBeGreaterThan(2);
  socket.emit('close');
  const heard = texts.map((text) => JSON.parse(text) as { event: string; data: { eps_id?: number } });
  expect(heard.slice(0, 3).map(({ event }) => event)).toEqual(['access_changed', 'subscribed', 'resync']);
  expect(heard.length).toBeLessThan(203);
  expect(heard.at(-1)).toMatchObject({ event: 'eps_updated', data: { eps_id: 449 } });
});

test('is one turn where rights of many change: each page loads all that it shows, and they are told one after the other', async () => {
  const { burst } = TOLD;
  const pages = Array.from({ length: burst + 100 }, () => idlePage(async () => ({}) as Context));
  const notified = () => pages.filter(({ texts }) => texts.some((text) => text.includes('access_changed'))).length;
  for (const { page } of pages) page.send({ event: 'session_ended', data: {} });
  await expect.poll(notified, { timeout: 20_000 }).toBeGreaterThanOrEqual(burst - 5);
  // Pages that wait receive all other messages.
  for (const { page } of pages) page.send({ event: 'eps_updated', data: { eps_id: 1, author_id: 1 } });
  const waits = pages.findLast(({ texts }) => !texts.some((text) => text.includes('access_changed')));
  expect(waits?.texts).toEqual([expect.stringContaining('eps_updated')]);
  await expect.poll(notified, { timeout: 20_000 }).toBe(pages.length);
  for (const { socket } of pages) socket.emit('close');
});
