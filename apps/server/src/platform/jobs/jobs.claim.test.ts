import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/world.ts';
import type { Tx } from '../postgres/database.ts';
import { claimJob, type Room } from './jobs.claim.ts';

/** Kinds that the server of the tests does not know, so that it claims none of them. */
const KINDS = ['test.letter', 'test.copy', 'test.count'];
const ROOM: Room = { all: KINDS, guests: KINDS, here: [] };
const SYSTEM = { spaceId: null, userId: null, system: true };
const LEASE = { holder: 'test', seconds: 60 };
let world: World;
let userId: number;

beforeAll(async () => {
  world = await createWorld();
  userId = (await world.person('anna')).id;
});
afterAll(() => world.close());

const queue = (count: number, kind: string, spaceId: number | null) =>
  world.sql(
    `insert into job (space_id, user_id, kind, title, input) select $1::bigint, $2, $3, '', '{}' from generate_series(1, $4::int)`,
    [spaceId, userId, kind, count],
  );
/** Rows of jobs that this connection has read. */
async function jobsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as read from pg_stat_xact_user_tables where relname = 'job'`.execute(tx);
  return rows[0].read;
}
const claim = (room = ROOM) => world.app.services.database.write(SYSTEM, (tx) => claimJob(tx, room, LEASE));

test('no job is claimed twice, and none is left, however many servers ask', async () => {
  await queue(150, 'test.letter', null);
  const claimed: number[] = [];
  const server = async () => {
    for (let job = await claim(); job; job = await claim()) claimed.push(job.id);
  };
  await Promise.all(Array.from({ length: 8 }, server));
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(claimed).toHaveLength(150);
});

test('a server without room for a space takes jobs of others, and of a kind that it has room for', async () => {
  const [anna, boris] = [await world.person('vera'), await world.person('boris')];
  await anna.space();
  await boris.space();
  await queue(1, 'test.copy', anna.spaceId);
  await queue(1, 'test.count', boris.spaceId);
  const full: Room = { all: [], guests: ['test.copy', 'test.count'], here: [anna.spaceId] };
  expect(await claim({ ...full, guests: ['test.copy'] })).toBeNull();
  expect(await claim(full)).toMatchObject({ kind: 'test.count', space_id: boris.spaceId });
  expect(await claim({ ...full, all: ['test.copy'] })).toMatchObject({ kind: 'test.copy', space_id: anna.spaceId });
});

test('a claim looks at a few jobs of each space, whatever waits before them', async () => {
  const late = await world.person('late');
  await late.space();
  await queue(20_000, 'test.letter', null);
  await queue(1, 'test.letter', late.spaceId);
  await queue(1, 'test.count', null);
  for (const known of [false, true]) {
    if (known) await world.sql('analyze job');
    const read = await world.app.services.database.write(SYSTEM, async (tx) => {
      const before = await jobsRead(tx);
      await claimJob(tx, ROOM, LEASE);
      return (await jobsRead(tx)) - before;
    });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(1000);
  }
});
