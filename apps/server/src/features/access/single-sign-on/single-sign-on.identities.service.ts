import type { Context } from '../../../platform/context.ts';
import type { Http } from '../../../platform/http/http.ts';
import { fail } from '../../../platform/fail.ts';
import { confirmPassword } from '../users/users.profile.service.ts';
import { deleteIdentity, listIdentities } from './single-sign-on.repository.ts';
import { type IdentityProviders, launch } from './single-sign-on.service.ts';

/** What the caller's account is tied to. */
export async function listOwnIdentities(context: Context) {
  const rows = await context.read((db) => listIdentities(db, context.userId));
  return rows.map(({ created_at, last_used_at, method, ...row }) => ({
    ...row,
    method: method as 'openid' | 'adfs' | 'kerberos',
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
  }));
}

/** Begins to tie the caller's account to an identity. It opens the account from then on, so it needs what opens it now. */
export async function beginTie(
  context: Context,
  providers: IdentityProviders,
  { method, password, redirect }: { method: 'openid' | 'adfs'; password: string; redirect?: string | undefined },
  http: Http,
): Promise<string> {
  const provider = providers[method];
  if (!provider) return fail('sign_in.not_configured');
  await confirmPassword(context, password);
  return launch(context, provider, { wanted: redirect, tieTo: context.userId }, http);
}

/** Undoes a tie of the caller's. */
export async function removeOwnIdentity(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    if (!(await deleteIdentity(tx, context.userId, id))) fail('sign_in.identity_not_found');
  });
}
