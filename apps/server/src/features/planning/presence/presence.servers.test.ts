import type { EventSent } from '@gantry/contract';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { Services } from '../../../platform/context.ts';
import { watchPresence } from './presence.service.ts';

/** Presence of several servers, on a channel that can lose notices and servers that can die. */
const [SPACE, VERSION] = [1, 10];
const ALIVE_MS = 20;
const GATHERED_MS = 4;

type Handler = (payload: string) => void;
const channel = { handlers: new Map<string, Handler>(), isOpen: true };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  channel.handlers.clear();
  channel.isOpen = true;
});

/** A server; `shown` is who its pages see at the version, as `connection row`. */
function server(name: string) {
  const shown = new Map<string, number | null>();
  const push = {
    on: (_channel: string, handler: Handler) => channel.handlers.set(name, handler),
    publish(_channel: string, payload: string) {
      if (channel.isOpen) for (const handler of channel.handlers.values()) queueMicrotask(() => handler(payload));
    },
    repeat(_audience: object, _event: string, { joined, moved, left, version_id }: EventSent['version_presence']) {
      if (version_id !== VERSION) return;
      for (const { connection, row_id } of joined) shown.set(connection, row_id);
      for (const { connection, row_id } of moved) shown.set(connection, row_id);
      for (const connection of left) shown.delete(connection);
    },
  };
  const database = { read: async () => ({ name: 'Anna', avatar_key: null }) };
  const services = { database, push, log: { warn: vi.fn() } } as unknown as Services;
  const watch = watchPresence(services, { aliveMs: ALIVE_MS, goneMs: ALIVE_MS * 5, gatheredMs: GATHERED_MS });
  closing.push(watch.close);
  channel.handlers.get(name)?.('');
  const stand = (connection: string, itemId: number | null, versionId: number | null = VERSION) =>
    watch.stand({ connection, userId: 1, spaceId: SPACE, versionId, itemId });
  return {
    stand,
    leave: (connection: string) => watch.leave(connection),
    reconnect: () => channel.handlers.get(name)?.(''),
    /** Ends without a word. */
    die() {
      channel.handlers.delete(name);
      watch.close();
    },
    shown: () => [...shown].map(([connection, row]) => `${connection} ${row}`).sort(),
  };
}

test('each server shows the pages of all; one that starts later asks for those that are there', async () => {
  const [first, second] = [server('first'), server('second')];
  await first.stand('a', 1);
  await second.stand('b', null);
  await expect.poll(first.shown).toEqual(['a 1', 'b null']);
  await first.stand('a', 7);
  await expect.poll(second.shown).toEqual(['a 7', 'b null']);
  await first.stand('a', 7, VERSION + 1);
  await expect.poll(second.shown).toEqual(['b null']);
  await first.stand('a', 2);
  const third = server('third');
  await third.stand('c', 3);
  await expect.poll(third.shown).toEqual(['a 2', 'b null', 'c 3']);
  await second.leave('b');
  for (const one of [first, second, third]) await expect.poll(one.shown).toEqual(['a 2', 'c 3']);
});

test('what a channel has lost is found by the next sign of life', async () => {
  const [first, second] = [server('first'), server('second')];
  await first.stand('a', 1);
  await first.stand('b', 2);
  await expect.poll(second.shown).toEqual(['a 1', 'b 2']);
  channel.isOpen = false;
  await first.leave('a');
  await first.stand('c', 3);
  // What is gathered goes the same way.
  await setTimeout(GATHERED_MS * 2);
  channel.isOpen = true;
  for (const one of [first, second]) await expect.poll(one.shown).toEqual(['b 2', 'c 3']);
});

test('a server that was cut off hears all pages again', async () => {
  const [first, second] = [server('first'), server('second')];
  channel.isOpen = false;
  await first.stand('a', 1);
  channel.isOpen = true;
  second.reconnect();
  await expect.poll(second.shown, { timeout: ALIVE_MS / 2, interval: 1 }).toEqual(['a 1']);
});

test('the pages of a server that died are forgotten, and of a living one are not', async () => {
  const [first, second] = [server('first'), server('second')];
  await first.stand('a', 1);
  await second.stand('b', 2);
  await expect.poll(second.shown).toEqual(['a 1', 'b 2']);
  first.die();
  await expect.poll(second.shown).toEqual(['b 2']);
  await setTimeout(ALIVE_MS * 8);
  expect(second.shown()).toEqual(['b 2']);
});

test('pages that come and go together are told together', async () => {
  const first = server('first');
  const notices: string[] = [];
  channel.handlers.set('measure', (payload) => /"(?:joined|left)"/.test(payload) && notices.push(payload));
  const pages = Array.from({ length: 300 }, (_, page) => `page ${page}`);
  for (const [row, page] of pages.entries()) await first.stand(page, row);
  await expect.poll(() => first.shown().length).toBe(300);
  for (const page of pages.slice(1)) await first.leave(page);
  await expect.poll(first.shown).toEqual(['page 0 0']);
  expect(notices.length).toBeLessThan(30);
});

test('a page that comes, goes and comes elsewhere before it is told stands where it is', async () => {
  const [first, second] = [server('first'), server('second')];
  await first.stand('a', 1);
  for (const page of ['b', 'c']) await first.stand(page, 2);
  await first.leave('b');
  await first.stand('c', 3, VERSION + 1);
  await first.stand('d', 4, VERSION + 1);
  await first.stand('d', 5);
  await first.leave('a');
  await first.stand('a', 6);
  for (const one of [first, second]) await expect.poll(one.shown).toEqual(['a 6', 'd 5']);
});

test('a thousand pages with long names are told in notices that a channel holds', async () => {
  const sizes: number[] = [];
  const [first] = [server('first')];
  channel.handlers.set('measure', (payload) => sizes.push(Buffer.byteLength(payload)));
  for (let page = 0; page < 1000; page += 1) await first.stand(`page-${page}-${'ы'.repeat(200)}`, page);
  const second = server('second');
  await expect.poll(() => second.shown().length).toBe(1000);
  expect(Math.max(...sizes)).toBeLessThan(8000);
});
