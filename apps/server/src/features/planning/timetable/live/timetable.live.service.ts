/** Versions that people work on stay calculated in threads of each server; edits and calculations ask there for their dates. */

import { type Connection, type Database, perDatabase } from '../../../../platform/postgres/database.ts';
import type { Log } from '../../../../platform/log.ts';
import { openThread, READING_MEMORY, type Thread } from '../../../../platform/jobs/workers.ts';
import type { VersionKey } from '../../version-heads/version-heads.service.ts';
import type { LiveAnswer, LiveAsked, LiveThreadInput } from './timetable.live.thread.ts';

/** How much is kept, and how often an answer is compared with one that is calculated from the database. */
export type LiveLimits = {
  threads: number;
  mostRows: number;
  /** Results that change more rows than this are written by a job: they would hold up the calls of others. */
  mostChanges: number;
  keptMs: number;
  verifiedShare: number;
  verifiedAfterMs: number;
};
const LIMITS: LiveLimits = {
  threads: 2,
  mostRows: 1_000_000,
  mostChanges: 5_000,
  keptMs: 10 * 60_000,
  verifiedShare: 0.01,
  verifiedAfterMs: 2_000,
};

/** Larger versions are calculated by jobs: a thread could not keep them, and would read them under the lock each time. */
export const MOST_LIVE_ITEMS = 150_000;

export type Live = {
  /** Starts the thread of a version that will be asked for. */
  expect(key: VersionKey): void;
  calculate(asked: Omit<LiveAsked, 'mostChanges' | 'verify'>, signal?: AbortSignal): Promise<LiveAnswer>;
  /** How often an answer was compared with the database, and how often it was another. */
  verified(): { times: number; different: number };
  close(): Promise<void>;
};

const liveOfDatabase = perDatabase((): { live: Live | null } => ({ live: null }));

/** The threads of a server; null where it has none, as in the thread of its jobs. */
export const liveOf = (services: { database: Database }): Live | null => liveOfDatabase(services).live;

/** Opens the threads of a server; each begins with its first question. */
export function openLive(services: { database: Database; log: Log }, connection: Connection, limits: Partial<LiveLimits> = {}): Live {
  const { threads: count, mostRows, mostChanges, keptMs, verifiedShare, verifiedAfterMs } = { ...LIMITS, ...limits };
  const input: LiveThreadInput = { connection, mostRows: Math.ceil(mostRows / count), keptMs };
  const threads = Array.from({ length: count }, () =>
    openThread<LiveAsked, LiveAnswer>(new URL('./timetable.live.thread.ts', import.meta.url), READING_MEMORY, input),
  );
  // A version has always the same thread, so that it is kept once.
  const threadOf = ({ versionId }: VersionKey): Thread<LiveAsked, LiveAnswer> => threads[versionId % count];
  const seen = { times: 0, different: 0 };
  const timers = new Set<NodeJS.Timeout>();

  async function verify(asked: LiveAsked): Promise<void> {
    const answer = await threadOf(asked).run({ ...asked, verify: true });
    if (answer.kind !== 'verified') return;
    seen.times += 1;
    if (answer.same) return;
    seen.different += 1;
    services.log.error('timetable.live_differs', { spaceId: asked.spaceId, versionId: asked.versionId, revision: answer.revision });
  }

  function verifyLater(asked: LiveAsked): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      verify(asked).catch(() => undefined);
    }, verifiedAfterMs);
    timer.unref();
    timers.add(timer);
  }

  const live: Live = {
    expect: (key) => threadOf(key).start(),
    async calculate(question, signal) {
      const asked = { ...question, mostChanges };
      const answer = await threadOf(asked).run(asked, { signal });
      if (answer.kind === 'calculated' && Math.random() < verifiedShare) verifyLater(asked);
      return answer;
    },
    verified: () => ({ ...seen }),
    async close() {
      for (const timer of timers) clearTimeout(timer);
      liveOfDatabase(services).live = null;
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
  liveOfDatabase(services).live = live;
  return live;
}
