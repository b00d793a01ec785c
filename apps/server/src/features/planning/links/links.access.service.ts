import type { SpaceRight } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { ownAccess, rightsAt } from '../../access/roles/roles.access.service.ts';

/** Refuses whoever lacks a right on a version: a link touches two, and a call names its place by one at most. */
export async function requireAt(context: Context, versionId: number, right: SpaceRight): Promise<void> {
  const held = await readWhole(context, async (db) =>
    rightsAt(db, context.spaceId, await ownAccess(context, db), { kind: 'version', param: 'id' }, () => versionId),
  );
  if (!held.has(right)) fail('auth.forbidden', { right });
}

/** Reads regardless of the caller's rights, since dates must not depend on who calculates. Callers mask what they return. */
export const readWhole = <R>({ database, spaceId, userId }: Context, work: (db: Db) => Promise<R>): Promise<R> =>
  database.read({ spaceId, userId }, work);
