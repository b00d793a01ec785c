import { api } from '@gantry/contract';
import { redirect, notFound } from '@tanstack/react-router';
import { isSignedIn } from '../features/access/auth/auth.session.store.ts';
import { knownUserId, whoAmIQuery } from '../features/access/users/users.queries.ts';
import { call, setApiSpace } from '../lib/calls/api-client.ts';
import { readLanguage, readLastSpace, saveLastSpace } from '../lib/storage/client-storage.ts';
import { switchLanguage } from '../lib/texts/i18n.ts';
import { queryClient } from '../lib/calls/query-client.ts';
import { safeReturnPath } from './guest/guest-paths.ts';

/** Lets pass who has signed in; others go to the login and come back here. */
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

/** Whose language this page has taken over; once, so that a choice made later stands. */
let greeted: number | null = null;

/** Lets pass who may enter the space; others see why on the error page. */
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
    // Asked anew at the next try: it may have been put right meanwhile.
    queryClient.removeQueries({ queryKey });
    throw redirect({ to: '/error', search: { message: access.reason ?? 'Forbidden' } });
  }
  saveLastSpace(knownUserId(), spaceId);
}

/** Where a person lands who has just signed in: where they wanted to go, else the last used space, else the choice of one. */
export async function landingPath(wanted: string | undefined): Promise<string> {
  const back = safeReturnPath(wanted);
  if (back && back !== '/' && back !== '/structure') return back;
  const person = await queryClient.ensureQueryData(whoAmIQuery);
  const last = readLastSpace(person.id);
  return last === null ? '/auth/select-space' : `/${last}`;
}

/** A person who is signed in already has nothing to do on the login page. */
export async function skipWhenSignedIn(wanted: string | undefined): Promise<void> {
  if (!isSignedIn()) return;
  const to = await landingPath(wanted).catch(() => null);
  if (to) throw redirect({ href: to });
}
