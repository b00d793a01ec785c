/** Pages that stand outside of any session: nobody is watched for idleness there, and nothing is pushed. */
export function isGuestPath(pathname: string): boolean {
  if (pathname === '/error' || pathname === '/disconnect') return true;
  return pathname.startsWith('/auth/') && pathname !== '/auth/select-space';
}

const HERE = 'http://gantry.invalid';

/** The path to go back to after signing in, if it is one of this site and not a guest page. Read as a browser reads it, which passes over tabs and line ends. */
export function safeReturnPath(path: string | undefined): string | null {
  if (!path || !/^\/[^/\\]/.test(path) || !URL.canParse(path, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(path, HERE);
  return origin !== HERE || isGuestPath(pathname) ? null : pathname + search + hash;
}
