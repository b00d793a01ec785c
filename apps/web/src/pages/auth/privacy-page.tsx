import { Button, Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { endSession } from '../../features/access/auth/auth.session.store.ts';
import { usePrivacyPolicy } from '../../features/access/system/system.queries.ts';
import { useAcceptPrivacy } from '../../features/access/users/users.queries.ts';
import { isRefusal } from '../../lib/calls/api-error.ts';
import { FormPage } from '../../ui/forms/form-page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './privacy-page.module.css';

/** The privacy policy, once, before anything else: it is accepted, or the person signs out. */
export function PrivacyPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { redirect } = useSearch({ strict: false }) as { redirect?: string };
  const { policy, refetch } = usePrivacyPolicy();
  const accept = useAcceptPrivacy();
  if (policy === undefined) return null;
  const goOn = (): void =>
    accept.mutate(policy?.version, {
      onSuccess: () => void navigate({ to: '/auth/success', search: { redirect }, replace: true }),
      onError(error) {
        if (!isRefusal(error, 'user.privacy_changed')) return;
        showToast('warn', t('privacy.changed'));
        void refetch();
      },
    });
  const signOut = async (): Promise<void> => {
    await endSession('logout');
    await navigate({ to: '/auth/login', replace: true });
  };
  return (
    <FormPage title={t('privacy.title')} wide>
      <p>{t('privacy.intro')}</p>
      <div className={classes.text} tabIndex={0} role="document" aria-label={t('privacy.title')}>
        {policy?.text}
      </div>
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={() => void signOut()}>
          {t('auth.sign_out')}
        </Button>
        <Button loading={accept.isPending} onClick={goOn}>
          {t('privacy.accept')}
        </Button>
      </Group>
    </FormPage>
  );
}
