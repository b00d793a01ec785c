import { api } from '@gantry/contract';
import { Button, Group, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../../lib/api-error.ts';
import { contractResolver } from '../../../ui/contract-form.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { type Person, useUpdateProfile } from './users.queries.ts';

type Fields = Record<'first_name' | 'last_name' | 'email' | 'login' | 'secret_question' | 'answer' | 'password', string>;
type Field = keyof Fields;

const schema = api.users.update.body.omit({ answer: true, password: true }).strip();

/** The own profile. What leads back into the account asks for the password, and only then. */
export function ProfileForm({ person }: { person: Person }) {
  const { t } = useTranslation();
  const update = useUpdateProfile();
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
  const { register, handleSubmit, formState, setError, watch, reset } = useForm<Fields>({
    values: { ...about, answer: '', password: '' },
    resolver: contractResolver<Fields>(schema, (fields) => ({
      answer: fields.secret_question !== about.secret_question && !fields.answer.trim() ? 'validation.enter_answer' : undefined,
      password: asksPassword(fields) && !fields.password ? 'validation.enter_password' : undefined,
    })),
  });
  const submit = handleSubmit(({ answer, password, ...fields }) =>
    update.mutate(
      { ...fields, ...(answer ? { answer } : {}), ...(password ? { password } : {}) },
      {
        onSuccess() {
          reset({ ...fields, answer: '', password: '' });
          showToast('ok', t('users.profile_saved'));
        },
        onError(error) {
          const places: [string, Field][] = [
            ['user.wrong_password', 'password'],
            ['user.login_taken', 'login'],
            ['user.email_taken', 'email'],
          ];
          for (const [code, field] of places) if (isRefusal(error, code)) setError(field, { message: code }, { shouldFocus: true });
        },
      },
    ),
  );
  const field = (name: Field, labelKey = `users.${name}`) => {
    const message = formState.errors[name]?.message;
    return { label: t(labelKey), error: message && t(message), ...register(name) };
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          <TextInput autoComplete="given-name" {...field('first_name')} />
          <TextInput autoComplete="family-name" {...field('last_name')} />
          <TextInput autoComplete="email" type="email" {...field('email')} />
          <TextInput autoComplete="username" {...field('login')} />
          <TextInput autoComplete="off" {...field('secret_question')} />
          <TextInput autoComplete="off" placeholder={t('users.answer_kept')} {...field('answer')} />
        </SimpleGrid>
        {asksPassword(watch()) && (
          <PasswordInput maw={320} autoComplete="current-password" {...field('password', 'users.password_to_confirm')} />
        )}
        <Group>
          <Button type="submit" loading={update.isPending} disabled={!formState.isDirty}>
            {t('ui.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
