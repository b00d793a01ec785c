import { api } from '@gantry/contract';
import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../ui/fields/contract-form.ts';
import { useSystemState } from '../system/system.queries.ts';
import { useSignIn } from './auth.queries.ts';
import { beginSession } from './auth.session.store.ts';

/** Sign-in with login or email and password. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation();
  const signIn = useSignIn();
  const open = useSystemState()?.registration_open;
  const form = useContractForm({ login: '', password: '' }, api.auth.login.body);
  const submit = form.submit((fields) =>
    signIn.mutate(fields, {
      onSuccess(session) {
        beginSession(session);
        onSignedIn();
      },
      onError: () => form.focus('password'),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label={t('auth.login')} autoComplete="username" autoFocus {...form.field('login')} />
        <PasswordInput label={t('auth.password')} autoComplete="current-password" {...form.field('password')} />
        <Button type="submit" loading={signIn.isPending}>
          {t('auth.sign_in')}
        </Button>
        <Group justify="space-between" gap="sm">
          {open ? (
            <Anchor component={Link} to="/auth/register" inherit>
              {t('auth.to_register')}
            </Anchor>
          ) : (
            <span />
          )}
          <Anchor component={Link} to="/auth/restore" inherit>
            {t('auth.to_restore')}
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
