import { Button, Divider, Stack } from '@mantine/core';
import { IconBuilding, IconId, IconTicket } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { beginSession } from '../auth/auth.queries.ts';
import { useSystemState } from '../system/system.queries.ts';
import { startAddress } from './single-sign-on.model.ts';
import { useTicketSignIn } from './single-sign-on.queries.ts';

/** The ways to sign in without a password here, as far as the operator has set them up. */
export function SignInWays({ redirect, onSignedIn }: { redirect: string | undefined; onSignedIn: () => void }) {
  const { t } = useTranslation();
  const methods = useSystemState()?.sign_in_methods ?? [];
  const byTicket = useTicketSignIn();
  if (methods.every((method) => method === 'password')) return null;
  const enter = (): void =>
    byTicket.mutate(undefined, {
      onSuccess(session) {
        beginSession(session);
        onSignedIn();
      },
    });
  return (
    <Stack gap="sm" mt="md">
      <Divider label={t('single_sign_on.or')} />
      {methods.includes('openid') && (
        <Button component="a" variant="default" href={startAddress('openid', redirect)} leftSection={<IconId size={16} stroke={1.5} />}>
          {t('single_sign_on.openid')}
        </Button>
      )}
      {methods.includes('adfs') && (
        <Button component="a" variant="default" href={startAddress('adfs', redirect)} leftSection={<IconBuilding size={16} stroke={1.5} />}>
          {t('single_sign_on.adfs')}
        </Button>
      )}
      {methods.includes('kerberos') && (
        <Button variant="default" loading={byTicket.isPending} onClick={enter} leftSection={<IconTicket size={16} stroke={1.5} />}>
          {t('single_sign_on.kerberos')}
        </Button>
      )}
    </Stack>
  );
}
