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

/** Lets edits that move dates be followed by them at once, where their callers prefer it; edits that come meanwhile are calculated together. */
export function followEdits(services: Services): void {
  const waiting = underWay(services);
  afterMove(services, (context, key) => {
    const name = `${key.spaceId} ${key.versionId}`;
    if (waiting.has(name)) return void waiting.set(name, context);
    waiting.set(name, null);
    void followAll(waiting, name, context, key);
  });
}

async function followAll(waiting: Map<string, Context | null>, name: string, context: Context, key: VersionKey): Promise<void> {
  for (let next: Context | null = context; next; next = waiting.get(name) ?? null) {
    waiting.set(name, null);
    await follow(next, key);
  }
  waiting.delete(name);
}

async function follow(context: Context, key: VersionKey): Promise<void> {
  try {
    const head = await context.read(async (db) => {
      const found = await findVersionHead(db, key);
      return found && !found.locked && (await holdsAt(context, db, found.schedule_id, 'plan.calculate')) ? found : null;
    });
    if (head && !(await calculateLive(context, head, { auto: true }))) await startCalculation(context, key.versionId, { auto: true });
  } catch (error) {
    // The version stays "not calculated", and the next edit or a person tries again.
    if (!(error instanceof Refused)) context.log.error('timetable.follow_failed', { versionId: key.versionId, ...describeError(error) });
  }
}
