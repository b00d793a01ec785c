import { Anchor, Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResetForm } from '../../features/access/recovery/reset-form.tsx';
import { RestoreForm } from '../../features/access/recovery/restore-form.tsx';
import { FormPage } from '../../ui/forms/form-page.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { takeHashToken } from './hash-token.ts';

/** Ways back into an account whose password is forgotten. */
export function RestorePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <FormPage title={t('recovery.title')}>
      <RestoreForm onRestored={() => void navigate({ to: '/auth/login', replace: true })} />
      <p>
        <Anchor component={Link} to="/auth/login" inherit>
          {t('users.to_login')}
        </Anchor>
      </p>
    </FormPage>
  );
}

/** Where the link of a letter leads: a new password, once. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [token, setToken] = useState(takeHashToken);
  if (!token) {
    return (
      <MessagePage
        icon={IconLinkOff}
        title={t('user.reset_failed')}
        actions={
          <Button component={Link} to="/auth/restore">
            {t('recovery.ask_again')}
          </Button>
        }
      >
        <p>{t('recovery.link_useless')}</p>
      </MessagePage>
    );
  }
  return (
    <FormPage title={t('recovery.reset_title')}>
      <ResetForm token={token} onReset={() => void navigate({ to: '/auth/login', replace: true })} onUseless={() => setToken('')} />
    </FormPage>
  );
}
