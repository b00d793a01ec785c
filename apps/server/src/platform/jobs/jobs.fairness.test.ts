import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { JobKind } from './jobs.ts';
import { createWorld, type Person, type World } from '../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;

/** Jobs that run until they are let go, in the order in which they began. */
const begun: { title: string; end: () => void }[] = [];

const input = z.object({ title: z.string() });
const held: JobKind<typeof input> = {
  kind: 'held',
  input,
  afterRestart: 'again',
  lane: 'long',
  needs: null,
  run: (job) => new Promise((done) => begun.push({ title: job.input.title, end: () => done({}) })),
};

beforeAll(async () => {
  world = await createWorld();
  [anna, boris] = [await world.person('anna'), await world.person('boris')];
  await anna.space();
  await boris.space();
  world.app.services.jobs.register(held);
});
afterAll(() => world.close());

const queue = (person: Person, title: string, notBefore?: Date) =>
  world.app.services.database.write({ spaceId: person.spaceId, userId: person.id }, (tx) =>
    world.app.services.jobs.enqueue(tx, { spaceId: person.spaceId, userId: person.id, kind: 'held', title, input: { title }, notBefore }),
  );
const titles = () => begun.map(({ title }) => title);

test('one space that queues hundreds of jobs holds no other, and takes no more room than it had', async () => {
  for (let round = 0; round < 30; round += 1) await queue(anna, `anna ${round}`);
  await expect.poll(titles).toEqual(['anna 0', 'anna 1']);
  // Both places are taken, and thirty wait before it.
  await queue(boris, 'boris 0');
  await expect.poll(titles).toEqual(['anna 0', 'anna 1', 'boris 0']);
  await queue(boris, 'boris 1');
  begun[1].end();
  begun[2].end();
  // Of what waits, the space of which nothing runs comes first, however late it has asked.
  await expect.poll(titles).toEqual(['anna 0', 'anna 1', 'boris 0', 'boris 1']);
  begun[3].end();
  await expect.poll(() => titles().slice(4)).toEqual(['anna 2']);
  await world.app.services.jobs.drop(anna.spaceId);
  for (const { end } of begun) end();
});

test('a job that may not begin yet waits for its time (fault F11)', async () => {
  begun.length = 0;
  await queue(boris, 'later', new Date(Date.now() + 3_600_000));
  await queue(boris, 'past', new Date(Date.now() - 1000));
  await expect.poll(titles).toEqual(['past']);
  const [job] = await world.sql(`update job set not_before = now() where input ->> 'title' = 'later' and status = 'waiting' returning id`);
  expect(job).toBeDefined();
  await world.sql(`select pg_notify('gantry_job', '')`);
  await expect.poll(titles).toEqual(['past', 'later']);
  for (const { end } of begun) end();
});

test('a job that does not wait for its reports of progress is ended by them all the same, and nothing is left unhandled', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  world.app.services.jobs.register({
    kind: 'hasty',
    input,
    afterRestart: 'again',
    lane: 'long',
    needs: null,
    run: (job) =>
      new Promise((_done, fail) => {
        const timer = setInterval(() => void job.progress(0.5, 'job.hurrying'), 20);
        job.signal.addEventListener('abort', () => {
          clearInterval(timer);
          fail(job.signal.reason as Error);
        });
      }),
  });
  const { spaceId, id: userId } = anna;
  const id = await world.app.services.database.write({ spaceId, userId }, (tx) =>
    world.app.services.jobs.enqueue(tx, { spaceId, userId, kind: 'hasty', title: 'hasty', input: { title: 'hasty' } }),
  );
  const status = async () => (await world.sql<{ status: string }>('select status from job where id = $1', [id]))[0].status;
  await expect.poll(status).toBe('running');
  await world.sql('update job set cancel_requested = true where id = $1', [id]);
  await expect.poll(status).toBe('cancelled');
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('a job that holds its own row for long, as a large commit does, has one connection wait for it, not one more every few seconds', async () => {
  const { database, jobs } = world.app.services;
  const about = { spaceId: anna.spaceId, userId: anna.id };
  let most = 0;
  jobs.register({
    ...held,
    kind: 'committing',
    input: z.object({}),
    async run({ id }) {
      await database.write(about, async (tx) => {
        await tx.updateTable('job').set({ stage: 'import.storing' }).where('id', '=', id).execute();
        const until = Date.now() + 7000;
        while (Date.now() < until) {
          const [{ waiting }] = await world.sql<{ waiting: number }>(
            `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          most = Math.max(most, waiting);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      });
      return {};
    },
  });
  const id = await database.write(about, (tx) => jobs.enqueue(tx, { ...about, kind: 'committing', title: 'x', input: {} }));
  expect(await jobs.finished(anna.id, id)).toMatchObject({ status: 'done' });
  expect(most).toBe(1);
});
