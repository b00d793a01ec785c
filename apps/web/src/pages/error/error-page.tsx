import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignInTrouble, SIGN_IN_WINDOW_MINUTES } from '../../features/access/single-sign-on/single-sign-on.queries.ts';
import { knownUserId } from '../../features/access/users/users.queries.ts';
import { clearLastSpace } from '../../lib/storage/client-storage.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';

const MESSAGES = ['LicenseLimit', 'Forbidden', 'LicenseNotFound', 'IPNotAllowed'];

/** Why a space cannot be entered, or a sign-in elsewhere led to nothing. Leaving the page forgets the space that led here. */
export function ErrorPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { message = '' } = useSearch({ strict: false }) as { message?: string };
  useEffect(() => () => clearLastSpace(knownUserId()), []);
  const signIn = isSignInTrouble(message);
  const known = MESSAGES.includes(message) ? `error_page.${message}` : 'error.unknown';
  return (
    <MessagePage
      icon={IconLock}
      title={signIn ? t(message, { minutes: SIGN_IN_WINDOW_MINUTES }) : t(known)}
      actions={
        <>
          {signIn && <Button onClick={() => void navigate({ to: '/auth/login' })}>{t('single_sign_on.again')}</Button>}
          <Button variant={signIn ? 'default' : 'filled'} onClick={() => void navigate({ to: '/auth/select-space' })}>
            {t('error_page.choose_space')}
          </Button>
        </>
      }
    >
      <p>{t('error_page.contact')}</p>
    </MessagePage>
  );
}
