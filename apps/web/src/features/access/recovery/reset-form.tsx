import { api } from '@gantry/contract';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../../lib/api-error.ts';
import { contractResolver } from '../../../ui/contract-form.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { useReset } from './recovery.queries.ts';

type Fields = { password: string; repeated: string };

/** A new password by the token of a mailed link. */
export function ResetForm({ token, onReset, onUseless }: { token: string; onReset: () => void; onUseless: () => void }) {
  const { t } = useTranslation();
  const reset = useReset();
  const { register, handleSubmit, formState, setError } = useForm<Fields>({
    defaultValues: { password: '', repeated: '' },
    resolver: contractResolver<Fields>(api.recovery.reset.body.pick({ password: true }), ({ password, repeated }) => ({
      repeated: password === repeated ? undefined : 'validation.passwords_differ',
    })),
  });
  const submit = handleSubmit(({ password }) =>
    reset.mutate(
      { token, password },
      {
        onSuccess() {
          showToast('ok', t('recovery.done'));
          onReset();
        },
        onError(error) {
          if (isRefusal(error, 'user.password_weak')) setError('password', { message: 'user.password_weak' }, { shouldFocus: true });
          else if (isRefusal(error, 'user.reset_failed')) onUseless();
          else showToast('error', t('user.reset_failed'));
        },
      },
    ),
  );
  const error = (field: keyof Fields) => {
    const message = formState.errors[field]?.message;
    return message && t(message);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <PasswordInput
          label={t('recovery.new_password')}
          autoFocus
          autoComplete="new-password"
          description={t('users.password_rule')}
          error={error('password')}
          {...register('password')}
        />
        <PasswordInput label={t('users.repeated')} autoComplete="new-password" error={error('repeated')} {...register('repeated')} />
        <Button type="submit" loading={reset.isPending}>
          {t('recovery.set_password')}
        </Button>
      </Stack>
    </form>
  );
}
