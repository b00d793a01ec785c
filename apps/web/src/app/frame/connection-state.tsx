import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePushStatus } from '../../lib/push/push.ts';

/** Whether the page hears of changes by others, at the end of the status line. */
export function ConnectionState() {
  const { t } = useTranslation();
  const { state } = usePushStatus();
  const open = state === 'open';
  const Shape = open ? IconPlugConnected : IconPlugConnectedX;
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
      <Shape size={14} stroke={1.5} aria-hidden />
      {t(open ? 'shell.connected' : 'shell.connecting')}
    </span>
  );
}
