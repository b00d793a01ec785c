/** Tries that one account or one address has within the window before it must wait. */
export const SIGN_IN_TRIES = { account: 10, address: 50, windowSeconds: 15 * 60 };

/** Counts older than this are cleared away; no window is longer. */
export const LONGEST_WINDOW_SECONDS = 24 * 3600;

/** Whether a request came from our own page, by the headers that browsers add and pages cannot forge. */
export function isSameOrigin(headers: { origin?: string; host?: string; 'sec-fetch-site'?: string }): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (headers.origin === undefined) return true;
  try {
    return new URL(headers.origin).host === headers.host;
  } catch {
    return false;
  }
}

/** Whether a person administers the installation: appointed, or named in the configuration. */
export function isAdministrator(
  { administrators }: { administrators: readonly string[] },
  person: { login: string; administrator: boolean },
): boolean {
  return person.administrator || administrators.includes(person.login.toLowerCase());
}
