import type { Job, JobFinding } from '@gantry/contract';
import { entryOf, type SpaceRight } from '@gantry/domain';
import { sql } from 'kysely';
import type { z } from 'zod';
import { besideTransaction, type Database, type Db, hasLostDatabase, isCollision, storableJson, type Tx } from '../postgres/database.ts';
import { Refused } from '../fail.ts';
import type { Claimed } from './jobs.claim.ts';
import { dropJobs } from './jobs.clearing.ts';
import { listenToEnds } from './jobs.ends.ts';
import { JOBS_CHANNEL, LeaseLost, openLeases } from './jobs.lease.ts';
import { findJob } from './jobs.list.ts';
import { describeError, type Log } from '../log.ts';
import type { Push } from '../push.ts';
import { traced } from '../traces/traces.ts';

/** A right that a job needs, and the node or version that it needs it at; without one, anywhere. */
export type JobNeed = { right: SpaceRight; at?: { kind: 'node' | 'version'; id: number } };

/** For whom a job of a space works, who began it (they, or who acted for them) and by which access token, and what that needs. */
export type JobOwner = { userId: number; actorId: number; tokenId?: number | null; spaceId: number; needs: readonly JobNeed[] };

/** Refuses a job whose people may no longer do what it does. */
export type Admit = (db: Db, owner: JobOwner) => Promise<void>;

/** The key of the text that says what a job is at. */
export type StageText = `${string}.${string}`;

/** One run of a job, as its handler sees it. One of the installation has no space: 0. */
export type JobRun<Input = unknown> = JobOwner & {
  id: number;
  input: Input;
  /** How often the work was put off by `TryLater`. */
  tries: number;
  /** Aborted when somebody asks the job to stop or the server shuts down. */
  signal: AbortSignal;
  /** Tells how far the work is, 0…1, and what it is at. Throws when the job was cancelled. */
  progress(share: number, stage: StageText): Promise<void>;
  /** Notes that stay with the job. */
  findings(list: JobFinding[]): void;
  /** Ends the job inside the transaction of its effect: both are there or none, whatever happens to the server. Throws when the job was cancelled. */
  complete(tx: Tx, result: Record<string, unknown>): Promise<void>;
};

/** A method, so that kinds of different inputs stand in one list: each is given only what its own schema has parsed. */
type Needs<Input> = { of(input: Input): readonly JobNeed[] };

/** Letters wait for mail servers; that must keep neither quick nor long work waiting. */
type Lane = 'quick' | 'long' | 'mail';

/** What a handler throws when the work cannot be done now and may be in a while. */
export class TryLater extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`to be tried again in ${seconds} s`);
    this.name = 'TryLater';
    this.seconds = seconds;
  }
}

/** A job that has ended, as far as clearing up needs it. */
type EndedJob<Input = unknown> = {
  spaceId: number | null;
  input: Input;
  status: 'done' | 'failed' | 'cancelled';
  /** Why it failed. */
  error?: JobError;
};
type JobError = { code: string; parameters: Record<string, unknown> };

export type JobKind<S extends z.ZodType = z.ZodType> = {
  kind: string;
  /**
   * What the input of such a job is. It is parsed when a job is claimed: what the release before queued in another form ends with
   * `job.unknown_input`, and its handler is never run.
   */
  input: S;
  /** What to do when the server stopped in the middle: start again, or end as interrupted. */
  afterRestart: 'again' | 'fail';
  /**
   * What its owner must be allowed at its start, while it goes on and when it commits what it made; null for work of the installation
   * itself, which asks nobody. Every kind says it: `jobs.rights.test.ts` fails for one that does not.
   */
  needs: Needs<z.output<S>>['of'] | null;
  /** Quick work never waits behind long work. */
  lane: Lane;
  run(job: JobRun<z.output<S>>): Promise<Record<string, unknown>>;
  /** Clears up after a job: once it is done, and before others see that it failed or was cancelled. A server that died in between makes it run again. */
  ended?(job: EndedJob<z.output<S>>): Promise<void>;
};

/** Durable long work: queued in a transaction, leased by a node, told to its owner as it goes. */
export type Jobs = {
  register(kind: JobKind): void;
  /** All kinds that are known. */
  kinds(): JobKind[];
  /** Queues work. Where it has no title it is a step of something else, and nobody is shown it. */
  enqueue(
    tx: Tx,
    job: {
      spaceId: number | null;
      userId: number;
      actorId?: number;
      tokenId?: number | null;
      kind: string;
      title: string;
      input: Record<string, unknown>;
      /** When it may begin; left out: at once. */
      notBefore?: Date;
    },
  ): Promise<number>;
  start(): void;
  /** Resolves when the job has ended, or with the job under way after so many milliseconds; used by the synchronous spellings of calls. */
  finished(userId: number, id: number, mostMs?: number): Promise<Job>;
  /** Forgets the jobs of a space, those that run included, and clears up after them. */
  drop(spaceId: number): Promise<void>;
  close(): Promise<void>;
};

const POLL_MS = 5000;
/** After a look that failed. */
const AGAIN_MS = 1000;
const TELL_EVERY_MS = 150;
/** Rights are asked for again so often while a job tells how far it is. */
const ADMIT_EVERY_MS = 2000;
const SLOTS: Record<Lane, number> = { quick: 2, long: 2, mail: 2 };
const FINDINGS_KEPT = 1000;

type End = (fields: { status: EndedJob['status'] } & Record<string, unknown>, error?: JobError) => Promise<void>;

class Cancelled extends Error {}

const endsJob = (error: unknown): boolean => error instanceof Cancelled || error instanceof LeaseLost || error instanceof Refused;

export function openJobs(database: Database, push: Push, log: Log, admit: Admit): Jobs {
  const kinds = new Map<string, JobKind>();
  const running = new Map<number, { stop: AbortController; done: Promise<void>; lane: Lane; spaceId: number | null }>();
  const ends = listenToEnds();
  const leases = openLeases(database, push);
  const { update, updateIn } = leases;
  let timer: NodeJS.Timeout | null = null;
  let closing = false;

  /** Kinds whose lane has a free slot. A lane has as many extra slots for spaces without a running job here, so that no space waits only for others. */
  function wanted() {
    const inLane = (lane: Lane) => [...running.values()].filter((one) => one.lane === lane);
    const within = (most: (lane: Lane) => number) =>
      [...kinds.values()].filter(({ lane }) => inLane(lane).length < most(lane)).map(({ kind }) => kind);
    return { all: within((lane) => SLOTS[lane]), guests: within((lane) => 2 * SLOTS[lane]) };
  }

  async function claim(): Promise<Claimed | null> {
    const { all, guests } = wanted();
    if (!guests.length) return null;
    return leases.claim({ all, guests, here: [...new Set([...running.values()].map(({ spaceId }) => spaceId ?? 0))] });
  }

  async function execute(job: Claimed, stop: AbortController): Promise<void> {
    const kind = entryOf(kinds, job.kind);
    let reported = 0;
    let admitted = Date.now();
    let completed = false;
    const owner: JobOwner = {
      userId: job.user_id,
      actorId: job.actor_id ?? job.user_id,
      tokenId: job.token_id,
      spaceId: job.space_id ?? 0,
      needs: [],
    };
    const parsed = kind.input.safeParse(job.input);
    const asked = async (db?: Db): Promise<void> => {
      if (kind.needs === null || job.space_id === null) return;
      const { spaceId, userId } = owner;
      await (db ? admit(db, owner) : besideTransaction(() => database.read({ spaceId, userId }, (own) => admit(own, owner))));
    };
    const report = async (share: number, stage: string): Promise<void> => {
      stop.signal.throwIfAborted();
      if (Date.now() - admitted > ADMIT_EVERY_MS) {
        admitted = Date.now();
        await asked();
      }
      if (Date.now() - reported < TELL_EVERY_MS) return;
      reported = Date.now();
      if (await update(job, { progress: Math.min(1, Math.max(0, share)), stage, findings: keep() })) throw new Cancelled();
    };
    let notes: JobFinding[] = [];
    const keep = () => storableJson(notes.slice(0, FINDINGS_KEPT));
    const letLapse = leases.keep(job, (lost) => stop.abort(lost ?? new Cancelled()));
    const clearUp = async (status: EndedJob['status'], error?: JobError): Promise<void> => {
      try {
        if (parsed.success) await kind.ended?.({ spaceId: job.space_id, input: parsed.data, status, ...(error && { error }) });
      } catch (problem) {
        if (hasLostDatabase(problem)) throw problem;
        log.error('job.not_cleared_up', { job: job.id, kind: job.kind, ...describeError(problem) });
      }
    };
    const end: End = async (fields, error) => {
      const finish = async () => update(job, { finished_at: new Date(), findings: keep(), ...fields });
      if (fields.status === 'done') {
        if (!completed) await finish();
        return clearUp('done');
      }
      // The error is stored before clearing up. If the server dies in between, the next server clears up again and does not run the job without its files.
      await update(job, error ? { error: storableJson(error) } : {});
      await clearUp(fields.status, error);
      await finish();
    };
    try {
      if (job.error) return await end({ status: 'failed' }, job.error);
      if (job.cancel_requested) throw new Cancelled();
      if (job.attempts > (kind.afterRestart === 'fail' ? 1 : 3)) throw new Refused('job.interrupted');
      const input = known(job.kind, parsed);
      owner.needs = kind.needs?.(input) ?? [];
      await asked();
      const result = await kind.run({
        ...owner,
        id: job.id,
        input,
        tries: job.tries,
        signal: stop.signal,
        findings: (list) => {
          notes = [...notes, ...list].slice(0, FINDINGS_KEPT);
        },
        async complete(tx, result) {
          await asked(tx);
          const stopped = await updateIn(tx, job, {
            finished_at: new Date(),
            findings: keep(),
            status: 'done',
            progress: 1,
            result: storableJson(result),
          });
          if (stopped) throw new Cancelled();
          completed = true;
        },
        progress(share, stage) {
          const done = report(share, stage);
          // Who is in the midst of other work does not wait for it: what ends the job reaches them by its signal.
          done.catch((error: unknown) => endsJob(error) && stop.abort(error));
          return done;
        },
      });
      await end({ status: 'done', progress: 1, result: storableJson(result) });
    } catch (error) {
      // Not `completed` any more: what failed after took the transaction with it.
      completed = false;
      if (error instanceof LeaseLost || stop.signal.reason instanceof LeaseLost) return;
      letLapse();
      await leave(job, kind, end, error, stop.signal).catch((problem: unknown) => {
        if (problem instanceof LeaseLost) return;
        log.error('job.lost', { job: job.id, ...describeError(problem) });
        return leases.giveBack(job, () => closing);
      });
    } finally {
      letLapse();
    }
  }

  async function leave(job: Claimed, kind: JobKind, end: End, error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof TryLater) return putOff(job, error.seconds);
    if (closing && signal.aborted) return handBack(job, kind, end);
    if (!hasLostDatabase(error) && !isCollision(error)) return endBadly(job, error, end);
    // The work is not to blame, and may have been committed.
    log.warn('job.given_back', { job: job.id, kind: job.kind, ...describeError(error) });
    return leases.giveBack(job, () => closing);
  }

  async function endBadly(job: Claimed, error: unknown, end: End): Promise<void> {
    if (error instanceof Cancelled || (error instanceof Error && error.name === 'AbortError')) return end({ status: 'cancelled' });
    if (error instanceof Refused) return end({ status: 'failed' }, { code: error.code, parameters: error.parameters });
    log.error('job.failed', { job: job.id, kind: job.kind, ...describeError(error) });
    return end({ status: 'failed' }, { code: 'server.unknown', parameters: {} });
  }

  /** The server stops: another one, or this one when it is back, takes the job at once and does not count this try. */
  async function handBack(job: Claimed, kind: JobKind, end: End): Promise<void> {
    if (kind.afterRestart === 'fail') return endBadly(job, new Refused('job.interrupted'), end);
    await update(job, { status: 'waiting', attempts: job.attempts - 1 });
  }

  /** The work waits; that it was begun counts for nothing. Whoever lost the lease meanwhile has lost this too. */
  async function putOff(job: Claimed, seconds: number): Promise<void> {
    const not_before = sql<Date>`now() + make_interval(secs => ${seconds})`;
    await update(job, { status: 'waiting', attempts: job.attempts - 1, tries: job.tries + 1, not_before });
  }

  push.on(JOBS_CHANNEL, (ended) => {
    if (ended) ends.report(Number(ended));
    else wake();
  });
  let filling: Promise<void> | null = null;
  let again = false;
  let isLookDue = true;
  function wake(): void {
    // What was queued after the last look is found by another one.
    again = true;
    if (closing || filling || !timer) return;
    filling = fill()
      .catch((error: unknown) => {
        log.warn('jobs.unreachable', describeError(error));
        setTimeout(wake, AGAIN_MS).unref();
      })
      .finally(() => (filling = null));
  }

  async function fill(): Promise<void> {
    if (isLookDue) await leases.endThoseOfEnded();
    isLookDue = false;
    while (again && !closing) {
      again = false;
      for (let job = await claim(); job; job = closing ? null : await claim()) begin(job);
    }
  }

  function begin(job: Claimed): void {
    const stop = new AbortController();
    if (closing) stop.abort(new Cancelled());
    const began = Date.now();
    log.debug('job.begun', { job: job.id, kind: job.kind, space: job.space_id });
    const about = { 'gantry.job': job.id, 'gantry.space': job.space_id ?? 0 };
    const done = traced(`job ${job.kind}`, about, () => execute(job, stop)).finally(() => {
      log.debug('job.left', { job: job.id, kind: job.kind, ms: Date.now() - began });
      running.delete(job.id);
      setImmediate(wake);
    });
    running.set(job.id, { stop, done, lane: entryOf(kinds, job.kind).lane, spaceId: job.space_id });
  }

  return {
    register: (kind) => void kinds.set(kind.kind, kind),
    kinds: () => [...kinds.values()],
    async enqueue(tx, { spaceId, userId, actorId, tokenId, kind, title, input, notBefore }) {
      const { id } = await tx
        .insertInto('job')
        .values({
          space_id: spaceId,
          user_id: userId,
          actor_id: actorId || null,
          token_id: tokenId ?? null,
          kind,
          title,
          input: JSON.stringify(input),
          not_before: notBefore ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`select pg_notify(${JOBS_CHANNEL}, '')`.execute(tx);
      await leases.notifyOwner(tx, { id, title, space_id: spaceId, user_id: userId, token_id: tokenId ?? null });
      return id;
    },
    start() {
      timer = setInterval(() => {
        isLookDue = true;
        wake();
      }, POLL_MS);
      wake();
    },
    async finished(userId, id, mostMs = Number.POSITIVE_INFINITY) {
      const until = performance.now() + mostMs;
      for (;;) {
        const news = ends.listen(id);
        const found = await findJob(database, { userId }, id);
        const isOpen = found?.status === 'waiting' || found?.status === 'running';
        if (isOpen && !closing && performance.now() < until) {
          await news.heard;
          continue;
        }
        news.forget();
        if (!found) throw new Refused('job.not_found');
        if (isOpen && closing) throw new Refused('job.interrupted');
        return found;
      }
    },
    async drop(spaceId) {
      for (const { kind: name, input } of await dropJobs(database, spaceId)) {
        const kind = kinds.get(name);
        const parsed = kind?.input.safeParse(input);
        if (parsed?.success) await kind?.ended?.({ spaceId: null, input: parsed.data, status: 'cancelled' });
      }
    },
    async close() {
      closing = true;
      if (timer) clearInterval(timer);
      await filling;
      ends.reportAll();
      for (const { stop } of running.values()) stop.abort(new Cancelled());
      await Promise.all([...running.values()].map(({ done }) => done.catch(() => undefined)));
    },
  };
}

function known(kind: string, parsed: z.ZodSafeParseResult<unknown>): unknown {
  if (parsed.success) return parsed.data;
  const [{ path, message }] = parsed.error.issues;
  throw new Refused('job.unknown_input', { kind, field: path.map(String).join('.'), reason: message });
}
