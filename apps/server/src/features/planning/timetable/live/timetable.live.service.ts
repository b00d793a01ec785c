/** Versions that people work on stay calculated in threads of each server; edits and calculations ask there for their dates. */

import { setTimeout } from 'node:timers/promises';
import { type Connection, type Database, perDatabase } from '../../../../platform/postgres/database.ts';
import type { Log } from '../../../../platform/log.ts';
import { openThread, READING_MEMORY, type Thread } from '../../../../platform/jobs/workers.ts';
import type { VersionKey } from '../../version-heads/version-heads.service.ts';
import type { LiveAnswer, LiveAsked, LiveThreadInput } from './timetable.live.thread.ts';

/** How much is kept, and how often an answer is compared with one that is calculated from the database. */
export type LiveLimits = {
  threads: number;
  /** Rows of all versions, in equal parts a thread; one version alone may have as many. */
  mostRows: number;
  /** Results that change more rows than this are written by a job: they would hold up the calls of others. */
  mostChanges: number;
  keptMs: number;
  verifiedShare: number;
  /** The pause before each try, and how many are made while edits go on. */
  verifiedAfterMs: number;
  verifiedTries: number;
};
const LIMITS: LiveLimits = {
  threads: 2,
  mostRows: 1_000_000,
  mostChanges: 5_000,
  keptMs: 10 * 60_000,
  verifiedShare: 0.01,
  verifiedAfterMs: 2_000,
  verifiedTries: 10,
};

/** Larger versions are calculated by jobs: a thread could not keep them, and would read them under the lock each time. */
export const MOST_LIVE_ITEMS = 150_000;

const THREAD = new URL('./timetable.live.thread.ts', import.meta.url);

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
  const { threads: count, mostRows, mostChanges, keptMs, verifiedShare, verifiedAfterMs, verifiedTries } = { ...LIMITS, ...limits };
  const input: LiveThreadInput = { connection, mostRows: Math.ceil(mostRows / count), mostOfLast: mostRows, keptMs };
  const threads = Array.from({ length: count }, () => openThread<LiveAsked, LiveAnswer>(THREAD, READING_MEMORY, input));
  // A version has always the same thread, so that it is kept once.
  const threadOf = ({ versionId }: VersionKey): Thread<LiveAsked, LiveAnswer> => threads[versionId % count];
  // A thread of its own: it reads and calculates a whole version, which takes a second, and no edit may wait for that.
  const anew = openThread<LiveAsked, LiveAnswer>(THREAD, READING_MEMORY, { connection, mostRows: 0, mostOfLast: 0, keptMs }, 'low');
  const seen = { times: 0, different: 0 };
  const verifying = new Set<string>();
  const closed = new AbortController();

  /** Compares a kept version with one that is read and calculated from the database. Tries again when the version has changed in between. */
  async function verify(asked: LiveAsked): Promise<void> {
    for (let left = verifiedTries; left > 0; left -= 1) {
      await setTimeout(verifiedAfterMs, null, { ref: false, signal: closed.signal });
      const hashed = await anew.run({ ...asked, verify: 'hash' }, { signal: closed.signal });
      if (hashed.kind !== 'hashed') return;
      const { state, hash } = hashed;
      const answer = await threadOf(asked).run({ ...asked, verify: { state, hash } });
      if (answer.kind === 'moved_on') continue;
      if (answer.kind !== 'verified') return;
      seen.times += 1;
      if (answer.same) return;
      seen.different += 1;
      services.log.error('timetable.live_differs', { spaceId: asked.spaceId, versionId: asked.versionId, revision: answer.revision });
      return;
    }
  }

  function verifyLater(asked: LiveAsked): void {
    const name = `${asked.spaceId} ${asked.versionId}`;
    if (verifying.has(name)) return;
    verifying.add(name);
    void verify(asked)
      .catch(() => undefined)
      .finally(async () => {
        verifying.delete(name);
        // Its memory is needed seldom.
        if (!verifying.size) await anew.close();
      });
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
      closed.abort();
      liveOfDatabase(services).live = null;
      await Promise.all([...threads, anew].map((thread) => thread.close()));
    },
  };
  liveOfDatabase(services).live = live;
  return live;
}
