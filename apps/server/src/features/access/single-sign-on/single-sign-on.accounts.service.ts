import { randomBytes } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import { revokeTokensOf } from '../access-tokens/access-tokens.service.ts';
import { endSessionsOf, ownerOfSession } from '../auth/auth.service.ts';
import { closeOwnWaysIn, confirmEmail } from '../users/users.profile.service.ts';
import { createUser } from '../users/users.service.ts';
import type { Identity, Provider } from './single-sign-on.provider.service.ts';
import { type AccountRow, findByEmail, findByIdentity, findByLogin, saveIdentity } from './single-sign-on.repository.ts';
import { type Claims, emailOf, loginsOf, personOf } from './single-sign-on.rules.ts';

export type Account = AccountRow;

/** The account of an identity: the linked one; else, if the configuration allows, the one with the verified address, or a new one. */
export async function accountOf(context: Context, { method, settings }: Provider, identity: Identity): Promise<Account> {
  const { issuer, subject } = identity;
  const tied = await context.read((db) => findByIdentity(db, issuer, subject));
  if (tied) return noteUse(context, tied, { issuer, subject, method });
  if (!settings.linkByEmail && !settings.provision) return fail('sign_in.unknown_account');
  const claims = needsMore(identity.claims) ? await identity.more() : identity.claims;
  const { email, verified } = emailOf(claims);
  const owner = email ? await context.read((db) => findByEmail(db, email)) : null;
  const vouched = verified ? email : null;
  if (owner && vouched !== null && settings.linkByEmail) return tieByEmail(context, owner, { issuer, subject, method }, vouched);
  if (owner && settings.provision) return fail('sign_in.account_exists');
  if (!settings.provision) return fail('sign_in.unknown_account');
  return newAccount(context, claims, { issuer, subject, method }, vouched);
}

/** The account of a login that a directory vouches for; tied at the first time, so that a login which changes hands leads nobody astray. */
export async function accountOfLogin(context: Context, login: string, identity: { issuer: string; subject: string }): Promise<Account> {
  const tied = await context.read((db) => findByIdentity(db, identity.issuer, identity.subject));
  const found = tied ?? (await context.read((db) => findByLogin(db, login)));
  if (!found) return fail('sign_in.unknown_account');
  return noteUse(context, found, { ...identity, method: 'kerberos' });
}

const noteTie = (context: Context, tx: Tx, { id, name }: Account, details: { method: string; issuer: string }): Promise<void> =>
  context.audit(tx, { action: 'auth.identity_tied', object: `user ${id}`, details }, { userId: id, actorId: id, actorName: name });

type Tie = { issuer: string; subject: string; method: string };

const needsMore = (claims: Claims): boolean => !('email' in claims) || !('given_name' in claims || 'name' in claims);

async function noteUse(context: Context, account: Account, tie: Tie): Promise<Account> {
  if (account.status === 'active') await context.write((tx) => saveIdentity(tx, { ...tie, user_id: account.id }));
  return account;
}

/** An unverified account may have been created by somebody else with this address: linking ends its sessions, tokens and password. */
async function tieByEmail(context: Context, account: Account, tie: Tie, email: string): Promise<Account> {
  if (account.status !== 'active') return account;
  await closeOwnWaysIn(context, account.id, async (tx) => {
    await saveIdentity(tx, { ...tie, user_id: account.id });
    await endSessionsOf(context, tx, account.id);
    await revokeTokensOf(context, tx, account.id);
    await confirmEmail(tx, account.id, email);
    await noteTie(context, tx, account, { method: tie.method, issuer: tie.issuer });
  });
  return account;
}

/** Ties an identity to the account of whoever began it, in a session that still lives: what ended the session ended this too. */
export async function tieOwn(
  context: Context,
  by: { userId: number; session: Buffer | null },
  { issuer, subject, method }: Tie,
): Promise<void> {
  const owner = by.session && (await ownerOfSession(context, by.session));
  if (owner?.user_id !== by.userId) return fail('auth.not_signed_in');
  await context.write(async (tx) => {
    await saveIdentity(tx, { issuer, subject, method, user_id: by.userId });
    const tied = await findByIdentity(tx, issuer, subject);
    if (tied?.id !== by.userId) return fail('sign_in.identity_taken');
    await noteTie(context, tx, tied, { method, issuer });
  });
}

/** An account for somebody new here; the address is confirmed where the provider calls it verified. */
async function newAccount(context: Context, claims: Claims, tie: Tie, vouched: string | null): Promise<Account> {
  const { login: wanted, ...person } = personOf(claims);
  if (!person.email) return fail('sign_in.no_email');
  const secret = (): string => randomBytes(32).toString('base64url');
  for (const login of loginsOf(wanted, randomBytes(3).toString('hex'))) {
    const registration = { ...person, login, password: secret(), secret_question: '', answer: secret() };
    try {
      const id = await createUser(context, registration, async (tx, user_id) => {
        await saveIdentity(tx, { ...tie, user_id });
        if (vouched !== null) await confirmEmail(tx, user_id, vouched);
      });
      return { id, login, name: `${person.first_name} ${person.last_name}`.trim(), status: 'active' };
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'user.name_taken') throw error;
    }
  }
  return fail('sign_in.account_exists');
}
