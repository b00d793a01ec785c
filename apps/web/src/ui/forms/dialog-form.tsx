import { Button, Group, Stack } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  /** null: there is nothing to send, only to read. */
  submitLabel: string | null;
  /** Whether it takes something away from people. */
  dangerous?: boolean;
  /** Whether what is typed may be sent. */
  ready: boolean;
  /** Sent for the first time: from now on the form says what is wrong. */
  onTry?: (() => void) | undefined;
  onSubmit(): Promise<unknown>;
  /** What follows when it is done; without it the dialog closes. */
  onDone?(): void;
  onClose(): void;
  children: ReactNode;
};

/** The form of a dialog over its two buttons. It closes when what it asks for is done and stays open where that is refused. */
export function DialogForm({ submitLabel, dangerous = false, ready, onTry, onSubmit, onClose, onDone = onClose, children }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    onTry?.();
    if (!ready || busy) return;
    setBusy(true);
    const done = await onSubmit().then(
      () => true,
      () => false,
    );
    setBusy(false);
    if (done) onDone();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={10}>{children}</Stack>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t(submitLabel === null ? 'ui.close' : 'ui.cancel')}
        </Button>
        {submitLabel !== null && (
          <Button type="submit" loading={busy} {...(dangerous && { color: 'var(--gantry-error)', variant: 'outline' })}>
            {submitLabel}
          </Button>
        )}
      </Group>
    </form>
  );
}
