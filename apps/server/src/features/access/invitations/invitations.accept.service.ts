import type { api, Input } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { hashOf } from '../auth/auth.service.ts';
import { countTries } from '../auth/auth.throttle.service.ts';
import { memberOf } from '../roles/roles.access.service.ts';
import { lacking, mustFindRole } from '../roles/roles.service.ts';
import { admit } from '../spaces/spaces.members.service.ts';
import { confirmEmail } from '../users/users.profile.service.ts';
import { registerUser, whoAmI } from '../users/users.service.ts';
import { findByToken, takeInvitation } from './invitations.repository.ts';

const LOOKS = { tries: 60, windowSeconds: 3600 };

type Found = NonNullable<Awaited<ReturnType<typeof findByToken>>>;

/** The invitation of a letter. One that never was, was used, withdrawn or is too old answers alike. */
async function mustFind(context: Context, token: string): Promise<Found> {
  await countTries(context, [{ key: `invitation-look:${context.clientAddress}`, ...LOOKS }]);
  // Its space is not known before it is found.
  const scope = { spaceId: null, userId: context.userId || null, system: true };
  return (await context.database.read(scope, (db) => findByToken(db, hashOf(token)))) ?? fail('invitation.not_valid');
}

/** What a letter is about. */
export async function lookAt(context: Context, token: string) {
  const { email, space_name, invited_by, role, role_name, expires_at, account } = await mustFind(context, token);
  return { email, space_name, invited_by, role, role_name, account, expires_at: expires_at.toISOString() };
}

/** Accepts an invitation for the person at the invited address; refuses anyone else who has the letter. */
export async function accept(context: Context, token: string): Promise<number> {
  const [found, me] = [await mustFind(context, token), await whoAmI(context)];
  if (me.email.toLowerCase() !== found.email.toLowerCase()) fail('invitation.other_person', { email: found.email });
  await enter(context, found, { id: me.id, name: `${me.first_name} ${me.last_name}` }, token);
  return found.space_id;
}

/** Makes an account for the address of the letter, even where visitors cannot register, and lets it in. */
export async function registerInvited(context: Context, body: Input<typeof api.invitations.register>['body']) {
  const { token, ...person } = body;
  const found = await mustFind(context, token);
  if (found.account) fail('invitation.account_exists', { email: found.email });
  const id = await registerUser(context, { ...person, email: found.email });
  const who = { id, name: `${body.first_name} ${body.last_name}` };
  await enter(context, found, who, token);
  return { ...who, spaceId: found.space_id };
}

async function enter(context: Context, found: Found, who: { id: number; name: string }, token: string): Promise<void> {
  const spaceId = found.space_id;
  await context.database.write({ spaceId, userId: who.id, system: true }, async (tx) => {
    if (!(await takeInvitation(tx, spaceId, hashOf(token)))) fail('invitation.not_valid');
    await refuseBeyondInviter(tx, found);
    await admit(context, tx, spaceId, who.id, found.role_id ?? BUILT_IN_ROLE_ID[found.role]);
    // The letter proves the address it was sent to. A person whose address has changed since is not its recipient.
    if (!(await confirmEmail(tx, who.id, found.email))) fail('invitation.other_person', { email: found.email });
    const details = { email: found.email, role: found.role_name ?? found.role, invited_by: found.invited_by };
    const actor = { spaceId, userId: who.id, actorId: who.id, actorName: who.name };
    await context.audit(tx, { action: 'invitations.accepted', object: `user ${who.id}`, details }, actor);
  });
}

/** An invitation gives no more than its sender may give at the moment that it is used. */
async function refuseBeyondInviter(tx: Tx, { space_id: spaceId, inviter_id, role, role_id }: Found): Promise<void> {
  const inviter = await memberOf(tx, spaceId, inviter_id);
  const { rights } = await mustFindRole({ spaceId }, tx, role_id ?? BUILT_IN_ROLE_ID[role]);
  if (!inviter?.access.wide.has('users.manage') || lacking(rights, inviter.access).length) fail('invitation.not_valid');
}
