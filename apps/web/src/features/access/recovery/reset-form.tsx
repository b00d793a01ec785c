import { api } from '@gantry/contract';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../../lib/calls/api-error.ts';
import { useContractForm } from '../../../ui/fields/contract-form.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { useReset } from './recovery.queries.ts';

/** A new password by the token of a mailed link. */
export function ResetForm({ token, onReset, onUseless }: { token: string; onReset: () => void; onUseless: () => void }) {
  const { t } = useTranslation();
  const reset = useReset();
  const form = useContractForm({ password: '', repeated: '' }, api.recovery.reset.body.pick({ password: true }), (fields) => ({
    repeated: fields.password === fields.repeated ? undefined : 'validation.passwords_differ',
  }));
  const submit = form.submit(({ password }) =>
    reset.mutate(
      { token, password },
      {
        onSuccess() {
          showToast('ok', t('recovery.done'));
          onReset();
        },
        onError(error) {
          if (form.refuse(error, { 'user.password_weak': 'password' })) return;
          if (isRefusal(error, 'user.reset_failed')) onUseless();
          else showToast('error', t('user.reset_failed'));
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PasswordInput
          label={t('recovery.new_password')}
          autoFocus
          autoComplete="new-password"
          description={t('users.password_rule')}
          {...form.field('password')}
        />
        <PasswordInput label={t('users.repeated')} autoComplete="new-password" {...form.field('repeated')} />
        <Button type="submit" loading={reset.isPending}>
          {t('recovery.set_password')}
        </Button>
      </Stack>
    </form>
  );
}
