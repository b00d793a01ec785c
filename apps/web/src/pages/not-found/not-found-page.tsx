import { Button } from '@mantine/core';
import { IconError404 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../../ui/text/message-page.tsx';

/** Any path that no route knows. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <MessagePage
      icon={IconError404}
      title={t('shell.not_found')}
      actions={
        <Button component="a" href="/auth/select-space">
          {t('error_page.choose_space')}
        </Button>
      }
    >
      <p>{t('shell.not_found_hint')}</p>
    </MessagePage>
  );
}
