import { Anchor } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../../ui/message-page.tsx';

/** Restoring a password by the secret question: not there yet. */
export const RestorePage = () => <LaterFlow flow="restore" />;

/** Where the link of a reset mail leads: not there yet. */
export const ResetPasswordPage = () => <LaterFlow flow="reset_password" />;

function LaterFlow({ flow }: { flow: 'restore' | 'reset_password' }) {
  const { t } = useTranslation();
  return (
    <MessagePage
      icon={IconMailOff}
      title={t(`not_yet.${flow}.title`)}
      actions={
        <Anchor component={Link} to="/auth/login" inherit>
          {t('users.to_login')}
        </Anchor>
      }
    >
      <p>{t(`not_yet.${flow}.purpose`)}</p>
      <p>{t('not_yet.message')}</p>
      <p>{t('error_page.contact')}</p>
    </MessagePage>
  );
}
