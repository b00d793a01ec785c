import { api } from '@gantry/contract';
import { Button, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../../lib/api-error.ts';
import { contractResolver } from '../../../ui/contract-form.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { beginSession } from '../auth/auth.queries.ts';
import { useRegister } from './users.queries.ts';

const EMPTY = { email: '', login: '', first_name: '', last_name: '', password: '', repeated: '', secret_question: '', answer: '' };
type Fields = typeof EMPTY;

/** Registration: who one is, a password twice, and a question for the day it is forgotten. */
export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const { t } = useTranslation();
  const send = useRegister();
  const { register, handleSubmit, formState, setError } = useForm<Fields>({
    defaultValues: EMPTY,
    resolver: contractResolver<Fields>(api.users.registerAndLogin.body, ({ password, repeated }) => ({
      repeated: password === repeated ? undefined : 'validation.password_mismatch',
    })),
  });
  const submit = handleSubmit(({ repeated: _repeated, ...body }) =>
    send.mutate(
      { body },
      {
        onSuccess(session) {
          beginSession(session);
          showToast('ok', t('users.registered'));
          onRegistered();
        },
        onError(error) {
          if (isRefusal(error, 'user.login_taken')) setError('login', { message: 'user.login_taken' }, { shouldFocus: true });
          if (isRefusal(error, 'user.email_taken')) setError('email', { message: 'user.email_taken' }, { shouldFocus: true });
        },
      },
    ),
  );
  const field = (name: keyof Fields) => {
    const message = formState.errors[name]?.message;
    return { label: t(`users.${name}`), error: message && t(message), ...register(name) };
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={2} spacing="md" verticalSpacing="md">
          <TextInput autoFocus autoComplete="given-name" {...field('first_name')} />
          <TextInput autoComplete="family-name" {...field('last_name')} />
          <TextInput autoComplete="email" type="email" {...field('email')} />
          <TextInput autoComplete="username" {...field('login')} />
          <PasswordInput
            autoComplete="new-password"
            description={formState.errors.password ? undefined : t('users.password_rule')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...field('password')}
          />
          <PasswordInput autoComplete="new-password" {...field('repeated')} />
          <TextInput autoComplete="off" {...field('secret_question')} />
          <TextInput autoComplete="off" {...field('answer')} />
        </SimpleGrid>
        <Button type="submit" loading={send.isPending}>
          {t('users.register')}
        </Button>
      </Stack>
    </form>
  );
}
