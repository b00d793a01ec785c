import { Alert, Badge, Button, Group, Loader } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { deviceOf } from '../auth/auth.queries.ts';
import { useWhoAmI } from '../users/users.queries.ts';
import { type SpaceSession, useEndSpaceSession, useSpaceSessions } from './spaces.queries.ts';

/** Sessions in the space with device, address, way of sign-in and time; those who manage people can sign them out. */
export function SessionPanel({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const me = useWhoAmI();
  const { data, isPending, refetch } = useSpaceSessions(spaceId);
  const end = useEndSpaceSession(spaceId);
  if (isPending) return <Loader size={24} />;
  if (!data) {
    return (
      <Alert color="red" title={t('error.unreachable')}>
        <Button variant="default" onClick={() => void refetch()}>
          {t('shell.try_again')}
        </Button>
      </Alert>
    );
  }
  const askEnd = async ({ id, name, user_agent: agent }: SpaceSession): Promise<void> => {
    const sure = await askConfirmation({
      title: t('sessions.end_title'),
      text: t('sessions.end_text', { name, device: deviceOf(agent) || t('auth.session_unknown') }),
      confirmLabel: t('sessions.end'),
    });
    if (sure) end.mutate(id);
  };
  return (
    <RecordTable
      label={t('sessions.title')}
      heads={[
        t('grants.person'),
        t('auth.session_device'),
        t('auth.session_address'),
        t('sessions.method'),
        t('auth.session_since'),
        t('sessions.seen'),
        '',
      ]}
    >
      {data.sessions.map((session) => (
        <tr key={session.id}>
          <td>
            <Group gap="sm" wrap="nowrap">
              <span title={session.login}>{session.name}</span>
              {session.current && (
                <Badge size="xs" variant="light">
                  {t('auth.session_current')}
                </Badge>
              )}
            </Group>
          </td>
          <td title={session.user_agent}>{deviceOf(session.user_agent) || t('auth.session_unknown')}</td>
          <td data-quiet>{session.address}</td>
          <td data-quiet>{t(`sessions.method_${session.method}`, { defaultValue: session.method })}</td>
          <td data-quiet data-tight>
            {formatInstant(session.created_at)}
          </td>
          <td data-quiet data-tight>
            {formatInstant(session.last_activity)}
          </td>
          <td data-tight>
            {session.user_id !== me?.id && (
              <IconButton icon={IconLogout} label={t('sessions.end_named', { name: session.name })} onClick={() => void askEnd(session)} />
            )}
          </td>
        </tr>
      ))}
    </RecordTable>
  );
}
