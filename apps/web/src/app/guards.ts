import { api } from '@gantry/contract';
import { redirect, notFound } from '@tanstack/react-router';
import { isSignedIn } from '../features/access/auth/auth.session.store.ts';
import { knownUserId, whoAmIQuery } from '../features/access/users/users.queries.ts';
import { call, setApiSpace } from '../lib/calls/api-client.ts';
import { readLanguage, readLastSpace, saveLastSpace } from '../lib/storage/client-storage.ts';
import { switchLanguage } from '../lib/texts/i18n.ts';
import { queryClient } from '../lib/calls/query-client.ts';
import { safeReturnPath } from './guest/guest-paths.ts';

/** Lets signed-in people pass; others go to the sign-in page and return afterwards. */
export async function requireSignIn(href: string): Promise<void> {
  const toLogin = () => redirect({ to: '/auth/login', search: { redirect: safeReturnPath(href) ?? undefined } });
  if (!isSignedIn()) throw toLogin();
  const person = await queryClient.ensureQueryData(whoAmIQuery);
  if (person.privacy_pending) throw redirect({ to: '/auth/privacy', search: { redirect: safeReturnPath(href) ?? undefined } });
  if (person.id === greeted) return;
  greeted = person.id;
  // What this browser has forgotten the server remembers.
  if (person.language && !readLanguage()) await switchLanguage(person.language);
}

/** The person whose language this page has applied; once, so that a later choice stays. */
let greeted: number | null = null;

/** Lets people pass who may enter the space; others get the error page with the reason. */
export async function requireSpace(spaceIdText: string, href: string): Promise<void> {
  if (!/^[1-9]\d{0,14}$/.test(spaceIdText)) throw notFound();
  await requireSignIn(href);
  const spaceId = Number(spaceIdText);
  setApiSpace(spaceId);
  const queryKey = ['space', spaceId, 'access'];
  const access = await queryClient.fetchQuery({
    queryKey,
    queryFn: ({ signal }) => call(api.spaces.access, { params: { id: spaceId } }, { signal }),
    staleTime: 30_000,
  });
  if (!access.allowed) {
    // The next attempt asks again, because the reason may be gone.
    queryClient.removeQueries({ queryKey });
    throw redirect({ to: '/error', search: { message: access.reason ?? 'Forbidden' } });
  }
  saveLastSpace(knownUserId(), spaceId);
}

/** The page after sign-in: the wanted one, else the last used space, else the choice of a space. */
export async function landingPath(wanted: string | undefined): Promise<string> {
  const back = safeReturnPath(wanted);
  if (back && back !== '/' && back !== '/structure') return back;
  const person = await queryClient.ensureQueryData(whoAmIQuery);
  const last = readLastSpace(person.id);
  return last === null ? '/auth/select-space' : `/${last}`;
}

/** Redirects signed-in people away from the sign-in page. */
export async function skipWhenSignedIn(wanted: string | undefined): Promise<void> {
  if (!isSignedIn()) return;
  const to = await landingPath(wanted).catch(() => null);
  if (to) throw redirect({ href: to });
}
