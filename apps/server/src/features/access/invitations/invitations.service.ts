import { BUILT_IN_ROLE_ID, type Language } from '@gantry/domain';
import type { Context, Services } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { requireRoom } from '../../../platform/room.ts';
import { hashOf, newToken } from '../auth/auth.service.ts';
import { countTries } from '../auth/auth.throttle.service.ts';
import { refuseWhenFull } from '../licenses/licenses.service.ts';
import { composeLetter, type LetterKind, queueLetter } from '../letters/letters.service.ts';
import { textsOf } from '../localization/localization.service.ts';
import { roleColumns } from '../roles/roles.service.ts';
import { inviteMember } from '../spaces/spaces.members.service.ts';
import { deleteInvitation, listInvitations, renewInvitation, saveDelivery, saveInvitation, saveToken } from './invitations.repository.ts';

const INVITATION_LETTER = 'invitations.letter';
const DAYS = 7;
/** Limits letters to one address, whoever sends them. */
const LETTERS = { tries: 5, windowSeconds: 24 * 3600 };

/** Adds a known person as a member, or sends a letter to an unknown address. */
export async function invite(
  context: Context,
  body: { login: string; role_id: number },
): Promise<{ user_id: number | null; invitation_id: number | null }> {
  const member = await inviteMember(context, body);
  if (member !== null) return { user_id: member, invitation_id: null };
  const email = body.login;
  await refuseWhenFull(context);
  await countLetter(context, email);
  const id = await context.write(async (tx) => {
    await requireRoom(tx, 'invitation', { space_id: context.spaceId });
    const values = { space_id: context.spaceId, email, invited_by: context.actorId, days: DAYS };
    const made = await saveInvitation(tx, { ...values, ...roleColumns(body.role_id) });
    await queue(context, tx, made);
    await context.audit(tx, { action: 'invitations.sent', object: `invitation ${made}`, details: { email } });
    return made;
  });
  return { user_id: null, invitation_id: id };
}

const countLetter = (context: Context, email: string) => countTries(context, [{ key: `invitation:${email.toLowerCase()}`, ...LETTERS }]);

const queue = (context: Context, tx: Parameters<typeof queueLetter>[1], id: number) =>
  queueLetter(context, tx, { kind: INVITATION_LETTER, userId: context.actorId, spaceId: context.spaceId, input: { invitation: id } });

/** Lists people invited by letter who have not accepted yet. */
export async function listInvited(context: Context) {
  const rows = await context.read((db) => listInvitations(db, context.spaceId));
  return rows.map(({ language: _language, space_name: _space, created_at, expires_at, role_id, ...row }) => ({
    ...row,
    role_id: role_id ?? BUILT_IN_ROLE_ID[row.role],
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }));
}

/** Sends the letter anew. */
export async function resend(context: Context, id: number): Promise<void> {
  const [before] = await context.read((db) => listInvitations(db, context.spaceId, id));
  if (!before) fail('invitation.not_found');
  await countLetter(context, before.email);
  await context.write(async (tx) => {
    if (!(await renewInvitation(tx, context.spaceId, id, DAYS))) fail('invitation.not_found');
    context.note({ email: before.email });
    await queue(context, tx, id);
  });
}

/** Withdraws an invitation and invalidates its token. */
export async function withdraw(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    const gone = await deleteInvitation(tx, context.spaceId, id);
    if (!gone) fail('invitation.not_found');
    context.note({ email: gone.email });
  });
}

/** The letter of an invitation, in the sender's language, because the receiver's is unknown. */
export function invitationLetter({ database }: Pick<Services, 'database'>, publicUrl: string): LetterKind {
  return {
    kind: INVITATION_LETTER,
    async write({ spaceId, input }) {
      const [space, id] = [spaceId as number, Number(input['invitation'])];
      const [found] = await database.read({ spaceId: space, userId: null }, (db) => listInvitations(db, space, id));
      if (!found || found.expired) return null;
      const token = newToken();
      if (!(await database.write({ spaceId: space, userId: null }, (tx) => saveToken(tx, space, id, hashOf(token))))) return null;
      const texts = textsOf((found.language ?? 'en-US') as Language);
      return composeLetter(found.email, found.language, 'invitation', {
        inviter: found.invited_by,
        space: found.space_name,
        role: found.role_name ?? texts[`spaces.role_${found.role}`],
        days: String(DAYS),
        // Behind the number sign the token stays in the browser.
        link: `${publicUrl}/auth/invitation#token=${token}`,
      });
    },
    async ended({ spaceId, input }, delivery) {
      const space = spaceId as number;
      await database.write({ spaceId: space, userId: null }, (tx) =>
        saveDelivery(tx, space, Number(input['invitation']), delivery.sent ? 'sent' : 'failed', delivery.sent ? null : delivery.reason),
      );
    },
  };
}
