import { api } from '@gantry/contract';
import { Button, Checkbox, Group, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../ui/fields/contract-form.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { type Person, useUpdateProfile } from './users.queries.ts';

type Fields = Record<'first_name' | 'last_name' | 'email' | 'login' | 'secret_question' | 'answer' | 'password', string>;

const schema = api.users.update.body.omit({ answer: true, password: true, end_tokens: true }).strip();

/** The person's profile. Changes of recovery data ask for the password. */
export function ProfileForm({ person }: { person: Person }) {
  const { t } = useTranslation();
  const update = useUpdateProfile();
  const [endTokens, setEndTokens] = useState(false);
  const about = {
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email,
    login: person.login,
    secret_question: person.secret_question,
  };
  const asksPassword = (fields: Fields): boolean =>
    fields.login !== about.login ||
    fields.email !== about.email ||
    fields.secret_question !== about.secret_question ||
    fields.answer !== '';
  const form = useContractForm<Fields>({ ...about, answer: '', password: '' }, schema, (fields) => ({
    answer: fields.secret_question !== about.secret_question && !fields.answer.trim() ? 'validation.enter_answer' : undefined,
    password: asksPassword(fields) && !fields.password ? 'validation.enter_password' : undefined,
  }));
  const changed = asksPassword(form.values) || form.values.first_name !== about.first_name || form.values.last_name !== about.last_name;
  const submit = form.submit(({ answer, password, ...fields }) =>
    update.mutate(
      { ...fields, ...(answer ? { answer } : {}), ...(password ? { password } : {}), ...(endTokens ? { end_tokens: true } : {}) },
      {
        onSuccess() {
          setEndTokens(false);
          // As the server keeps them.
          form.reset({ ...schema.parse(fields), answer: '', password: '' });
          showToast('ok', t('users.profile_saved'));
        },
        onError: (error) => form.refuse(error, { 'user.wrong_password': 'password', 'user.name_taken': 'login' }),
      },
    ),
  );
  const field = (name: keyof Fields, labelKey = `users.${name}`) => ({ label: t(labelKey), ...form.field(name) });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          <TextInput autoComplete="given-name" {...field('first_name')} />
          <TextInput autoComplete="family-name" {...field('last_name')} />
          <TextInput autoComplete="email" type="email" {...field('email')} />
          <TextInput autoComplete="username" {...field('login')} />
          <TextInput autoComplete="off" {...field('secret_question')} />
          <TextInput autoComplete="off" placeholder={t('users.answer_kept')} {...field('answer')} />
        </SimpleGrid>
        {form.values.email !== about.email && (
          <Checkbox
            label={t('users.end_tokens')}
            checked={endTokens}
            onChange={({ currentTarget }) => setEndTokens(currentTarget.checked)}
          />
        )}
        {asksPassword(form.values) && (
          <PasswordInput maw={320} autoComplete="current-password" {...field('password', 'users.password_to_confirm')} />
        )}
        <Group>
          <Button type="submit" loading={update.isPending} disabled={!changed}>
            {t('ui.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
