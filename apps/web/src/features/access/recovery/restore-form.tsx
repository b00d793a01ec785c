import { api } from '@gantry/contract';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../../lib/calls/api-error.ts';
import { useContractForm } from '../../../ui/fields/contract-form.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { useSystemState } from '../system/system.queries.ts';
import { useQuestion, useRequestReset, useRestore } from './recovery.queries.ts';

/** Ways back into an account: a letter with a link, or the answer to the security question. */
export function RestoreForm({ onRestored }: { onRestored: () => void }) {
  const { t } = useTranslation();
  const [login, setLogin] = useState('');
  const [shown, setShown] = useState(false);
  const [question, setQuestion] = useState<string | null>(null);
  const [noQuestion, setNoQuestion] = useState(false);
  const byAnswer = useSystemState()?.restore_by_answer;
  const letter = useRequestReset();
  const ask = useQuestion();
  if (question !== null) return <AnswerForm login={login.trim()} question={question} onRestored={onRestored} />;

  const withLogin = (then: (name: string) => void): void => {
    setShown(true);
    setNoQuestion(false);
    if (login.trim()) then(login.trim());
  };
  const sendLetter = (event: FormEvent): void => {
    event.preventDefault();
    withLogin((name) => letter.mutate(name, { onSuccess: () => showToast('ok', t('recovery.link_sent')) }));
  };
  const askQuestion = (): void =>
    withLogin((name) =>
      ask.mutate(name, { onSuccess: setQuestion, onError: (error) => setNoQuestion(isRefusal(error, 'user.no_security_question')) }),
    );
  return (
    <form onSubmit={sendLetter} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('auth.login')}
          autoComplete="username"
          autoFocus
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
          error={(shown && !login.trim() && t('validation.enter_login')) || (noQuestion && t('user.no_security_question'))}
        />
        <Button type="submit" loading={letter.isPending}>
          {t('recovery.send_link')}
        </Button>
        {byAnswer && (
          <Button variant="default" loading={ask.isPending} onClick={askQuestion}>
            {t('recovery.answer_question')}
          </Button>
        )}
        {letter.isSuccess && <Text role="status">{t('recovery.link_hint')}</Text>}
      </Stack>
    </form>
  );
}

function AnswerForm({ login, question, onRestored }: { login: string; question: string; onRestored: () => void }) {
  const { t } = useTranslation();
  const restore = useRestore();
  const form = useContractForm(
    { answer: '', password: '', repeated: '' },
    api.recovery.restore.body.pick({ answer: true, password: true }),
    newPasswordProblems,
  );
  const submit = form.submit(({ answer, password }) =>
    restore.mutate(
      { login, answer, password },
      {
        onSuccess() {
          showToast('ok', t('recovery.done'));
          onRestored();
        },
        onError: (error) => form.refuse(error, { 'user.wrong_answer': 'answer', 'user.password_weak': 'password' }),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label={question} autoFocus autoComplete="off" {...form.field('answer')} />
        <PasswordInput
          label={t('recovery.new_password')}
          autoComplete="new-password"
          description={t('users.password_rule')}
          {...form.field('password')}
        />
        <PasswordInput label={t('users.repeated')} autoComplete="new-password" {...form.field('repeated')} />
        <Button type="submit" loading={restore.isPending}>
          {t('recovery.set_password')}
        </Button>
      </Stack>
    </form>
  );
}

/** Checks of a new password that only the form can make: both entries equal, an answer present. */
const newPasswordProblems = ({ answer, password, repeated }: Record<'answer' | 'password' | 'repeated', string>) => ({
  answer: answer.trim() ? undefined : 'validation.enter_answer',
  repeated: password === repeated ? undefined : 'validation.passwords_differ',
});
