import { type api, AVATAR_BYTES, type Input } from '@gantry/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { PrivacyPolicy } from '../../../platform/env/env.privacy.ts';
import { fail } from '../../../platform/fail.ts';
import { cleanPicture } from '../../../platform/pictures/pictures.ts';
import { hashSecret, matchesSecret } from '../../../platform/secret-hash.ts';
import { revokeTokensOf } from '../access-tokens/access-tokens.service.ts';
import { endSessionsOf, isJustVouchedFor } from '../auth/auth.service.ts';
import { countTries, forgiveTries } from '../auth/auth.throttle.service.ts';
import {
  findAvatar,
  findSecrets,
  findUser,
  findUsualLanguage,
  markEmailConfirmed,
  markPrivacyAccepted,
  updateUser,
} from './users.repository.ts';
import { refuseTaken } from './users.names.service.ts';
import { refuseGuessable } from './users.passwords.service.ts';
import { plainAnswer } from './users.rules.ts';

const PASSWORD_TRIES = { tries: 10, windowSeconds: 15 * 60 };

/** Checks the caller's password before something that a stolen session must not do. */
export async function confirmPassword(context: Context, password: string | undefined): Promise<void> {
  if (!password) fail('user.password_needed');
  const key = `confirm:${context.userId}`;
  await countTries(context, [{ key, ...PASSWORD_TRIES }]);
  const secrets = await context.read((db) => findSecrets(db, { id: context.userId }));
  if (!(await matchesSecret(password, secrets?.password_hash ?? null))) fail('user.wrong_password');
  await forgiveTries(context, key);
}

/** The same for people who may have no password: a sign-in at another service, some minutes ago at most, stands for it. */
export async function confirmPasswordOrSignIn(context: Context, password: string | undefined): Promise<void> {
  if (!password && (await isJustVouchedFor(context))) return;
  await confirmPassword(context, password);
}

/** Changes the caller's own profile. What leads back into the account needs the password. */
export async function updateProfile(context: Context, body: Input<typeof api.users.update>['body']): Promise<void> {
  const { answer, password, end_tokens, ...about } = body;
  const before = await context.read((db) => findSecrets(db, { id: context.userId }));
  if (!before) fail('auth.not_signed_in');
  const asked = about.secret_question !== before.secret_question;
  if (about.login !== before.login || about.email !== before.email || asked || answer !== undefined)
    await confirmPassword(context, password);
  if (asked && answer === undefined)
    fail('request.invalid', { where: 'body', fields: [], field: 'answer', reason: 'validation.enter_answer' });
  const secret = answer === undefined ? {} : { secret_answer_hash: await hashSecret(plainAnswer(answer)) };
  const fields = (['login', 'email', 'first_name', 'last_name', 'secret_question'] as const).filter(
    (field) => about[field] !== before[field],
  );
  context.note({ fields: [...fields, ...(answer === undefined ? [] : ['answer'])] });
  await context.write(async (tx) => {
    if (about.login !== before.login || about.email !== before.email) await refuseTaken(tx, about, context.userId);
    await updateUser(tx, context.userId, { ...about, ...secret });
    if (end_tokens && about.email !== before.email) await revokeTokensOf(context, tx, context.userId);
  });
}

/** Changes the caller's password by the present one; all other sessions end, by their choice the access tokens too. Answers how many sessions did. */
export async function changePassword(context: Context, body: Input<typeof api.users.changePassword>['body']): Promise<number> {
  await confirmPassword(context, body.old_password);
  return setPassword(context, context.userId, body.password, async (tx) => {
    if (body.end_tokens) await revokeTokensOf(context, tx, context.userId);
    return endSessionsOf(context, tx, context.userId, context.sessionId);
  });
}

/** Refuses a password that is tried first. */
export async function refuseWeak(context: Context, userId: number, password: string): Promise<void> {
  const person = await context.read((db) => findSecrets(db, { id: userId }));
  if (!person) fail('user.password_weak');
  await refuseGuessable(password, person);
}

/** Gives a person a new password; `also` ends what must end with the old one, before it and in the same transaction. */
export async function setPassword<T>(context: Context, userId: number, password: string, also: (tx: Tx) => Promise<T>): Promise<T> {
  await refuseWeak(context, userId, password);
  const password_hash = await hashSecret(password);
  return context.write(async (tx) => {
    const ended = await also(tx);
    await updateUser(tx, userId, { password_hash });
    return ended;
  });
}

/** Removes password and security answer of a person who signs in elsewhere from now on; `also` runs in the same transaction. */
export async function closeOwnWaysIn(context: Context, userId: number, also: (tx: Tx) => Promise<void>): Promise<void> {
  const password_hash = await hashSecret(randomBytes(32).toString('base64url'));
  await context.write(async (tx) => {
    await updateUser(tx, userId, { password_hash, secret_question: '', secret_answer_hash: '' });
    await also(tx);
  });
}

/** Notes when the caller accepted the privacy policy; the first time counts. Who has read another wording than the present one reads again. */
export async function acceptPrivacy(context: Context, read: string | undefined, policy: PrivacyPolicy | null): Promise<void> {
  if (policy && read !== undefined && read !== policy.version) fail('user.privacy_changed');
  context.note({ version: policy?.version ?? null });
  await context.write((tx) => markPrivacyAccepted(tx, context.userId, policy?.version ?? null));
}

/** Stores the caller's avatar and deletes the former one. The bytes decide its type, and only pixels are kept. */
export async function saveAvatar(context: Context, request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) fail('request.unsupported_media');
  const part = await request.file({ limits: { fileSize: AVATAR_BYTES, files: 1 } });
  const bytes = part ? await part.toBuffer() : Buffer.alloc(0);
  const picture = await cleanPicture(bytes);
  if (!picture) fail('user.avatar_not_accepted');
  const { key } = await context.files.save(Readable.from([picture.bytes]));
  await changeAvatar(context, { avatar_key: key, avatar_type: picture.type });
}

/** Removes the caller's picture. */
export const removeAvatar = (context: Context): Promise<void> => changeAvatar(context, { avatar_key: null, avatar_type: null });

async function changeAvatar(context: Context, change: { avatar_key: string | null; avatar_type: string | null }): Promise<void> {
  const before = await context.write(async (tx) => {
    const user = await findUser(tx, context.userId);
    await updateUser(tx, context.userId, change);
    return user;
  });
  if (before?.avatar_key) await context.files.remove(before.avatar_key);
}

/** Sends the avatar of a person who shares a space with the caller; 404 for anyone else. */
export async function sendAvatar(context: Context, id: number, reply: FastifyReply): Promise<FastifyReply> {
  const scope = { spaceId: null, userId: context.userId, system: true };
  const found = await context.database.read(scope, (db) => findAvatar(db, id, context.userId));
  if (!found || (await context.files.size(found.key)) === null) fail('user.no_avatar');
  return reply
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, max-age=3600')
    .type(found.type)
    .send(context.files.open(found.key));
}

/** Secrets of a person as hashes, by id or by login or email; undefined where there is none. */
export const secretsOf = (context: Pick<Context, 'read'>, by: { id: number } | { login: string }) =>
  context.read((db) => findSecrets(db, by));

/** Notes that a letter has shown the address that it went to to be a person's own; false where they have another one by now. */
export const confirmEmail = (tx: Tx, userId: number, email: string): Promise<boolean> => markEmailConfirmed(tx, userId, email);

/** The language that most people here have chosen. */
export const usualLanguage = (context: Context): Promise<string | null> => context.read((db) => findUsualLanguage(db));

/** An answer as it is compared. */
export const plainAnswerOf = (answer: string): string => plainAnswer(answer);
