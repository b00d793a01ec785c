import { Button } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSystemState } from '../../features/access/system/system.queries.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';

/** Shown after the session ended because nobody moved. */
export function IdlenessPage() {
  const { t } = useTranslation();
  const minutes = useSystemState()?.idleness_minutes ?? 0;
  return (
    <MessagePage
      icon={IconClockPause}
      title={t('auth.idleness_title')}
      actions={
        <Button component={Link} to="/auth/login">
          {t('auth.sign_in')}
        </Button>
      }
    >
      <p>{t('auth.idleness', { time: minutes })}</p>
    </MessagePage>
  );
}
