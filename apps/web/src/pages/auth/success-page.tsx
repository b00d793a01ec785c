import { Button } from '@mantine/core';
import { IconCircleCheck, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isSignedIn } from '../../features/access/auth/auth.queries.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';

/** Where sign-in ends; the route leads on by itself, so this shows only when there is no session to lead on with. */
export function SuccessPage() {
  const { t } = useTranslation();
  const signedIn = isSignedIn();
  return (
    <MessagePage
      icon={signedIn ? IconCircleCheck : IconLock}
      title={t(signedIn ? 'auth.success' : 'auth.not_signed_in')}
      actions={
        <Button component={Link} to={signedIn ? '/auth/select-space' : '/auth/login'}>
          {t(signedIn ? 'error_page.choose_space' : 'auth.sign_in')}
        </Button>
      }
    />
  );
}
