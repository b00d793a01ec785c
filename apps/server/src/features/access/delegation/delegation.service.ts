import { type api, DELEGATION_DAYS_MAX, type Input } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { memberOf } from '../roles/roles.access.service.ts';
import {
  deleteDelegation,
  findActiveDelegation,
  findNameWithoutAccount,
  listDelegations,
  saveDelegation,
} from './delegation.repository.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Delegations that the caller gave, or those that they received. */
export async function listOwnDelegations(context: Context, side: 'given' | 'received') {
  const who = side === 'given' ? { giver_id: context.actorId } : { receiver_id: context.actorId };
  const rows = await context.read((db) => listDelegations(db, context.spaceId, who));
  return rows.map((row) => ({ ...row, starts_at: row.starts_at.toISOString(), ends_at: row.ends_at.toISOString() }));
}

/** Refuses delegation to a caller who acts for somebody else or uses an access token. */
function refuseSecondHand(context: Context): void {
  if (context.actorId !== context.userId || context.sessionId === null) fail('auth.own_session_only');
}

/** Lets another member act in the caller's name for a time. */
export async function delegate(context: Context, wish: Input<typeof api.delegation.create>['body']): Promise<number> {
  refuseSecondHand(context);
  const [from, to] = [Date.parse(wish.starts_at), Date.parse(wish.ends_at)];
  if (!(from < to) || to <= context.now().getTime() || to - from > DELEGATION_DAYS_MAX * DAY_MS) fail('delegation.wrong_period');
  return context.write(async (tx) => {
    const receiver = wish.receiver_id === context.userId ? null : await memberOf(tx, context.spaceId, wish.receiver_id);
    if (!receiver) fail('delegation.no_such_member');
    const name = await findNameWithoutAccount(tx, wish.receiver_id);
    if (name !== null) fail('delegation.no_account', { name });
    context.note({ receiver: wish.receiver_id, starts_at: wish.starts_at, ends_at: wish.ends_at });
    return saveDelegation(tx, { space_id: context.spaceId, giver_id: context.userId, ...wish });
  });
}

/** Ends a delegation that the caller gave or received. */
export async function endDelegation(context: Context, id: number): Promise<void> {
  refuseSecondHand(context);
  if (!(await context.write((tx) => deleteDelegation(tx, context.spaceId, id, context.userId)))) fail('delegation.not_found');
}

/** The name of a member for whom another acts now; null without a valid delegation. */
export const giverName = (db: Db, spaceId: number, giverId: number, receiverId: number): Promise<string | null> =>
  findActiveDelegation(db, spaceId, giverId, receiverId);
