import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';

/** A question before an act that cannot be taken back. */
export type Question = {
  title: string;
  text: string;
  confirmLabel: string;
  /** What the person must type before the act: the name of what will be gone. */
  typedName?: string;
};

const useQuestion = create<{ question: Question | null; answer: (yes: boolean) => void }>(() => ({ question: null, answer: () => {} }));

/** Asks and waits for the answer. */
export function askConfirmation(question: Question): Promise<boolean> {
  useQuestion.getState().answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean): void => {
      useQuestion.setState({ question: null, answer: () => {} });
      resolve(yes);
    };
    useQuestion.setState({ question, answer });
  });
}

/** Shows the questions; stands once in the page. */
export function ConfirmHost() {
  const { question, answer } = useQuestion();
  return (
    <Modal opened={question !== null} onClose={() => answer(false)} title={question?.title} size={440}>
      {question && <QuestionForm key={question.title + question.text} question={question} answer={answer} />}
    </Modal>
  );
}

function QuestionForm({ question, answer }: { question: Question; answer: (yes: boolean) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const allowed = question.typedName === undefined || typed.trim() === question.typedName.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (allowed) answer(true);
  };
  return (
    <form onSubmit={submit}>
      <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{question.text}</Text>
      {question.typedName !== undefined && (
        <TextInput
          mt="md"
          label={t('ui.type_name', { name: question.typedName })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
          autoComplete="off"
        />
      )}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={() => answer(false)} {...(question.typedName === undefined ? { 'data-autofocus': true } : {})}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" color="var(--gantry-error)" variant="outline" disabled={!allowed}>
          {question.confirmLabel}
        </Button>
      </Group>
    </form>
  );
}
