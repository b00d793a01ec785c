import { api } from '@gantry/contract';
import { Button, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../ui/fields/contract-form.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { beginSession } from '../auth/auth.queries.ts';

const EMPTY = { email: '', login: '', first_name: '', last_name: '', password: '', repeated: '', secret_question: '', answer: '' };
type Fields = typeof EMPTY;

type Session = { token: string; user_id: number };

type Props<S extends Session> = {
  /** The address that a letter has shown to be the person's; it stands as it is. */
  email?: string;
  register: (person: Omit<Fields, 'repeated'>) => Promise<S>;
  onRegistered: (session: S) => void;
};

/** Registration: who one is, a password twice, and a question for the day it is forgotten. */
export function RegisterForm<S extends Session>({ email, register: makeAccount, onRegistered }: Props<S>) {
  const { t } = useTranslation();
  const send = useMutation({ mutationFn: makeAccount });
  const form = useContractForm({ ...EMPTY, email: email ?? '' }, api.users.registerAndLogin.body, ({ password, repeated }) => ({
    repeated: password === repeated ? undefined : 'validation.password_mismatch',
  }));
  const submit = form.submit(({ repeated: _repeated, ...person }) =>
    send.mutate(person, {
      onSuccess(session) {
        beginSession(session);
        showToast('ok', t('users.registered'));
        onRegistered(session);
      },
      onError: (error) => form.refuse(error, { 'user.name_taken': 'login', 'user.password_weak': 'password' }),
    }),
  );
  const field = (name: keyof Fields) => ({ label: t(`users.${name}`), ...form.field(name) });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={2} spacing="md" verticalSpacing="md">
          <TextInput autoFocus autoComplete="given-name" {...field('first_name')} />
          <TextInput autoComplete="family-name" {...field('last_name')} />
          <TextInput autoComplete="email" type="email" readOnly={email !== undefined} {...field('email')} />
          <TextInput autoComplete="username" {...field('login')} />
          <PasswordInput
            autoComplete="new-password"
            description={field('password').error ? undefined : t('users.password_rule')}
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
