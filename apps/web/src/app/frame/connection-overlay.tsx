import { Button, Loader } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { push, usePush, usePushStatus } from '../../lib/push/push.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import classes from './connection-overlay.module.css';

/** Says that the push channel is down, over the page and in nobody's way: what is typed meanwhile waits for the server. */
export function ConnectionOverlay() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const status = usePushStatus();
  const givenUp = status.state === 'given-up';

  useEffect(() => {
    if (givenUp) void navigate({ to: '/disconnect' });
  }, [givenUp, navigate]);
  // What happened meanwhile was not heard.
  usePush('reconnected', () => void queryClient.invalidateQueries());

  if (status.state !== 'lost') return null;
  return (
    <div
      className={classes.scrim}
      role="alertdialog"
      aria-live="assertive"
      aria-label={t('shell.connection_lost', { count: status.tries })}
    >
      <div className={classes.box}>
        <Loader size={18} />
        <span>{t('shell.connection_lost', { count: status.tries })}</span>
        <Button variant="default" onClick={() => push.retry()}>
          {t('shell.reconnect_now', { seconds: status.seconds })}
        </Button>
      </div>
    </div>
  );
}
