import { api } from '@gantry/contract';
import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { contractResolver } from '../../../ui/contract-form.ts';
import { useSystemState } from '../system/system.queries.ts';
import { useSignIn } from './auth.queries.ts';
import { beginSession } from './auth.session.store.ts';

type Fields = { login: string; password: string };

/** Sign-in with login or email and password. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation();
  const signIn = useSignIn();
  const open = useSystemState()?.registration_open;
  const { register, handleSubmit, formState, setFocus } = useForm<Fields>({
    defaultValues: { login: '', password: '' },
    resolver: contractResolver<Fields>(api.auth.login.body),
  });
  const { errors } = formState;
  const submit = handleSubmit((fields) =>
    signIn.mutate(fields, {
      onSuccess(session) {
        beginSession(session);
        onSignedIn();
      },
      onError: () => setFocus('password', { shouldSelect: true }),
    }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('auth.login')}
          autoComplete="username"
          autoFocus
          error={errors.login?.message && t(errors.login.message)}
          {...register('login')}
        />
        <PasswordInput
          label={t('auth.password')}
          autoComplete="current-password"
          error={errors.password?.message && t(errors.password.message)}
          {...register('password')}
        />
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
