import { Outlet } from '@tanstack/react-router';
import { JobsToast } from '../features/access/jobs/jobs-toast.tsx';
import { ConfirmHost } from '../ui/forms/confirm.tsx';
import { useFormsInHistory } from '../ui/forms/open-form.ts';
import { ConnectionOverlay } from './frame/connection-overlay.tsx';
import { useSessionWatch } from './session-watch.ts';

/** Everything around the pages: questions, running jobs, lost connection, session watch. */
export function Root() {
  useFormsInHistory();
  const signedIn = useSessionWatch();
  return (
    <>
      <Outlet />
      <ConfirmHost />
      {signedIn && <JobsToast />}
      {signedIn && <ConnectionOverlay />}
    </>
  );
}
