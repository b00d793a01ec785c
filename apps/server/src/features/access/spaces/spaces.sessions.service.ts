import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { endSessionOf, sessionsOfSpace } from '../auth/auth.service.ts';
import { mustMayTouch } from './spaces.members.service.ts';

/** Lists sessions that have entered the space: person, address, way of sign-in, time of last use. */
export async function listSessionsOfSpace(context: Context) {
  const rows = await sessionsOfSpace(context);
  return rows.map(({ created_at, at, ...row }) => ({
    ...row,
    current: row.id === context.sessionId,
    created_at: created_at.toISOString(),
    last_activity: at.toISOString(),
  }));
}

/** Ends a session that has stood in the space. Its person must sign in again, wherever else they were by it. */
export async function endSessionOfMember(context: Context, id: number): Promise<void> {
  const [found] = await sessionsOfSpace(context, id);
  if (!found) fail('auth.session_not_found');
  await context.write(async (tx) => {
    await mustMayTouch(context, tx, found.user_id);
    context.note({ user: found.user_id, login: found.login, address: found.address });
    if (!(await endSessionOf(context, tx, found.user_id, id))) fail('auth.session_not_found');
  });
}
