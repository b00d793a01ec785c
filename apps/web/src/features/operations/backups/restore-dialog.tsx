import { Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';

/** What is about to be put in the place of a space. */
export type Swap = {
  title: string;
  lines: readonly string[];
  act: string;
  onSubmit(sure: { confirm: string; password?: string }): Promise<unknown>;
};

/** Asks for the name of the space and the password of whoever puts something else in its place. */
export function RestoreDialog({ swap, spaceName, onClose }: { swap: Swap | null; spaceName: string; onClose(): void }) {
  return (
    <Modal opened={swap !== null} onClose={onClose} title={swap?.title} size={480}>
      {swap && <RestoreForm swap={swap} spaceName={spaceName} onClose={onClose} />}
    </Modal>
  );
}

function RestoreForm({ swap, spaceName, onClose }: { swap: Swap; spaceName: string; onClose(): void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const send = () => swap.onSubmit({ confirm: spaceName, ...(password && { password }) });
  return (
    <DialogForm submitLabel={swap.act} dangerous ready={typed.trim() === spaceName.trim()} onSubmit={send} onClose={onClose}>
      {swap.lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      <TextInput
        data-autofocus
        label={t('backup.type_name', { name: spaceName })}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
      />
      <PasswordInput
        label={t('backup.password')}
        description={t('backup.password_hint')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="current-password"
      />
    </DialogForm>
  );
}
