import type { Language } from '@gantry/domain';
import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { fail } from '../../../platform/fail.ts';
import { describeError } from '../../../platform/log.ts';
import { matchesSecret } from '../../../platform/secret-hash.ts';
import { revokeTokensOf } from '../access-tokens/access-tokens.service.ts';
import { endSessionsOf, hashOf } from '../auth/auth.service.ts';
import { countTries, forgiveTries } from '../auth/auth.throttle.service.ts';
import { textsOf } from '../localization/localization.service.ts';
import { plainAnswerOf, refuseWeak, secretsOf, setPassword, usualLanguage } from '../users/users.profile.service.ts';
import { dropResets, findReset, saveReset, takeReset } from './recovery.repository.ts';
import { LINK_MINUTES, questionOfNobody, RECOVERY_LIMITS } from './recovery.rules.ts';

/** What the installation says about ways back. */
export type RecoveryOptions = { publicUrl: string; byAnswer: boolean; secret: string };

const nameOf = (who: { login?: string; email?: string }): string => {
  const name = who.login ?? who.email;
  return name ?? fail('request.invalid', { where: 'body', fields: [], field: 'login', reason: 'validation.enter_login' });
};

const limitOfAddress = (context: Context) => ({ key: `recovery:${context.clientAddress}`, ...RECOVERY_LIMITS.callsOfAddress });

/** The security question of an account. Nobody's account has one too, so that asking does not tell who has an account. */
export async function questionOf(context: Context, who: { login?: string; email?: string }, options: RecoveryOptions): Promise<string> {
  if (!options.byAnswer) fail('user.answers_switched_off');
  const login = nameOf(who);
  await countTries(context, [limitOfAddress(context)]);
  const [found, language] = [await secretsOf(context, { login }), await usualLanguage(context)];
  const dice = createHmac('sha256', options.secret).update(`question:${login.toLowerCase()}`).digest().readUInt32BE();
  const instead = questionOfNobody(dice, language);
  if (!found || found.status !== 'active') return instead;
  return found.secret_question || fail('user.no_security_question');
}

/** Sets a new password by the answer to the question, or by the token of a mailed link. */
export async function restorePassword(
  context: Context,
  body: { login?: string; answer?: string; token?: string; password: string },
  options: RecoveryOptions,
): Promise<void> {
  if (body.token !== undefined) return resetPassword(context, { token: body.token, password: body.password });
  if (!options.byAnswer) fail('user.answers_switched_off');
  const login = nameOf({ login: body.login });
  const account = `answer:${login.toLowerCase()}`;
  await countTries(context, [{ key: account, ...RECOVERY_LIMITS.answerOfAccount }, limitOfAddress(context)]);
  const found = await secretsOf(context, { login });
  const good = await matchesSecret(plainAnswerOf(body.answer ?? ''), found?.secret_answer_hash || null);
  if (!found || !good || found.status !== 'active') fail('user.wrong_answer');
  await replacePassword(context, found.id, body.password);
  await forgiveTries(context, account, [limitOfAddress(context).key]);
  void tellChanged(context, found).catch((error: unknown) => context.log.error('mail.failed', describeError(error)));
}

/** Mails a link to the account, if there is one. The work is done behind the answer: neither its words nor its time tell. */
export async function requestReset(context: Context, who: { login?: string; email?: string }, options: RecoveryOptions): Promise<void> {
  const login = nameOf(who);
  await countTries(context, [limitOfAddress(context)]);
  void mailLink(context, login, options).catch((error: unknown) => context.log.error('mail.failed', describeError(error)));
}

async function mailLink(context: Context, login: string, options: RecoveryOptions): Promise<void> {
  const found = await secretsOf(context, { login });
  if (!found || found.status !== 'active') return;
  const within = await countTries(context, [{ key: `letter:${found.id}`, ...RECOVERY_LIMITS.lettersToAccount }]).then(
    () => true,
    () => false,
  );
  if (!within) return context.log.warn('recovery.too_many_letters', { user: found.id });
  const token = randomBytes(32).toString('base64url');
  await context.write(async (tx) => {
    await saveReset(tx, { token_hash: hashOf(token), user_id: found.id, minutes: LINK_MINUTES });
    await context.audit(
      tx,
      { action: 'recovery.link_sent', object: `user ${found.id}` },
      { userId: found.id, actorId: found.id, actorName: found.login },
    );
  });
  const texts = textsOf((found.language ?? 'en-US') as Language);
  // Behind the number sign the token stays in the browser: no server, proxy or page that is linked to sees it.
  const link = `${options.publicUrl}/auth/reset-password#token=${token}`;
  const filled = fill(texts['mail.reset_text'], { name: found.first_name, link, minutes: String(LINK_MINUTES), login: found.login });
  await context.mail.send({ to: found.email, subject: texts['mail.reset_subject'], text: filled });
}

async function tellChanged(context: Context, person: { email: string; first_name: string; language: string | null }): Promise<void> {
  const texts = textsOf((person.language ?? 'en-US') as Language);
  const text = fill(texts['mail.restored_text'], { name: person.first_name });
  await context.mail.send({ to: person.email, subject: texts['mail.restored_subject'], text });
}

const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => values[name] ?? mark);

/** Sets a new password by the token of a mailed link, which works once. */
export async function resetPassword(context: Context, { token, password }: { token: string; password: string }): Promise<void> {
  await countTries(context, [limitOfAddress(context)]);
  const owner = await context.read((db) => findReset(db, hashOf(token)));
  if (owner === null) fail('user.reset_failed');
  // A password that is refused does not cost the link.
  await refuseWeak(context, owner, password);
  // Taken before the work: whoever comes second with the same link, even at the same moment, finds nothing.
  if ((await context.write((tx) => takeReset(tx, hashOf(token)))) === null) fail('user.reset_failed');
  await replacePassword(context, owner, password);
}

/** Whoever forgot a password may have lost it to somebody: sessions, scripts and open links end with it. */
async function replacePassword(context: Context, userId: number, password: string): Promise<void> {
  await setPassword(context, userId, password, async (tx: Tx) => {
    await endSessionsOf(context, tx, userId);
    await revokeTokensOf(tx, userId);
    await dropResets(tx, userId);
    await context.audit(tx, { action: 'recovery.password_set', object: `user ${userId}` }, { userId, actorId: userId });
  });
}
