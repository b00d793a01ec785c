import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createWorld, type World } from '../../../testing/world.ts';
import { doRound, type OpenPage, startRounds } from './push.rounds.service.ts';

/** What it costs to look after pages that only listen, and which of them are asked about their rights. */
let world: World;
let sessions: number[];
let tokens: number[];

beforeAll(async () => {
  world = await createWorld();
  const people = await Promise.all(['anna', 'boris', 'carl'].map((name) => world.person(name)));
  const rows = await world.sql<{ id: number }>(`select id::int from session where user_id = any($1) order by user_id, id`, [
    people.map(({ id }) => id),
  ]);
  sessions = rows.map(({ id }) => id);
  const made = await people[0].ok(api.accessTokens.create, { body: { name: 'Script', rights: ['plan.read'], space_id: null, days: 30 } });
  tokens = [made.id];
});
afterAll(() => world.close());

const NOW = 1_000_000;
let asked: string[] = [];

const pageOf = (name: string, fields: Partial<OpenPage>): OpenPage => ({
  sessionId: null,
  tokenId: null,
  checkAt: NOW + 1,
  check: async () => void asked.push(name),
  ping: () => undefined,
  ...fields,
});

/** Does one round; answers the transactions that it took and who was asked for. */
async function round(pages: OpenPage[], idlenessMinutes = 30) {
  asked = [];
  let transactions = 0;
  const { database } = world.app.services;
  const counted = {
    ...database,
    read: ((...given: Parameters<typeof database.read>) => ((transactions += 1), database.read(...given))) as typeof database.read,
  };
  await doRound({ database: counted }, pages, { idlenessMinutes, now: NOW });
  return { transactions, asked: asked.sort() };
}

test('a round over 1,000 pages takes one transaction, and asks nobody', async () => {
  const pages = Array.from({ length: 1000 }, (_, index) => pageOf(`${index}`, { sessionId: sessions[index % sessions.length] }));
  expect(await round(pages)).toEqual({ transactions: 1, asked: [] });
});

test('pages are asked about whose session or token has ended, whose session is idle, and whose turn it is', async () => {
  await world.sql(`update session set expires_at = now() - interval '1 second' where id = $1`, [sessions[0]]);
  await world.sql(`update session set last_activity = now() - interval '31 minutes' where id = $1`, [sessions[1]]);
  const pages = [
    pageOf('ended', { sessionId: sessions[0] }),
    pageOf('idle', { sessionId: sessions[1] }),
    pageOf('live', { sessionId: sessions[2] }),
    pageOf('turn', { sessionId: sessions[2], checkAt: NOW }),
    pageOf('token', { tokenId: tokens[0] }),
    pageOf('no token', { tokenId: 2_000_000 }),
  ];
  expect(await round(pages)).toEqual({ transactions: 1, asked: ['ended', 'idle', 'no token', 'turn'] });
  // Each has had its turn; what has ended stays in question.
  expect((await round(pages)).asked).toEqual(['ended', 'idle', 'no token']);
  expect((await round(pages, 0)).asked).toEqual(['ended', 'no token']);
});

test('pages are pinged a part of them each second, and each once in 20 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const rounds = startRounds(world.app.services, { idlenessMinutes: 0 });
  try {
    const pings = new Map<number, number>();
    for (let page = 0; page < 40; page++)
      rounds.join(pageOf('', { sessionId: sessions[2], checkAt: Infinity, ping: () => void pings.set(page, (pings.get(page) ?? 0) + 1) }));
    const sizes: number[] = [];
    for (let second = 0; second < 20; second++) {
      const before = pings.size;
      vi.advanceTimersByTime(1000);
      sizes.push(pings.size - before);
    }
    expect(sizes).toEqual(Array.from({ length: 20 }, () => 2));
    expect([...pings.values()].every((times) => times === 1)).toBe(true);
  } finally {
    rounds.stop();
    vi.useRealTimers();
  }
});
