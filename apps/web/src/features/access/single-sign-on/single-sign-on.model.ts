import { api, singleSignOnErrors } from '@gantry/contract';

/** Address that starts a sign-in at the provider and returns to the wanted page. */
export function startAddress(method: 'openid' | 'adfs', redirect: string | undefined): string {
  const { path } = api.singleSignOn[method];
  return redirect ? `${path}?${new URLSearchParams({ redirect }).toString()}` : path;
}

/** How long an address that tried too often waits; the error page has no other place to learn it from. */
export const SIGN_IN_WINDOW_MINUTES = 15;

const TROUBLE_OF_AUTH: readonly string[] = ['auth.user_disabled', 'auth.too_many_tries', 'auth.not_signed_in'];

/** Whether a message of the error page tells why a sign-in did not succeed, rather than why a space cannot be entered. */
export function isSignInTrouble(message: string): boolean {
  return Object.hasOwn(singleSignOnErrors, message) || TROUBLE_OF_AUTH.includes(message);
}
