import { Button } from '@mantine/core';
import { IconLinkOff, IconMailOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsubscribe } from '../../features/teamwork/notices/notices.settings.queries.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { takeHashToken } from './hash-token.ts';

/** Where the last link of a letter about notices leads: it ends them, without a sign-in, when somebody says so. */
export function UnsubscribePage() {
  const { t } = useTranslation();
  const [token] = useState(takeHashToken);
  const end = useUnsubscribe();
  if (!token || end.isError) return <MessagePage icon={IconLinkOff} title={t('notice.link_not_valid')} />;
  if (end.data) {
    return (
      <MessagePage icon={IconMailOff} title={t('notices.unsubscribed', { space: end.data.space_name })}>
        <p>{t('notices.unsubscribed_hint')}</p>
      </MessagePage>
    );
  }
  return (
    <MessagePage
      icon={IconMailOff}
      title={t('notices.unsubscribe_title')}
      actions={
        <Button loading={end.isPending} onClick={() => end.mutate(token)}>
          {t('notices.unsubscribe')}
        </Button>
      }
    >
      <p>{t('notices.unsubscribe_hint')}</p>
    </MessagePage>
  );
}
