import { Badge, Button, Group } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { deviceOf } from './auth.model.ts';
import { useEndSessions, useSessions } from './auth.queries.ts';

/** Sessions of the person; all but the current one can be signed out. */
export function SessionList() {
  const { t } = useTranslation();
  const sessions = useSessions() ?? [];
  const end = useEndSessions();
  const others = sessions.filter(({ current }) => !current);
  const endOthers = async (): Promise<void> => {
    const sure = await askConfirmation({
      title: t('auth.end_others'),
      text: t('auth.end_others_text', { count: others.length }),
      confirmLabel: t('auth.end_others'),
    });
    if (sure) end.mutate(null);
  };
  return (
    <>
      <RecordTable
        label={t('auth.sessions')}
        heads={[t('auth.session_device'), t('auth.session_address'), t('auth.session_since'), t('auth.session_last'), '']}
      >
        {sessions.map(({ id, user_agent: agent, current, address, created_at: since, last_activity: last }) => (
          <tr key={id}>
            <td>
              <Group gap="sm" wrap="nowrap">
                <span title={agent}>{deviceOf(agent) || t('auth.session_unknown')}</span>
                {current && (
                  <Badge size="xs" variant="light">
                    {t('auth.session_current')}
                  </Badge>
                )}
              </Group>
            </td>
            <td data-quiet>{address}</td>
            <td data-quiet data-tight>
              {formatInstant(since)}
            </td>
            <td data-quiet data-tight>
              {formatInstant(last)}
            </td>
            <td data-tight>
              {!current && (
                <IconButton icon={IconLogout} label={t('auth.end_session', { device: deviceOf(agent) })} onClick={() => end.mutate(id)} />
              )}
            </td>
          </tr>
        ))}
      </RecordTable>
      {others.length > 0 && (
        <Button mt="md" variant="default" onClick={() => void endOthers()}>
          {t('auth.end_others')}
        </Button>
      )}
    </>
  );
}
