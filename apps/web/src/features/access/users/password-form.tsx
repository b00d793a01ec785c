import { api } from '@gantry/contract';
import { Button, Checkbox, Group, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../ui/fields/contract-form.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { useChangePassword } from './users.queries.ts';

const EMPTY = { old_password: '', password: '', repeated: '' };

/** Change of the own password. */
export function PasswordForm() {
  const { t } = useTranslation();
  const change = useChangePassword();
  const [endTokens, setEndTokens] = useState(false);
  const form = useContractForm(EMPTY, api.users.changePassword.body, ({ password, repeated }) => ({
    repeated: password === repeated ? undefined : 'validation.password_mismatch',
  }));
  const submit = form.submit(({ old_password, password }) =>
    change.mutate(
      { old_password, password, end_tokens: endTokens },
      {
        onSuccess({ ended }) {
          form.reset(EMPTY);
          setEndTokens(false);
          showToast('ok', t('users.password_changed', { count: ended }));
        },
        onError: (error) => form.refuse(error, { 'user.wrong_password': 'old_password', 'user.password_weak': 'password' }),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={320}>
        <PasswordInput label={t('users.old_password')} autoComplete="current-password" {...form.field('old_password')} />
        <PasswordInput
          label={t('recovery.new_password')}
          autoComplete="new-password"
          description={t('users.password_rule')}
          {...form.field('password')}
        />
        <PasswordInput label={t('users.repeated')} autoComplete="new-password" {...form.field('repeated')} />
        <Checkbox label={t('users.end_tokens')} checked={endTokens} onChange={({ currentTarget }) => setEndTokens(currentTarget.checked)} />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {t('users.change_password')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
