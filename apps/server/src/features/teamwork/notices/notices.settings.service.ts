import type { NoticeChannel, NoticeSettings } from '@gantry/contract';
import { NOTICE_KIND_NAMES, mailTimes, type NoticeKind } from '@gantry/domain';
import type { Context, Services } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { queueLetter } from '../../access/letters/letters.service.ts';
import { secretsOf } from '../../access/users/users.profile.service.ts';
import { endLetters, findSettings, saveSettings } from './notices.letters.repository.ts';
import { isOnDesktop } from './notices.rules.ts';
import { publicKeyOf, queuePushes } from './notices.push.service.ts';
import { TEST_LETTER } from './notices.letters.service.ts';

const keyOf = ({ spaceId, userId }: Context) => ({ spaceId, userId });

const desktopKinds = (chosen: Partial<Record<string, boolean>>) =>
  Object.fromEntries(NOTICE_KIND_NAMES.map((kind) => [kind, isOnDesktop(chosen, kind)])) as Record<NoticeKind, boolean>;

/** How notices come to the caller. */
export async function readNoticeSettings(context: Context) {
  const { mail, desktop, quiet_from: from, quiet_to: to, ...rest } = await context.read((db) => findSettings(db, keyOf(context)));
  const person = await secretsOf(context, { id: context.userId });
  const quiet = from === null || to === null ? null : { from, to };
  return {
    ...rest,
    mail: mailTimes(mail),
    desktop: desktopKinds(desktop),
    web_push: await publicKeyOf(context),
    quiet,
    address: person?.email ?? '',
    delivers: context.mail.delivers,
  };
}

type Change = Partial<Omit<NoticeSettings, 'mail' | 'desktop'>> & {
  mail?: Partial<NoticeSettings['mail']>;
  desktop?: Partial<NoticeSettings['desktop']>;
};

/** Changes how notices come to the caller; what is left out stays. */
export async function changeNoticeSettings(context: Context, { mail, desktop, quiet, ...rest }: Change): Promise<void> {
  await context.write(async (tx) => {
    const before = await findSettings(tx, keyOf(context));
    await saveSettings(tx, keyOf(context), {
      ...before,
      ...rest,
      mail: { ...before.mail, ...mail },
      desktop: { ...before.desktop, ...desktop },
      ...(quiet === undefined ? {} : { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
    });
  });
}

/** Sends something to the caller by a channel, or says why not. */
export async function tryChannel(context: Context, channel: Exclude<NoticeChannel, 'page'>) {
  if (channel === 'desktop') return tryDesktop(context);
  if (!context.mail.delivers) return { channel, sent: false, reason: 'no_mail_server' as const };
  const sent = await context.write(async (tx) => {
    if ((await findSettings(tx, keyOf(context))).mail_off) return false;
    await queueLetter(context, tx, { kind: TEST_LETTER, ...keyOf(context), input: {} });
    return true;
  });
  return { channel, sent, reason: sent ? null : ('mail_off' as const) };
}

async function tryDesktop(context: Context) {
  const channel = 'desktop' as const;
  if (!context.webPush) return { channel, sent: false, reason: 'no_web_push' as const };
  const sent = await context.write((tx) => queuePushes(context, tx, context.spaceId, [{ id: null, user_id: context.userId }], null));
  return { channel, sent: sent > 0, reason: sent ? null : ('no_device' as const) };
}

/** Ends the letters that a token of one of them names; it asks for no sign-in, as RFC 8058 has it. */
export async function unsubscribe({ database }: Pick<Services, 'database'>, token: string) {
  const { space, user, key } = /^(?<space>\d{1,15})\.(?<user>\d{1,15})\.(?<key>[\da-f-]{36})$/.exec(token)?.groups ?? {};
  if (!space || !user || !key) fail('notice.link_not_valid');
  const mine = { spaceId: Number(space), userId: Number(user) };
  const space_name = await database.write(mine, (tx) => endLetters(tx, mine, key));
  return { space_name: space_name ?? fail('notice.link_not_valid') };
}
