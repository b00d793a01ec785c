import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem, type FieldSchema } from './contract-form.ts';

type Props = {
  opened: boolean;
  title: string;
  label: string;
  submitLabel: string;
  initial?: string;
  /** Schema of the field, from the contract. */
  schema: FieldSchema;
  onSubmit: (name: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for one name: to create something or to rename it. Stays open when the server refuses. */
export function NameDialog(props: Props) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={420}>
      <NameForm {...props} />
    </Modal>
  );
}

function NameForm({ label, submitLabel, initial = '', schema, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(initial);
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const problem = firstProblem(schema, name);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setShown(true);
    if (problem || busy) return;
    setBusy(true);
    const done = await onSubmit(name.trim()).then(
      () => true,
      () => false,
    );
    setBusy(false);
    if (done) onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        data-autofocus
        autoFocus
        label={label}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        error={shown && problem ? t(problem) : undefined}
        autoComplete="off"
      />
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {submitLabel}
        </Button>
      </Group>
    </form>
  );
}
