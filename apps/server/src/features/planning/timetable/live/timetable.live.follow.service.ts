import { setTimeout } from 'node:timers/promises';
import type { Context, Services } from '../../../../platform/context.ts';
import { perDatabase } from '../../../../platform/postgres/database.ts';
import { describeError } from '../../../../platform/log.ts';
import { Refused } from '../../../../platform/fail.ts';
import { holdsAt } from '../../../access/roles/roles.access.service.ts';
import { afterMove } from '../../edits/edits.service.ts';
import { findVersionHead, type VersionKey } from '../../version-heads/version-heads.service.ts';
import { calculateLive, startCalculation } from '../timetable.service.ts';

/** Versions that are calculated just now, and who has moved dates of them meanwhile. */
const underWay = perDatabase(() => new Map<string, Context | null>());

/** Versions that a job calculates or will soon, and who has moved dates of them since it began. */
const left = perDatabase(() => new Map<string, Context | null>());

/**
 * A job writes what edits leave once none has come for so long, as it holds the version for seconds: one that moves the finish of a plan
 * moves floats of all its rows. Where people never pause, it begins after the longer time all the same.
 */
const GATHERED_MS = 1_000;
const LONGEST_GATHERED_MS = 20_000;

/** Lets edits that move dates be followed by them at once, where their callers prefer it; edits that come meanwhile are calculated together. */
export function followEdits(services: Services): void {
  const [waiting, lefts] = [underWay(services), left(services)];
  afterMove(services, (context, key) => goOn(waiting, context, key, (next) => follow(lefts, next, key)));
}

/** The same by jobs alone, where no version is kept calculated. */
export function followByJobs(services: Services): void {
  const lefts = left(services);
  afterMove(services, (context, key) =>
    goOn(lefts, context, key, async (next) => {
      if (await findFollowed(next, key)) await calculateByJob(lefts, next, key);
    }),
  );
}

const nameOf = ({ spaceId, versionId }: VersionKey): string => `${spaceId} ${versionId}`;

/** Does work for a version, once more where somebody has asked for it meanwhile, and never twice at a time. */
function goOn(waiting: Map<string, Context | null>, context: Context, key: VersionKey, work: (context: Context) => Promise<void>): void {
  const name = nameOf(key);
  if (waiting.has(name)) return void waiting.set(name, context);
  void (async () => {
    for (let next: Context | null = context; next; next = waiting.get(name) ?? null) {
      waiting.set(name, null);
      await work(next).catch((error: unknown) => {
        // The version stays "not calculated", and the next edit or a person tries again.
        if (error instanceof Refused) return;
        next?.log.error('timetable.follow_failed', { versionId: key.versionId, ...describeError(error) });
      });
    }
    waiting.delete(name);
  })();
}

/** The head of a version that the caller may calculate now. */
const findFollowed = (context: Context, key: VersionKey) =>
  context.read(async (db) => {
    const found = await findVersionHead(db, key);
    return found && !found.locked && (await holdsAt(context, db, found.schedule_id, 'plan.calculate')) ? found : null;
  });

async function follow(lefts: Map<string, Context | null>, context: Context, key: VersionKey): Promise<void> {
  const head = await findFollowed(context, key);
  if (!head) return;
  const done = await calculateLive(context, head, { auto: true, datesFirst: true });
  if (!done?.isWhole) goOn(lefts, context, key, (next) => calculateByJob(lefts, next, key));
}

/** Leaves a version to a job and waits for it: however fast somebody edits, one is under way and one waits. */
async function calculateByJob(lefts: Map<string, Context | null>, first: Context, key: VersionKey): Promise<void> {
  const begun = performance.now();
  let context = first;
  do {
    lefts.set(nameOf(key), null);
    await setTimeout(GATHERED_MS, null, { ref: false });
    const later = lefts.get(nameOf(key));
    if (!later) break;
    context = later;
  } while (performance.now() - begun < LONGEST_GATHERED_MS);
  // The job does what has come until now.
  lefts.set(nameOf(key), null);
  const job = await startCalculation(context, key.versionId, { auto: true });
  await context.jobs.finished(context.userId, job);
}
