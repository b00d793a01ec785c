import { api } from '@gantry/contract';
import { useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { endSession, forgetSession, isSignedIn, tabs } from '../features/access/auth/auth.session.store.ts';
import { systemStateQuery } from '../features/access/system/system.queries.ts';
import { knownUserId } from '../features/access/users/users.queries.ts';
import { call } from '../lib/calls/api-client.ts';
import { ApiError } from '../lib/calls/api-error.ts';
import { saveToken } from '../lib/storage/client-storage.ts';
import { reactionTo } from '../lib/push/cross-tab.ts';
import { watchIdleness, type IdlenessWatcher } from '../lib/idleness.ts';
import { push, usePush } from '../lib/push/push.ts';
import { queryClient } from '../lib/calls/query-client.ts';
import { isGuestPath } from './guest/guest-paths.ts';
import { landingPath } from './guards.ts';

const TELL_SERVER_EVERY_MS = 60_000;

/** Synchronises tabs, watches for idleness and keeps the push channel open. Returns whether there is a session. */
export function useSessionWatch(): boolean {
  const navigate = useNavigate();
  const router = useRouter();
  const guest = useLocation({ select: ({ pathname }) => isGuestPath(pathname) });
  const { spaceId, id } = useParams({ strict: false }) as { spaceId?: string; id?: string };
  const onSchedule = useLocation({ select: ({ pathname }) => /^\/\d+\/schedule\//.test(pathname) });
  const watcher = useRef<IdlenessWatcher | null>(null);
  const signedIn = !guest && isSignedIn();

  useEffect(() => {
    const enter = (): void =>
      void landingPath(undefined).then(
        (to) => navigate({ href: to }),
        () => {},
      );
    const leave = tabs().listen((message) => {
      if (message.type === 'auth') saveToken(message.token);
      const reaction = reactionTo(message, { userId: knownUserId(), onGuestPage: guest });
      if (reaction.do === 'enter-last-space') enter();
      if (reaction.do === 'reload') window.location.reload();
      if (reaction.do === 'rearm') watcher.current?.rearm();
      if (reaction.do === 'leave') {
        forgetSession();
        void navigate({ to: reaction.to });
      }
    });
    // A sign-in in another tab during the start of this page was not announced to it.
    if (window.location.pathname === '/auth/login' && isSignedIn()) enter();
    return leave;
  }, [guest, navigate]);

  useEffect(() => {
    if (!signedIn) return;
    const minutes = queryClient.getQueryData(systemStateQuery.queryKey)?.idleness_minutes ?? 0;
    const onIdle = (): void => void endSession('idleness').then(() => navigate({ to: '/auth/idleness' }));
    // The server ends idle sessions; scrolling and reading report activity once a minute.
    let reported = Date.now();
    const onActivity = (): void => {
      tabs().send({ type: 'idleness-updated' });
      if (Date.now() - reported < TELL_SERVER_EVERY_MS) return;
      reported = Date.now();
      void call(api.users.whoAmI, {}, { quiet: true }).catch(() => {});
    };
    const running = watchIdleness({ minutes, target: window, onIdle, onActivity });
    watcher.current = running;
    return () => {
      watcher.current = null;
      running.stop();
    };
  }, [signedIn, navigate]);

  // After a change of rights the guard of the space runs first, so that a removed person sees one page that explains it.
  usePush('access_changed', () => {
    const look = async (): Promise<void> => {
      await queryClient.invalidateQueries({ queryKey: ['space', numberOf(spaceId), 'access'] });
      await router.invalidate();
      await queryClient.invalidateQueries();
      // What the server now refuses is not left standing from before.
      for (const query of queryClient.getQueryCache().getAll())
        if (query.state.error instanceof ApiError && [403, 404].includes(query.state.error.status)) query.setState({ data: undefined });
    };
    void look();
  });

  useEffect(() => {
    if (!signedIn) return push.stop();
    push.attend({ space_id: numberOf(spaceId), version_id: onSchedule ? numberOf(id) : null });
  }, [signedIn, spaceId, id, onSchedule]);

  return signedIn;
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
