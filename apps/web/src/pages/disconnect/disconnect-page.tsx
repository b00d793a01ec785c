import { LIMITS } from '@gantry/domain';
import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { knownUserId } from '../../features/access/users/users.queries.ts';
import { clearDisconnectCounter, readDisconnectCounter, readLastSpace, saveDisconnectCounter } from '../../lib/storage/client-storage.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';

/** The connection was lost for good: after a countdown the person may try again. */
export function DisconnectPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const [seconds, setSeconds] = useState(() => readDisconnectCounter() ?? LIMITS.disconnectSeconds);
  const left = useRef(seconds);

  useEffect(() => {
    const tick = setInterval(() => {
      left.current = Math.max(left.current - 1, 0);
      setSeconds(left.current);
      if (left.current === 0) clearInterval(tick);
    }, 1000);
    const save = (): void => saveDisconnectCounter(left.current);
    window.addEventListener('pagehide', save);
    return () => {
      clearInterval(tick);
      window.removeEventListener('pagehide', save);
    };
  }, []);

  const restore = (): void => {
    clearDisconnectCounter();
    if (router.history.canGoBack()) return router.history.back();
    const space = readLastSpace(knownUserId());
    router.history.push(space === null ? '/' : `/${space}`);
  };
  return (
    <MessagePage
      icon={IconPlugConnectedX}
      title={t('disconnect.disconnect')}
      actions={
        <Button disabled={seconds > 0} onClick={restore}>
          {seconds > 0 ? t('disconnect.restore_counter', { count: seconds }) : t('disconnect.restore')}
        </Button>
      }
    >
      <p>{t('disconnect.try_reconnect')}</p>
    </MessagePage>
  );
}
