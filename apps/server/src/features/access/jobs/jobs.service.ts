/** Gives jobs the rights that their person has while they run. */

import type { ContextOfJob, Services, TokenBounds } from '../../../platform/context.ts';
import { createContext } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobOwner } from '../../../platform/jobs/jobs.ts';
import { wallClockAt } from '@gantry/domain';
import { boundsOfToken } from '../access-tokens/access-tokens.service.ts';
import { giverName } from '../delegation/delegation.service.ts';
import { judgeCall, NO_SEAT } from '../licenses/licenses.service.ts';
import {
  type Access,
  activeMemberOf,
  delegated,
  reachOf,
  rightsAnywhere,
  rightsAtEach,
  withinToken,
} from '../roles/roles.access.service.ts';
import { zoneOfSpace } from '../spaces/spaces.service.ts';

type JobServices = Pick<Services, 'database' | 'licensing' | 'now' | 'log'>;

/** The access of the person whom a job works for, limited by the delegation under which it was started. */
async function accessOf(db: Db, { userId, actorId, spaceId }: JobOwner, token: TokenBounds | null): Promise<Access> {
  const [actor, owner] = [await activeMemberOf(db, spaceId, actorId), await activeMemberOf(db, spaceId, userId)];
  if (!actor || !owner) fail('auth.forbidden');
  if (actorId === userId) return withinToken(owner.access, spaceId, token);
  if ((await giverName(db, spaceId, userId, actorId)) === null) fail('delegation.not_valid');
  return withinToken(delegated(owner.access), spaceId, token);
}

/** The bounds of the token that began a job; refused as soon as the token has ended. */
async function boundsOf(db: Db, { tokenId, actorId }: JobOwner): Promise<TokenBounds | null> {
  return tokenId == null ? null : ((await boundsOfToken(db, actorId, tokenId)) ?? fail('auth.forbidden'));
}

/** Refuses a job whose people have lost what it needs meanwhile: their membership, the right there, the delegation, the access token that began it, the licence. */
export async function admitJob(services: JobServices, db: Db, owner: JobOwner): Promise<void> {
  const { actorId, spaceId, needs } = owner;
  const access = await accessOf(db, owner, await boundsOf(db, owner));
  const held = await rightsAtEach(
    db,
    spaceId,
    access,
    needs.flatMap(({ at }) => at ?? []),
  );
  for (const { right, at } of needs) if (!(at ? held(at) : rightsAnywhere(access)).has(right)) fail('auth.forbidden', { right });
  const work = needs.some(({ right }) => !right.endsWith('.read'));
  const { verdict } = await judgeCall(services, db, { spaceId, userId: actorId }, { work, feature: null, mends: false });
  if ('refused' in verdict) fail(verdict.refused);
  // Only calls assign seats; a job of a person without a seat is refused.
  const [missing] = verdict.seats;
  if (missing) fail(NO_SEAT[missing]);
}

/** Creates contexts of jobs; rights are checked at the start and again before each commit. */
export function contextsOfJobs(services: Services): ContextOfJob {
  return async (owner) => {
    const { userId, actorId, spaceId } = owner;
    const recheck = (db: Db): Promise<void> => admitJob(services, db, owner);
    const access = await services.database.read({ spaceId, userId }, async (db) => {
      await recheck(db);
      const token = await boundsOf(db, owner);
      const own = await accessOf(db, owner, token);
      const today = wallClockAt(services.now(), await zoneOfSpace(db, spaceId)).day;
      return { rights: rightsAnywhere(own), reach: await reachOf(db, spaceId, own), token, today };
    });
    return createContext(services, { userId, actorId, userName: '', spaceId, ...access, recheck, requestId: 'job', clientAddress: '' });
  };
}
