import { api } from '@gantry/contract';
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../../lib/api-error.ts';
import { contractResolver } from '../../../ui/contract-form.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { useChangePassword } from './users.queries.ts';

const EMPTY = { old_password: '', password: '', repeated: '' };
type Fields = typeof EMPTY;

/** Change of the own password. */
export function PasswordForm() {
  const { t } = useTranslation();
  const change = useChangePassword();
  const { register, handleSubmit, formState, setError, reset } = useForm<Fields>({
    defaultValues: EMPTY,
    resolver: contractResolver<Fields>(api.users.changePassword.body.omit({}).strip(), ({ password, repeated }) => ({
      repeated: password === repeated ? undefined : 'validation.password_mismatch',
    })),
  });
  const submit = handleSubmit(({ old_password, password }) =>
    change.mutate(
      { old_password, password },
      {
        onSuccess({ ended }) {
          reset(EMPTY);
          showToast('ok', t('users.password_changed', { count: ended }));
        },
        onError(error) {
          if (isRefusal(error, 'user.wrong_password')) setError('old_password', { message: 'user.wrong_password' }, { shouldFocus: true });
          if (isRefusal(error, 'user.password_weak')) setError('password', { message: 'user.password_weak' }, { shouldFocus: true });
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
      <Stack gap="md" maw={320}>
        <PasswordInput
          label={t('users.old_password')}
          autoComplete="current-password"
          error={error('old_password')}
          {...register('old_password')}
        />
        <PasswordInput
          label={t('recovery.new_password')}
          autoComplete="new-password"
          description={t('users.password_rule')}
          error={error('password')}
          {...register('password')}
        />
        <PasswordInput label={t('users.repeated')} autoComplete="new-password" error={error('repeated')} {...register('repeated')} />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {t('users.change_password')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
