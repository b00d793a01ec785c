import { createHmac } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { describeError } from '../../../platform/log.ts';
import { matchesSecret } from '../../../platform/secret-hash.ts';
import { revokeTokensOf } from '../access-tokens/access-tokens.service.ts';
import { endSessionsOf, hashOf } from '../auth/auth.service.ts';
import { countTries, forgiveTries, keyOfPerson } from '../auth/auth.throttle.service.ts';
import { queueLetter } from '../letters/letters.service.ts';
import { confirmEmail, plainAnswerOf, secretsOf, setPassword, usualLanguage } from '../users/users.profile.service.ts';
import { RESET_LETTER, RESTORED_LETTER } from './recovery.letters.service.ts';
import { findReset, takeReset } from './recovery.repository.ts';
import { questionOfNobody, RECOVERY_LIMITS } from './recovery.rules.ts';

/** The ways of account recovery that the installation allows. */
export type RecoveryOptions = { byAnswer: boolean; secret: string };

const nameOf = (who: { login?: string; email?: string }): string => {
  const name = who.login ?? who.email;
  return name ?? fail('request.invalid', { where: 'body', fields: [], field: 'login', reason: 'validation.enter_login' });
};

const limitOfAddress = (context: Context) => ({ key: `recovery:${context.clientAddress}`, ...RECOVERY_LIMITS.callsOfAddress });

/** The security question of an account. An unknown login gets one too, so that the answer does not reveal which accounts exist. */
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
  const found = await secretsOf(context, { login });
  const account = keyOfPerson('answer', found, login);
  await countTries(context, [{ key: account, ...RECOVERY_LIMITS.answerOfAccount }, limitOfAddress(context)]);
  const good = await matchesSecret(plainAnswerOf(body.answer ?? ''), found?.secret_answer_hash || null);
  if (!found || !good || found.status !== 'active') fail('user.wrong_answer');
  await replacePassword(context, found.id, body.password);
  await ofInstallation(context, (tx) => queueLetter(context, tx, { kind: RESTORED_LETTER, userId: found.id, spaceId: null, input: {} }));
  await forgiveTries(context, account, [limitOfAddress(context).key]);
}

/** Mails a reset link to the account, if it exists. The lookup runs after the answer, so that neither content nor time reveals it. */
export async function requestReset(context: Context, who: { login?: string; email?: string }): Promise<void> {
  const login = nameOf(who);
  await countTries(context, [limitOfAddress(context)]);
  void queueLink(context, login).catch((error: unknown) => context.log.error('recovery.failed', describeError(error)));
}

async function queueLink(context: Context, login: string): Promise<void> {
  const found = await secretsOf(context, { login });
  if (!found || found.status !== 'active') return;
  const within = await countTries(context, [{ key: `letter:${found.id}`, ...RECOVERY_LIMITS.lettersToAccount }]).then(
    () => true,
    () => false,
  );
  if (!within) return context.log.warn('recovery.too_many_letters', { user: found.id });
  await ofInstallation(context, async (tx) => {
    await queueLetter(context, tx, { kind: RESET_LETTER, userId: found.id, spaceId: null, input: {} });
    await context.audit(
      tx,
      { action: 'recovery.link_sent', object: `user ${found.id}` },
      { userId: found.id, actorId: found.id, actorName: found.login },
    );
  });
}

/** Work that belongs to no space is queued by the installation itself. */
const ofInstallation = <T>({ database }: Context, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.write({ spaceId: null, userId: null, system: true }, work);

/** Sets a new password by the token of a mailed link, which works once. */
export async function resetPassword(context: Context, { token, password }: { token: string; password: string }): Promise<void> {
  await countTries(context, [limitOfAddress(context)]);
  const found = await context.read((db) => findReset(db, hashOf(token)));
  if (!found) fail('user.reset_failed');
  const owner = found.user_id;
  // A password that is refused does not cost the link.
  await replacePassword(context, owner, password, async (tx) => {
    if (!(await takeReset(tx, hashOf(token), owner))) fail('user.reset_failed');
    // The link has shown whose the address is that it was sent to.
    await confirmEmail(tx, owner, found.email);
  });
}

/** Ends sessions, tokens and open letters with the old password, because somebody else may know it. */
async function replacePassword(
  context: Context,
  userId: number,
  password: string,
  first: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<void> {
  await setPassword(context, userId, password, async (tx: Tx) => {
    await first(tx);
    await endSessionsOf(context, tx, userId);
    await revokeTokensOf(context, tx, userId);
    await context.audit(tx, { action: 'recovery.password_set', object: `user ${userId}` }, { userId, actorId: userId });
  });
}
