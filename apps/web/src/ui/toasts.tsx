import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

const STANDARD_MS = 5000;

type Tone = 'ok' | 'warn' | 'error' | 'info';

/** Shows a toast; the same text twice is one toast. Times: 5 s, unless the specification says otherwise. */
export function showToast(tone: Tone, message: ReactNode, options: { ms?: number; id?: string } = {}): void {
  const id = options.id ?? (typeof message === 'string' ? `${tone}:${message}` : undefined);
  if (id) notifications.hide(id);
  notifications.show({
    id,
    message,
    autoClose: options.ms ?? STANDARD_MS,
    color: `var(--gantry-${tone})`,
    withBorder: true,
    role: tone === 'error' ? 'alert' : 'status',
  });
}
