import { Button, Group, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { reasonText } from './text/refusal-text.ts';

const STANDARD_MS = 5000;
/** Long enough to read what was done, find the button and press it. */
const WITH_ACTION_MS = 10_000;

type Tone = 'ok' | 'warn' | 'error' | 'info';

const useVoice = create<{ text: string }>(() => ({ text: '' }));

/**
 * Announces toasts to screen readers. It is mounted from the start, because live regions that appear with their text are often not read.
 */
export function ToastVoice() {
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {useVoice(({ text }) => text)}
    </VisuallyHidden>
  );
}

/** A button within a toast; the toast goes when it is pressed. */
type ToastAction = { label: string; run(): void };

function WithAction({ message, action, onDone }: { message: ReactNode; action: ToastAction; onDone(): void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <span>{message}</span>
      <Button
        size="compact-xs"
        variant="subtle"
        flex="none"
        onClick={() => {
          onDone();
          action.run();
        }}
      >
        {action.label}
      </Button>
    </Group>
  );
}

/** Shows a toast; equal texts share one. It stays 5 s, with a button 10 s, unless the specification differs. */
export function showToast(
  tone: Tone,
  message: ReactNode,
  options: { ms?: number; id?: string; position?: 'bottom-left'; action?: ToastAction; onClose?(): void } = {},
): void {
  const { action } = options;
  const id = options.id ?? (typeof message === 'string' ? `${tone}:${message}` : undefined);
  if (id) notifications.hide(id);
  notifications.show({
    id,
    message: action ? <WithAction message={message} action={action} onDone={() => id && notifications.hide(id)} /> : message,
    autoClose: options.ms ?? (action ? WITH_ACTION_MS : STANDARD_MS),
    color: `var(--gantry-${tone})`,
    withBorder: true,
    ...(options.position ? { position: options.position } : {}),
    ...(options.onClose ? { onClose: options.onClose } : {}),
    role: tone === 'error' ? 'alert' : 'none',
  });
  if (tone !== 'error' && typeof message === 'string') announce(message);
}

/** Says something aloud, by the voice of toasts. The same words twice are news twice. */
export const announce = (message: string): void =>
  useVoice.setState(({ text }) => ({ text: text === message ? `${message}\u00a0` : message }));

/** Says why parts of what was asked were left out; each reason once. */
export function showNotTaken(refused: readonly Parameters<typeof reasonText>[0][], t: TFunction): void {
  for (const reason of new Set(refused.map((one) => reasonText(one, t)))) showToast('error', t('ui.not_taken', { reason }));
}
