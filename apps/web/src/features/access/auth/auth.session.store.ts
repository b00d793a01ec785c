import { api } from '@gantry/contract';
import { call } from '../../../lib/calls/api-client.ts';
import { readToken, removeToken, saveToken } from '../../../lib/storage/client-storage.ts';
import { openTabChannel, type TabChannel } from '../../../lib/push/cross-tab.ts';
import { push } from '../../../lib/push/push.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { actAsOneself } from './auth.acting.store.ts';

let channel: TabChannel | null = null;

/** The channel to the other tabs of this browser. */
export const tabs = (): TabChannel => (channel ??= openTabChannel());

/** Whether somebody has signed in on this browser and not out again. The session itself is a cookie that scripts cannot read. */
export const isSignedIn = (): boolean => readToken() !== null;

/** Starts a new session: stores its token, clears cached data of another person, notifies other tabs. */
export function beginSession(session: { token: string; user_id: number }): void {
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'system-state' });
  actAsOneself();
  saveToken(session.token);
  tabs().send({ type: 'auth', token: session.token, userId: session.user_id });
}

/** Fetches the session that a sign-in elsewhere started and returns where it leads; undefined without one. */
export async function takeSession(): Promise<string | undefined> {
  const session = await call(api.auth.token, {}, { quiet: true }).catch(() => null);
  if (!session) return undefined;
  beginSession(session);
  return session.return_path;
}

/** Forgets the session in this tab; other tabs find out by their own calls. */
export function forgetSession(): void {
  removeToken();
  push.stop();
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'system-state' });
  actAsOneself();
}

/** Ends the session here, on the server and in every tab. The page forgets it even where the server does not answer. */
export async function endSession(why: 'logout' | 'idleness'): Promise<void> {
  await call(api.auth.logout, {}, { quiet: true }).catch(() => {});
  forgetSession();
  tabs().send({ type: why });
}
