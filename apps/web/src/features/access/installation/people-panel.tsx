import { Badge, Group, Menu } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDots, IconLogout, IconShieldMinus, IconShieldPlus, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { useWhoAmI } from '../users/users.queries.ts';
import { FoundField } from './found-field.tsx';
import { type InstallationPerson, useChangePerson, useEndPersonSessions, useInstallationPeople } from './installation.queries.ts';

const icon = { size: 16, stroke: 1.5 };

/** People of the installation: accounts are switched off, sessions ended, administrators appointed. */
export function PeoplePanel() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const found = useInstallationPeople(search);
  return (
    <>
      <FoundField
        placeholder={t('installation.search')}
        typed={typed}
        onType={setTyped}
        found={found && { shown: found.people.length, total: found.total }}
      />
      {found && !found.people.length && <p>{t('installation.nobody')}</p>}
      {found && found.people.length > 0 && (
        <RecordTable
          label={t('installation.people')}
          heads={[
            t('grants.person'),
            t('installation.login'),
            t('users.email'),
            t('members.status'),
            t('installation.spaces'),
            t('auth.session_last'),
            '',
          ]}
        >
          {found.people.map((person) => (
            <PersonRow key={person.id} person={person} />
          ))}
        </RecordTable>
      )}
    </>
  );
}

function PersonRow({ person }: { person: InstallationPerson }) {
  const { t } = useTranslation();
  const me = useWhoAmI();
  return (
    <tr>
      <td>
        <Group gap="sm" wrap="nowrap">
          <span>{person.name}</span>
          {person.administrator && (
            <Badge size="xs" variant="light">
              {t('installation.administrator')}
            </Badge>
          )}
        </Group>
      </td>
      <td data-quiet>{person.login}</td>
      <td data-quiet>{person.email}</td>
      <td>
        <Badge size="xs" variant="light" color={person.status === 'active' ? 'accent' : 'gray'}>
          {t(`members.${person.login === null ? 'no_account' : person.status}`)}
        </Badge>
      </td>
      <td data-tight>{formatCount(person.spaces)}</td>
      <td data-quiet data-tight>
        {formatInstant(person.last_activity) || t('tokens.never')}
      </td>
      <td data-tight>{person.id !== me?.id && person.login !== null && <PersonMenu person={person} />}</td>
    </tr>
  );
}

function PersonMenu({ person }: { person: InstallationPerson }) {
  const { t } = useTranslation();
  const change = useChangePerson();
  const end = useEndPersonSessions();
  const { id, name } = person;
  const disable = async (): Promise<void> => {
    const sure = await askConfirmation({
      title: t('installation.disable_title'),
      text: t('installation.disable_text', { name }),
      confirmLabel: t('members.disable'),
    });
    if (sure) change.mutate({ id, status: 'disabled' });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={IconDots} label={t('members.more_named', { name })} />
      </Menu.Target>
      <Menu.Dropdown>
        {person.status === 'active' ? (
          <Menu.Item leftSection={<IconUserOff {...icon} />} onClick={() => void disable()}>
            {t('members.disable')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconUserCheck {...icon} />} onClick={() => change.mutate({ id, status: 'active' })}>
            {t('members.activate')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout {...icon} />} disabled={!person.sessions} onClick={() => end.mutate(id)}>
          {t('installation.end_sessions', { count: person.sessions })}
        </Menu.Item>
        {!person.named &&
          (person.administrator ? (
            <Menu.Item leftSection={<IconShieldMinus {...icon} />} onClick={() => change.mutate({ id, administrator: false })}>
              {t('installation.dismiss')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconShieldPlus {...icon} />} onClick={() => change.mutate({ id, administrator: true })}>
              {t('installation.appoint')}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
