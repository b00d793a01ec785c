import { Modal, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem, type FieldSchema } from '../fields/contract-form.ts';
import { DialogForm } from './dialog-form.tsx';

type Props = {
  opened: boolean;
  title: string;
  label: string;
  submitLabel: string;
  initial?: string;
  /** Schema of the field, from the contract. */
  schema: FieldSchema;
  /** What else is asked. */
  children?: ReactNode;
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

function NameForm({ label, submitLabel, initial = '', schema, children, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(initial);
  const [shown, setShown] = useState(false);
  const problem = firstProblem(schema, name);
  return (
    <DialogForm
      submitLabel={submitLabel}
      ready={!problem}
      onTry={() => setShown(true)}
      onSubmit={() => onSubmit(name.trim())}
      onClose={onClose}
    >
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
      {children}
    </DialogForm>
  );
}
