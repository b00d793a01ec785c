import { sql } from 'kysely';
import { setTimeout } from 'node:timers/promises';
import { besideTransaction, type Database, type Tx } from '../postgres/database.ts';
import type { Push } from '../push.ts';
import { claimJob, type Claimed, endLeases, listHolders, type Room } from './jobs.claim.ts';
import { hasEnded, holderOfThread } from './jobs.holders.ts';

/** The channel of notifications: an empty payload says that a job waits, a job id says that this job has ended. */
export const JOBS_CHANNEL = 'gantry_job';
const LEASE_SECONDS = 15;
const HEARTBEAT_MS = 3000;
const GIVE_BACK_EVERY_MS = 500;
const SYSTEM = { spaceId: null, userId: null, system: true };

/** Somebody else has claimed the job, or it has ended. */
export class LeaseLost extends Error {}

/** What this thread holds of jobs, and how it writes to them. */
export function openLeases(database: Database, push: Push) {
  const holder = holderOfThread();

  /** Writes to a job as long as this node holds it; true where somebody asked to stop it. */
  async function updateIn(tx: Tx, job: Claimed, fields: Record<string, unknown>): Promise<boolean> {
    const row = await tx
      .updateTable('job')
      .set({ ...fields, lease_until: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
      .where('id', '=', job.id)
      .where('fence', '=', job.fence)
      .where('status', '=', 'running')
      .returning('cancel_requested')
      .executeTakeFirst();
    if (!row) throw new LeaseLost();
    if (Object.keys(fields).length) await notifyOwner(tx, job);
    // A thread that waits for the end of the job may be another one. The payload is the job id, so that other waiting threads do not query.
    if (fields['finished_at']) await sql`select pg_notify(${JOBS_CHANNEL}, ${String(job.id)})`.execute(tx);
    return row.cancel_requested;
  }

  const update = (job: Claimed, fields: Record<string, unknown>): Promise<boolean> =>
    besideTransaction(() => database.write(SYSTEM, (tx) => updateIn(tx, job, fields)));

  async function notifyOwner(tx: Tx, job: Pick<Claimed, 'id' | 'title' | 'space_id' | 'user_id' | 'token_id'>): Promise<void> {
    if (!job.title) return;
    const audience = { spaceId: job.space_id ?? 0, userId: job.user_id, tokenId: job.token_id };
    await push.send(tx, audience, 'job', { id: job.id, user_id: job.user_id });
  }

  return {
    update,
    updateIn,
    notifyOwner,
    /**
     * Extends the lease of a job every few seconds; the returned function ends that. It calls `stop` with the error when the lease is
     * lost, and without one when somebody cancelled the job.
     */
    keep(job: Claimed, stop: (lost?: LeaseLost) => void): () => void {
      let beating: Promise<void> | null = null;
      const timer = setInterval(() => {
        // The job's own long commit can lock its row. Then one heartbeat waits, and no more of them take connections.
        beating ??= update(job, {})
          .then(
            (cancel) => cancel && stop(),
            (error: unknown) => error instanceof LeaseLost && stop(error),
          )
          .then(() => void (beating = null));
      }, HEARTBEAT_MS);
      return () => clearInterval(timer);
    },
    claim: (room: Room) => database.write(SYSTEM, (tx) => claimJob(tx, room, { holder, seconds: LEASE_SECONDS })),
    /** Lets others have at once what threads of this machine held that have ended. */
    async endThoseOfEnded(): Promise<void> {
      const held = await database.read(SYSTEM, listHolders);
      const ended = held.filter(hasEnded);
      if (ended.length) await database.write(SYSTEM, (tx) => endLeases(tx, ended));
    },
    /** Puts a job back into the queue, as a job whose lease has expired. Retries while the database is unavailable. */
    async giveBack(job: Claimed, isClosing: () => boolean): Promise<void> {
      const until = performance.now() + LEASE_SECONDS * 1000;
      for (;;) {
        try {
          return void (await update(job, { status: 'waiting' }));
        } catch (error) {
          if (error instanceof LeaseLost || isClosing() || performance.now() > until) return;
        }
        await setTimeout(GIVE_BACK_EVERY_MS);
      }
    },
  };
}
