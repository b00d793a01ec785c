import type { Services } from '../../../platform/context.ts';
import { describeError } from '../../../platform/log.ts';
import { listLiveTokens } from '../access-tokens/access-tokens.service.ts';
import { listLiveSessions } from '../auth/auth.service.ts';
import { nextCheck } from './push.rules.ts';

const ROUND_MS = 20_000;
/** Parts of the pages that are pinged one after the other in the time of a round. */
const PARTS = 20;
/** Pages whose rights are asked for at once, so that a round leaves the pool to people. */
const CHECKED_AT_ONCE = 4;
const NOBODY = { spaceId: null, userId: null };

/** Receives the places of pages, for presence. */
export type Watch = {
  stand(place: { connection: string; userId: number; spaceId: number; versionId: number | null; itemId: number | null }): Promise<unknown>;
  leave(connection: string): Promise<unknown>;
  close(): void;
};

/** An open page as the rounds see it. */
export type OpenPage = {
  /** What opened it: a session or an access token. */
  sessionId: number | null;
  tokenId: number | null;
  /** When its rights are asked for again, on the clock of `performance.now()`. */
  checkAt: number;
  /** Asks for everything that the page hears by, and ends what it may not hear any more. */
  check(): Promise<unknown>;
  /** Ends the page where it did not answer the last time. */
  ping(): void;
};

export type Rounds = { join(page: OpenPage): void; leave(page: OpenPage): void; stop(): void };

/**
 * Looks after all open pages of this server every 20 seconds: a ping to each, spread over that time, and one question for the sessions and
 * one for the tokens, however many pages there are. A change of rights is announced; the rights of a page are asked for without an
 * announcement where its session has ended, where messages were lost, and in turn every few minutes.
 */
export function startRounds(services: Pick<Services, 'database' | 'log'>, means: { idlenessMinutes: number }): Rounds {
  /** The open pages, each with its part. */
  const pages = new Map<OpenPage, number>();
  let [joined, turn, going] = [0, 0, false];
  const timer = setInterval(() => {
    turn = (turn + 1) % PARTS;
    for (const [page, part] of pages) if (part === turn) page.ping();
    if (turn || going || !pages.size) return;
    going = true;
    doRound(services, [...pages.keys()], means)
      .catch((error: unknown) => services.log.warn('push.round', describeError(error)))
      .finally(() => (going = false));
  }, ROUND_MS / PARTS);
  timer.unref();
  return {
    join: (page) => void pages.set(page, joined++ % PARTS),
    leave: (page) => void pages.delete(page),
    stop: () => clearInterval(timer),
  };
}

/** One round over the pages. */
export async function doRound(
  { database }: Pick<Services, 'database'>,
  pages: readonly OpenPage[],
  { idlenessMinutes, now = performance.now() }: { idlenessMinutes: number; now?: number },
): Promise<void> {
  const [sessions, tokens] = [idsOf(pages, 'sessionId'), idsOf(pages, 'tokenId')];
  const live = await database.read(NOBODY, async (db) => ({
    sessions: sessions.length ? await listLiveSessions(db, sessions, idlenessMinutes) : new Set<number>(),
    tokens: tokens.length ? await listLiveTokens(db, tokens) : new Set<number>(),
  }));
  const isLive = ({ sessionId, tokenId }: OpenPage) =>
    sessionId === null ? tokenId !== null && live.tokens.has(tokenId) : live.sessions.has(sessionId);
  const asked = pages.filter((page) => !isLive(page) || page.checkAt <= now);
  for (const page of asked) page.checkAt = nextCheck(now);
  const next = asked.values();
  const worker = async () => {
    for (const page of next) await page.check();
  };
  await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, worker));
}

const idsOf = (pages: readonly OpenPage[], key: 'sessionId' | 'tokenId'): number[] => [
  ...new Set(pages.flatMap((page) => page[key] ?? [])),
];
