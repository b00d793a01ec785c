import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWaitingCount } from '../../lib/outbox/outbox.ts';
import { usePushStatus } from '../../lib/push/push.ts';

/** Whether the page hears of changes by others, at the end of the status line. */
export function ConnectionState() {
  const { t } = useTranslation();
  const { state } = usePushStatus();
  const waiting = useWaitingCount();
  const open = state === 'open';
  const Shape = open ? IconPlugConnected : IconPlugConnectedX;
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
      <Shape size={14} stroke={1.5} aria-hidden />
      {waiting > 0 && <span>{t('shell.waiting', { count: waiting })} ·</span>}
      {t(open ? 'shell.connected' : 'shell.connecting')}
    </span>
  );
}
