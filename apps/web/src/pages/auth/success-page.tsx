import { Button } from '@mantine/core';
import { IconCircleCheck, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isSignedIn } from '../../features/access/auth/auth.queries.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';

/** The end of sign-in; the route redirects, so this shows only without a session. */
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
