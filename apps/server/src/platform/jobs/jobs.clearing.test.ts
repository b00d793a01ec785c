import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createWorld, type Person, type World } from '../../testing/world.ts';
import type { Database } from '../postgres/database.ts';
import { deleteInBlocks, forgetFinished } from './jobs.clearing.ts';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());
beforeEach(() => world.sql('delete from job'));

/** Adds jobs that ended some days ago; null: that wait for a far time. */
const add = (title: string, days: number | null, count = 1) =>
  world.sql(
    `insert into job (space_id, user_id, kind, title, status, input, finished_at, not_before)
     select $1, $2, 'cleared', $3, case when $4::int is null then 'waiting' else 'done' end, '{}', now() - make_interval(days => $4::int),
       now() + interval '1 day' from generate_series(1, $5::int)`,
    [anna.spaceId, anna.id, title, days, count],
  );
const left = async () => {
  const rows = await world.sql<{ title: string; days: number | null }>(
    `select title, extract(day from now() - finished_at)::int as days from job where kind = 'cleared' order by title, days`,
  );
  return rows.map(({ title, days }) => [title, days]);
};

/** The database, and how many transactions wrote. */
function counting(): { database: Database; writes: () => number } {
  const { database } = world.app.services;
  let writes = 0;
  const write: Database['write'] = (scope, work) => ((writes += 1), database.write(scope, work));
  return { database: { ...database, write }, writes: () => writes };
}

test('finished jobs go a few a transaction: steps of others after a week, those with a title after three months', async () => {
  await add('', 8, 5);
  await add('', 6);
  await add('', null);
  await add('Import', 91, 3);
  await add('Import', 89);
  await add('Import', null);
  const { database, writes } = counting();
  expect(await forgetFinished({ database }, 2)).toBe(8);
  // Five in blocks of two, then three.
  expect(writes()).toBe(3 + 2);
  expect(await left()).toEqual([
    ['', 6],
    ['', null],
    ['Import', 89],
    ['Import', null],
  ]);
});

test('blocks end with one that is not full', async () => {
  const { database, writes } = counting();
  await add('Block', 1, 7);
  const some = (most: number) => sql`delete from job where id in (select id from job where title = 'Block' limit ${most})`;
  expect(await deleteInBlocks({ database }, some, 7)).toBe(7);
  expect(writes()).toBe(2);
});

test('of a space that is deleted, jobs that have finished are not read, however many they are', async () => {
  const { jobs } = world.app.services;
  let parsed = 0;
  const ended: unknown[] = [];
  jobs.register({
    kind: 'cleared',
    input: z.object({}).transform((input) => ((parsed += 1), input)),
    afterRestart: 'again',
    lane: 'long',
    needs: null,
    run: async () => ({}),
    ended: async (job) => void ended.push(job),
  });
  await add('Import', 1, 5001);
  await add('Import', null);
  await jobs.drop(anna.spaceId);
  expect(await left()).toEqual([]);
  expect(parsed).toBe(1);
  expect(ended).toEqual([{ spaceId: null, input: {}, status: 'cancelled' }]);
});
