import { reportClientError } from '../../features/access/system/system.queries.ts';
import { forgetSession } from '../../features/access/auth/auth.session.store.ts';
import { actAsOneself } from '../../features/access/auth/auth.queries.ts';
import { knownUserId, whoAmIQuery } from '../../features/access/users/users.queries.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { clearLastSpace } from '../../lib/storage/client-storage.ts';
import { hasText, translate } from '../../lib/texts/i18n.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { showToast } from '../../ui/toasts.tsx';
import { decideOnError, linesOf } from './error-decision.ts';
import { isGuestPath } from '../guest/guest-paths.ts';
import { router } from '../router.tsx';

/** The one error handler: answers whether the caller gets the error. */
export function handleApiError(error: ApiError, quiet: boolean): 'rethrow' | 'stop' {
  const decision = decideOnError(error, quiet);
  switch (decision.do) {
    case 'login': {
      const { pathname, href } = router.state.location;
      forgetSession();
      if (!isGuestPath(pathname)) void router.navigate({ to: '/auth/login', search: { redirect: href } });
      return 'rethrow';
    }
    case 'select-space':
      clearLastSpace(knownUserId());
      void router.navigate({ to: '/auth/select-space' });
      showErrorToast(error);
      return 'rethrow';
    case 'privacy': {
      const { pathname, href } = router.state.location;
      queryClient.removeQueries({ queryKey: whoAmIQuery.queryKey });
      if (!isGuestPath(pathname)) void router.navigate({ to: '/auth/privacy', search: { redirect: href } });
      return 'rethrow';
    }
    case 'error-page':
      void router.navigate({ to: '/error', search: { message: decision.message } }).then(() => queryClient.clear());
      return 'stop';
    case 'act-as-oneself':
      actAsOneself();
      showErrorToast(error);
      return 'rethrow';
    case 'toast':
      showErrorToast(error);
      return 'rethrow';
    case 'nothing':
      return 'rethrow';
  }
}

function showErrorToast(error: ApiError): void {
  const lines = linesOf(error, { has: hasText, get: translate });
  const id = `error:${lines.map(({ title, text }) => title + text).join('|')}`;
  const message = lines.map(({ title, text }, index) => (
    <div key={index}>
      {title && <b>{title}: </b>}
      {text}
    </div>
  ));
  showToast('error', message, { id });
}

/** Defects of the page itself: told to the server's log and to the console. */
export function watchForDefects(): void {
  window.addEventListener('error', (event) => {
    if (!(event.error instanceof ApiError)) reportClientError(event.error ?? event.message);
  });
  window.addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof ApiError) event.preventDefault();
    else reportClientError(event.reason);
  });
}
