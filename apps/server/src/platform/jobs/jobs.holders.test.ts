import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createWorld, type Person, type World } from '../../testing/world.ts';
import { createLog } from '../log.ts';
import { Collision } from '../postgres/database.ts';
import { hasEnded, holderOfThread } from './jobs.holders.ts';
import type { JobKind } from './jobs.ts';
import { keepThread } from './side-thread.ts';
import type { Held } from './testing/holder.process.ts';

/** Far less than a lease; the start of a thread or of a process is in it. */
const SOON_MS = 5000;
const program = new URL('./testing/holder.process.ts', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'gantry-holders-'));
const started: ChildProcess[] = [];

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const queue = (kind: string): Promise<number> =>
  world.app.services.database.write({ spaceId: anna.spaceId, userId: anna.id }, (tx) =>
    world.app.services.jobs.enqueue(tx, { spaceId: anna.spaceId, userId: anna.id, kind, title: kind, input: {} }),
  );

type Row = { status: string; attempts: number; fence: number; error: { code: string } | null };
const rowOf = async (id: number): Promise<Row> =>
  (await world.sql<Row>('select status, attempts, fence, error from job where id = $1', [id]))[0];
const ended = { again: { status: 'done', error: null }, fail: { status: 'failed', error: { code: 'job.interrupted' } } };

/** A job as it ended, or as it stands after so long. */
async function endOf(id: number, mostMs = SOON_MS): Promise<Row> {
  for (const from = Date.now(); ; await setTimeout(50)) {
    const row = await rowOf(id);
    if (!['waiting', 'running'].includes(row.status) || Date.now() - from > mostMs) return row;
  }
}

async function begun(id: number): Promise<void> {
  for (const from = Date.now(); !existsSync(join(folder, String(id))); await setTimeout(20))
    if (Date.now() - from > 20_000) throw new Error(`job ${id} has not begun`);
}

function startProcess(): ChildProcess {
  const held: Held = { connection: world.database.connection, folder };
  const child = spawn(process.execPath, [fileURLToPath(program), JSON.stringify(held)], { stdio: 'inherit' });
  started.push(child);
  return child;
}

describe.skipIf(process.platform !== 'linux')('what somebody held who has ended', () => {
  test.each(['again', 'fail'] as const)(
    'is taken up by the next thread of the same server, by a new fence (after a restart: %s)',
    async (kind) => {
      const id = await queue(`held_${kind}`);
      const held: Held = { connection: world.database.connection, folder };
      const thread = keepThread(
        program,
        held,
        createLog({}, () => undefined),
      );
      try {
        await begun(id);
        expect(await endOf(id)).toMatchObject({ attempts: 2, fence: 2, ...ended[kind] });
      } finally {
        await thread.close();
      }
    },
  );

  test.each(['again', 'fail'] as const)('is taken up by the next server of the same machine (after a restart: %s)', async (kind) => {
    const id = await queue(`held_${kind}`);
    const first = startProcess();
    await begun(id);
    expect(await rowOf(id)).toMatchObject({ status: 'running', attempts: 1, fence: 1 });
    first.kill('SIGKILL');
    await once(first, 'exit');
    startProcess();
    expect(await endOf(id)).toMatchObject({ attempts: 2, fence: 2, ...ended[kind] });
  });

  test('is taken up by a server that runs all along', async () => {
    const id = await queue('held_again');
    const first = startProcess();
    await begun(id);
    startProcess();
    // It is there once it has a job of its own.
    const own = await queue('held_again');
    await begun(own);
    first.kill('SIGKILL');
    expect(await endOf(id, SOON_MS + 2000)).toMatchObject({ status: 'done', attempts: 2, fence: 2 });
  });
});

describe('what somebody holds who may live', () => {
  test('is left to a frozen process until its lease is over, and is its own no more then', async () => {
    const id = await queue('held_again');
    const first = startProcess();
    await begun(id);
    first.kill('SIGSTOP');
    startProcess();
    const other = await queue('held_again');
    await begun(other);
    // The other one has looked at its start, and once more.
    await setTimeout(6000);
    expect(await rowOf(id)).toMatchObject({ status: 'running', attempts: 1, fence: 1 });
    await world.sql(`update job set lease_until = now() - interval '1 second' where id = $1`, [id]);
    expect(await endOf(id, SOON_MS + 2000)).toMatchObject({ status: 'done', attempts: 2, fence: 2 });
    first.kill('SIGCONT');
    await setTimeout(500);
    expect(await rowOf(id)).toMatchObject({ status: 'done', attempts: 2, fence: 2 });
  });

  test('is told from what has ended by the place, the process, the thread and its beginning', () => {
    const self = holderOfThread();
    if (process.platform !== 'linux') return expect(self).toBeNull();
    const [place, pid, thread, since] = String(self).split(' ');
    const isSeenEnded = (...parts: unknown[]) => hasEnded(parts.join(' '));
    expect(isSeenEnded(place, pid, thread, since)).toBe(false);
    expect(isSeenEnded('elsewhere', pid, thread, since)).toBe(false);
    expect(isSeenEnded('elsewhere', 4_999_999, 4_999_999, since)).toBe(false);
    expect(isSeenEnded(place, 4_999_999, 4_999_999, since)).toBe(true);
    expect(isSeenEnded(place, pid, 4_999_999, since)).toBe(true);
    expect(isSeenEnded(place, pid, thread, Number(since) + 1)).toBe(true);
  });

  test('is not told by a holder of another claim, as the release before leaves it', async () => {
    const place = String(holderOfThread()).split(' ')[0];
    const gone = `${place} 4999999 4999999 1`;
    const add = async (holder: string): Promise<number> => {
      const [{ id }] = await world.sql<{ id: number }>(
        `insert into job (space_id, user_id, kind, title, status, input, attempts, fence, lease_until, holder)
         values ($1, $2, 'held_again', 'x', 'running', '{}', 3, 3, now() + interval '1 hour', $3) returning id`,
        [anna.spaceId, anna.id, holder],
      );
      return id;
    };
    const [theirs, nobodys] = [await add(`2 ${gone}`), await add(`3 ${gone}`)];
    startProcess();
    expect(await endOf(nobodys)).toMatchObject({ status: 'failed', attempts: 4, fence: 4 });
    expect(await rowOf(theirs)).toMatchObject({ status: 'running', attempts: 3, fence: 3 });
    await world.sql('delete from job where id = $1', [theirs]);
  });
});

describe('a job whose holder loses the database, or meets others in it', () => {
  /** A job that loses its connection at its first try, in the midst of a transaction. */
  const losing = (afterRestart: JobKind['afterRestart']): JobKind => ({
    kind: `losing_${afterRestart}`,
    input: z.object({}),
    afterRestart,
    lane: 'long',
    needs: null,
    async run({ id, spaceId, userId }) {
      if ((await rowOf(id)).attempts > 1) return {};
      await world.app.services.database.write({ spaceId, userId }, async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        await world.sql('select pg_terminate_backend($1)', [rows[0].pid]);
        await sql`select pg_sleep(5)`.execute(tx);
      });
      throw new Error('the connection was kept');
    },
  });

  test.each(['again', 'fail'] as const)('is given back, and not failed for it (after a restart: %s)', async (kind) => {
    world.app.services.jobs.register(losing(kind));
    expect(await endOf(await queue(`losing_${kind}`))).toMatchObject({ attempts: 2, fence: 2, ...ended[kind] });
  });

  test('is given back where others come between more often than a transaction is tried', async () => {
    const { database, jobs } = world.app.services;
    let tries = 0;
    jobs.register({
      ...losing('again'),
      kind: 'colliding',
      async run({ spaceId, userId }) {
        await database.write({ spaceId, userId }, async () => {
          tries += 1;
          if (tries < 6) throw new Collision('others came between');
        });
        return {};
      },
    });
    expect(await endOf(await queue('colliding'))).toMatchObject({ status: 'done', attempts: 2 });
    expect(tries).toBe(6);
  });

  test('is given back as soon as the database answers again', async () => {
    const { database, jobs } = world.app.services;
    const { write } = database;
    const away = () => Promise.reject(new Error('the database is away'));
    let tries = 0;
    jobs.register({
      ...losing('again'),
      kind: 'cut_off',
      async run({ id }) {
        if ((await rowOf(id)).attempts > 1) return {};
        database.write = () => ((tries += 1), away());
        globalThis.setTimeout(() => (database.write = write), 1200);
        throw new Error('no answer');
      },
    });
    expect(await endOf(await queue('cut_off'))).toMatchObject({ status: 'done', attempts: 2, fence: 2 });
    expect(tries).toBeGreaterThan(1);
  });

  test('is claimed soon after a look that failed', async () => {
    const { database, jobs } = world.app.services;
    const { write } = database;
    jobs.register({ ...losing('again'), kind: 'waiting', run: async () => ({}) });
    // More often than a timer of five seconds would meet by chance.
    for (let round = 0; round < 4; round += 1) {
      database.write = () => Promise.reject(new Error('the database is away'));
      const [{ id }] = await world.sql<{ id: number }>(
        `insert into job (space_id, user_id, kind, title, input) values ($1, $2, 'waiting', 'x', '{}') returning id`,
        [anna.spaceId, anna.id],
      );
      await world.sql(`select pg_notify('gantry_job', '')`);
      await setTimeout(200);
      database.write = write;
      expect(await endOf(id, 1500)).toMatchObject({ status: 'done', attempts: 1 });
    }
  });
});
