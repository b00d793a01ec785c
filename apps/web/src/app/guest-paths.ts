/** Pages that stand outside of any session: nobody is watched for idleness there, and nothing is pushed. */
export function isGuestPath(pathname: string): boolean {
  if (pathname === '/error' || pathname === '/disconnect') return true;
  return pathname.startsWith('/auth/') && pathname !== '/auth/select-space';
}

/** The path to go back to after signing in, if it is one of this site and not a guest page. */
export function safeReturnPath(path: string | undefined): string | null {
  if (!path || !/^\/[^/\\]/.test(path)) return null;
  const { pathname } = new URL(path, 'http://gantry.invalid');
  return isGuestPath(pathname) ? null : path;
}
