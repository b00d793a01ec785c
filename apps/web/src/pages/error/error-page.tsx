import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { knownUserId } from '../../features/access/users/users.queries.ts';
import { clearLastSpace } from '../../lib/client-storage.ts';
import { MessagePage } from '../../ui/message-page.tsx';

const MESSAGES = ['LicenseLimit', 'Forbidden', 'LicenseNotFound', 'IPNotAllowed'];

/** Why a space cannot be entered. Leaving the page forgets the space that led here. */
export function ErrorPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { message = '' } = useSearch({ strict: false }) as { message?: string };
  useEffect(() => () => clearLastSpace(knownUserId()), []);
  return (
    <MessagePage
      icon={IconLock}
      title={t(MESSAGES.includes(message) ? `error_page.${message}` : 'error.unknown')}
      actions={<Button onClick={() => void navigate({ to: '/auth/select-space' })}>{t('error_page.choose_space')}</Button>}
    >
      <p>{t('error_page.contact')}</p>
    </MessagePage>
  );
}
