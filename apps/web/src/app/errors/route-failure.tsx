import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/calls/api-error.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';

/** Shown where a page could not be made: says what happened, what is safe, what to do. */
export function RouteFailure({ error }: { error: unknown }) {
  const { t } = useTranslation();
  useEffect(() => reportError(error), [error]);
  const unreachable = error instanceof ApiError && (error.kind === 'unreachable' || error.kind === 'timeout');
  return (
    <MessagePage
      icon={IconAlertTriangle}
      title={t(unreachable ? 'shell.unreachable' : 'shell.broken')}
      actions={
        <>
          <Button onClick={() => window.location.reload()}>{t('shell.reload')}</Button>
          <Button variant="default" component="a" href="/auth/select-space">
            {t('error_page.choose_space')}
          </Button>
        </>
      }
    >
      <p>{t(unreachable ? 'shell.unreachable_hint' : 'shell.broken_hint')}</p>
    </MessagePage>
  );
}
