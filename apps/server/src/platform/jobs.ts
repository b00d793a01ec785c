import type { Job, JobFinding } from '@gantry/contract';
import { sql } from 'kysely';
import type { Database, Tx } from './database.ts';
import { Refused } from './fail.ts';
import { describeError, type Log } from './log.ts';
import type { Push } from './push.ts';

/** One run of a job, as its handler sees it. */
export type JobRun = {
  id: number;
  spaceId: number | null;
  userId: number;
  input: Record<string, unknown>;
  /** Aborted when somebody asks the job to stop or the server shuts down. */
  signal: AbortSignal;
  /** Tells how far the work is, 0…1, and what it is at. Throws when the job was cancelled. */
  progress(share: number, stage: string): Promise<void>;
  /** Notes that stay with the job. */
  findings(list: JobFinding[]): void;
};

export type JobKind = {
  kind: string;
  /** What to do when the server stopped in the middle: start again, or end as interrupted. */
  afterRestart: 'again' | 'fail';
  run(job: JobRun): Promise<Record<string, unknown>>;
  /** Called once when the job has ended in any way, to clear up. */
  ended?(input: Record<string, unknown>): Promise<void>;
};

/** Durable long work: queued in a transaction, leased by a node, told to its owner as it goes. */
export type Jobs = {
  register(kind: JobKind): void;
  enqueue(tx: Tx, job: { spaceId: number | null; userId: number; kind: string; title: string; input: Record<string, unknown> }): Promise<number>;
  start(): void;
  /** Resolves when the job has ended; used by the synchronous spellings of calls. */
  finished(userId: number, id: number): Promise<Job>;
  close(): Promise<void>;
};

const CHANNEL = 'gantry_job';
const LEASE_SECONDS = 15;
const HEARTBEAT_MS = 3000;
const POLL_MS = 5000;
const TELL_EVERY_MS = 250;
const SLOTS = 2;
const FINDINGS_KEPT = 1000;

type Claimed = { id: number; space_id: number | null; user_id: number; kind: string; title: string; input: Record<string, unknown>; fence: number; attempts: number };

class Cancelled extends Error {}
class LeaseLost extends Error {}

export function openJobs(database: Database, push: Push, log: Log): Jobs {
  const kinds = new Map<string, JobKind>();
  const running = new Map<number, { stop: AbortController; done: Promise<void> }>();
  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | null = null;
  let closing = false;
  const system = { spaceId: null, userId: null, system: true };

  async function claim(): Promise<Claimed | null> {
    return database.write(system, async (tx) => {
      const { rows } = await sql<Claimed>`
        update job set status = 'running', fence = fence + 1, attempts = attempts + 1, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
        where id = (select id from job
                    where status = 'waiting' or (status = 'running' and lease_until < now())
                    order by id for update skip locked limit 1)
        returning id, space_id, user_id, kind, title, input, fence, attempts`.execute(tx);
      return rows[0] ?? null;
    });
  }

  /** Writes to a job as long as this node holds it; true where somebody asked to stop it. */
  async function update(job: Claimed, fields: Record<string, unknown>): Promise<boolean> {
    return database.write(system, async (tx) => {
      const row = await tx
        .updateTable('job')
        .set({ ...fields, lease_until: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
        .where('id', '=', job.id)
        .where('fence', '=', job.fence)
        .returning('cancel_requested')
        .executeTakeFirst();
      if (!row) throw new LeaseLost();
      await tellOwner(tx, job);
      return row.cancel_requested;
    });
  }

  async function tellOwner(tx: Tx, job: { id: number; space_id: number | null; user_id: number }): Promise<void> {
    await push.send(tx, { spaceId: job.space_id ?? 0, userId: job.user_id }, 'job', { id: job.id, user_id: job.user_id });
  }

  async function execute(job: Claimed, stop: AbortController): Promise<void> {
    const kind = kinds.get(job.kind);
    let told = 0;
    let notes: JobFinding[] = [];
    const keep = () => JSON.stringify(notes.slice(0, FINDINGS_KEPT));
    const heartbeat = setInterval(() => {
      update(job, {}).then(
        (cancel) => cancel && stop.abort(new Cancelled()),
        (error: unknown) => error instanceof LeaseLost && stop.abort(error),
      );
    }, HEARTBEAT_MS);
    const end = async (fields: Record<string, unknown>) => {
      await update(job, { finished_at: new Date(), findings: keep(), ...fields });
      await kind?.ended?.(job.input);
    };
    try {
      if (!kind) throw new Error(`no handler for ${job.kind}`);
      if (job.attempts > 1 && kind.afterRestart === 'fail') throw new Refused('job.interrupted');
      if (job.attempts > 3) throw new Refused('job.interrupted');
      const result = await kind.run({
        id: job.id,
        spaceId: job.space_id,
        userId: job.user_id,
        input: job.input,
        signal: stop.signal,
        findings: (list) => {
          notes = [...notes, ...list].slice(0, FINDINGS_KEPT);
        },
        async progress(share, stage) {
          stop.signal.throwIfAborted();
          if (Date.now() - told < TELL_EVERY_MS) return;
          told = Date.now();
          if (await update(job, { progress: Math.min(1, Math.max(0, share)), stage, findings: keep() })) throw new Cancelled();
        },
      });
      await end({ status: 'done', progress: 1, result: JSON.stringify(result) });
    } catch (error) {
      if (error instanceof LeaseLost || (closing && stop.signal.aborted)) return;
      await endBadly(job, error, end).catch((problem: unknown) => log.error('job.lost', { job: job.id, ...describeError(problem) }));
    } finally {
      clearInterval(heartbeat);
    }
  }

  async function endBadly(job: Claimed, error: unknown, end: (fields: Record<string, unknown>) => Promise<void>): Promise<void> {
    if (error instanceof Cancelled || (error instanceof Error && error.name === 'AbortError')) return end({ status: 'cancelled' });
    if (error instanceof Refused) return end({ status: 'failed', error: JSON.stringify({ code: error.code, parameters: error.parameters }) });
    log.error('job.failed', { job: job.id, kind: job.kind, ...describeError(error) });
    return end({ status: 'failed', error: JSON.stringify({ code: 'server.unknown', parameters: {} }) });
  }

  let filling: Promise<void> | null = null;
  function wake(): void {
    for (const check of waiting) check();
    if (closing || filling || !timer) return;
    filling = fill()
      .catch((error: unknown) => log.warn('jobs.unreachable', describeError(error)))
      .finally(() => (filling = null));
  }

  async function fill(): Promise<void> {
    while (!closing && running.size < SLOTS) {
      const job = await claim();
      if (!job) return;
      const stop = new AbortController();
      const done = execute(job, stop).finally(() => {
        running.delete(job.id);
        setImmediate(wake);
      });
      running.set(job.id, { stop, done });
    }
  }

  return {
    register: (kind) => void kinds.set(kind.kind, kind),
    async enqueue(tx, { spaceId, userId, kind, title, input }) {
      const { id } = await tx
        .insertInto('job')
        .values({ space_id: spaceId, user_id: userId, kind, title, input: JSON.stringify(input) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`select pg_notify(${CHANNEL}, '')`.execute(tx);
      await tellOwner(tx, { id, space_id: spaceId, user_id: userId });
      return id;
    },
    start() {
      push.on(CHANNEL, wake);
      timer = setInterval(wake, POLL_MS);
      wake();
    },
    async finished(userId, id) {
      for (;;) {
        const found = await findJob(database, userId, id);
        if (found && found.status !== 'waiting' && found.status !== 'running') return found;
        await new Promise<void>((resolve) => {
          const check = () => {
            waiting.delete(check);
            clearTimeout(late);
            resolve();
          };
          const late = setTimeout(check, 200);
          waiting.add(check);
        });
      }
    },
    async close() {
      closing = true;
      if (timer) clearInterval(timer);
      for (const { stop } of running.values()) stop.abort(new Cancelled());
      await Promise.all([...running.values()].map(({ done }) => done.catch(() => undefined)));
    },
  };
}

/** A job of a person as the API shows it; null where there is none. */
export async function findJob(database: Database, userId: number, id: number): Promise<Job | null> {
  return (await listJobs(database, userId, id))[0] ?? null;
}

/** Jobs of a person, newest first. */
export async function listJobs(database: Database, userId: number, id?: number): Promise<Job[]> {
  const rows = await database.read({ spaceId: null, userId }, (db) =>
    db
      .selectFrom('job')
      .selectAll()
      .where('user_id', '=', userId)
      .$if(id !== undefined, (query) => query.where('id', '=', id as number))
      .orderBy('id', 'desc')
      .limit(50)
      .execute(),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    status: row.status,
    progress: row.progress,
    stage: row.stage,
    result: row.result as Job['result'],
    findings: row.findings as Job['findings'],
    error: row.error as Job['error'],
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }));
}

/** Asks a job of a person to stop; false where there is none that runs. */
export async function requestCancel(database: Database, userId: number, id: number): Promise<boolean> {
  return database.write({ spaceId: null, userId }, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('job')
      .set({ cancel_requested: true })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('status', 'in', ['waiting', 'running'])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}
