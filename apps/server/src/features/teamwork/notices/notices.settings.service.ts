import type { NoticeChannel, NoticeSettings } from '@gantry/contract';
import { mailTimes } from '@gantry/domain';
import type { Context, Services } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { queueLetter } from '../../access/letters/letters.service.ts';
import { secretsOf } from '../../access/users/users.profile.service.ts';
import { endLetters, findSettings, saveSettings } from './notices.letters.repository.ts';
import { TEST_LETTER } from './notices.letters.service.ts';

const keyOf = ({ spaceId, userId }: Context) => ({ spaceId, userId });

/** How notices come to the caller. */
export async function readNoticeSettings(context: Context) {
  const { mail, quiet_from: from, quiet_to: to, ...rest } = await context.read((db) => findSettings(db, keyOf(context)));
  const person = await secretsOf(context, { id: context.userId });
  const quiet = from === null || to === null ? null : { from, to };
  return { ...rest, mail: mailTimes(mail), quiet, address: person?.email ?? '', delivers: context.mail.delivers };
}

type Change = Partial<Omit<NoticeSettings, 'mail'>> & { mail?: Partial<NoticeSettings['mail']> };

/** Changes how notices come to the caller; what is left out stays. */
export async function changeNoticeSettings(context: Context, { mail, quiet, ...rest }: Change): Promise<void> {
  await context.write(async (tx) => {
    const before = await findSettings(tx, keyOf(context));
    await saveSettings(tx, keyOf(context), {
      ...before,
      ...rest,
      mail: { ...before.mail, ...mail },
      ...(quiet === undefined ? {} : { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
    });
  });
}

/** Sends something to the caller by a channel, or says why not. */
export async function tryChannel(context: Context, channel: Exclude<NoticeChannel, 'page'>) {
  if (!context.mail.delivers) return { channel, sent: false, reason: 'no_mail_server' as const };
  const sent = await context.write(async (tx) => {
    if ((await findSettings(tx, keyOf(context))).mail_off) return false;
    await queueLetter(context, tx, { kind: TEST_LETTER, ...keyOf(context), input: {} });
    return true;
  });
  return { channel, sent, reason: sent ? null : ('mail_off' as const) };
}

/** Ends the letters that a token of one of them names; it asks for no sign-in, as RFC 8058 has it. */
export async function unsubscribe({ database }: Pick<Services, 'database'>, token: string) {
  const { space, user, key } = /^(?<space>\d{1,15})\.(?<user>\d{1,15})\.(?<key>[\da-f-]{36})$/.exec(token)?.groups ?? {};
  if (!space || !user || !key) fail('notice.link_not_valid');
  const mine = { spaceId: Number(space), userId: Number(user) };
  const space_name = await database.write(mine, (tx) => endLetters(tx, mine, key));
  return { space_name: space_name ?? fail('notice.link_not_valid') };
}
