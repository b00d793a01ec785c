import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createWorld, type Person, type World } from '../../testing/world.ts';
import { Refused } from '../fail.ts';
import type { JobKind } from './jobs.ts';

let world: World;
let anna: Person;

/** Statuses that a job had in the table while it was cleared up, and how its kind heard that it had ended. */
let seen: { stored: string; heard: string; code?: string }[] = [];
let runs = 0;
/** What clearing up does, at its first call. */
let clearing: () => Promise<void> = async () => undefined;

const rowOf = async (id: number) =>
  (
    await world.sql<{ status: string; attempts: number; error: unknown; finished_at: Date | null }>('select * from job where id = $1', [id])
  )[0];

const failing: JobKind = {
  kind: 'failing',
  input: z.object({}),
  afterRestart: 'again',
  lane: 'quick',
  needs: null,
  async run() {
    runs += 1;
    throw new Refused('import.empty', { name: 'plan.xer' });
  },
  async ended({ status, error }) {
    const [{ status: stored }] = await world.sql<{ status: string }>(
      `select status from job where kind = 'failing' order by id desc limit 1`,
    );
    seen.push({ stored, heard: status, code: error?.code });
    const first = clearing;
    clearing = async () => undefined;
    await first();
  },
};

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  world.app.services.jobs.register(failing);
});
afterAll(() => world.close());
beforeEach(() => {
  seen = [];
  runs = 0;
});

async function endOf(): Promise<{ id: number; status: string; attempts: number; error: unknown }> {
  const { database, jobs } = world.app.services;
  const about = { spaceId: anna.spaceId, userId: anna.id };
  const id = await database.write(about, (tx) => jobs.enqueue(tx, { ...about, kind: 'failing', title: 'x', input: {} }));
  await jobs.finished(anna.id, id);
  return { id, ...(await rowOf(id)) };
}

const refused = { code: 'import.empty', parameters: { name: 'plan.xer' } };

describe('a job that fails', () => {
  test('has cleared up when it is seen to have failed', async () => {
    expect(await endOf()).toMatchObject({ status: 'failed', error: refused });
    expect(seen).toEqual([{ stored: 'running', heard: 'failed', code: 'import.empty' }]);
  });

  test('and is lost while it clears up keeps why it failed, and does not run again', async () => {
    clearing = async () => {
      // The server that ran the job has died, and another server claims the job.
      await world.sql(`update job set status = 'waiting', fence = fence + 1 where kind = 'failing' and status = 'running'`);
      await world.sql(`select pg_notify('gantry_job', '')`);
    };
    expect(await endOf()).toMatchObject({ status: 'failed', error: refused, attempts: 2 });
    expect(runs).toBe(1);
    expect(seen.map(({ heard, code }) => `${heard} ${code}`)).toEqual(['failed import.empty', 'failed import.empty']);
  });

  test('and cannot clear up has failed all the same', async () => {
    clearing = () => Promise.reject(new Error('the disk is gone'));
    expect(await endOf()).toMatchObject({ status: 'failed', error: refused, attempts: 1 });
  });
});
