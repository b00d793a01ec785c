import { Modal, NativeSelect, Skeleton, Table, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCalendarResources, useVersionCalendarCommands } from './version-calendars.queries.ts';

const MOST_SHOWN = 200;

type Props = {
  opened: boolean;
  versionId: number;
  calendars: readonly { id: number; name: string }[];
  readOnly: boolean;
  onClose(): void;
};

/** By which calendar each resource of a version works: its own, or that of the rows it works on. */
export function ResourceCalendarsDialog({ opened, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('calendars.of_resources')} size={640}>
      {opened && <Resources {...rest} />}
    </Modal>
  );
}

function Resources({ versionId, calendars, readOnly }: Omit<Props, 'opened' | 'onClose'>) {
  const { t } = useTranslation();
  const { data } = useCalendarResources(versionId, true);
  const commands = useVersionCalendarCommands(versionId);
  const [search, setSearch] = useState('');
  if (!data) return <Skeleton h={120} />;
  if (!data.resources.length) return <p>{t('calendars.no_resources')}</p>;
  const wanted = search.trim().toLowerCase();
  const found = data.resources.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted));
  return (
    <>
      <TextInput
        data-autofocus
        size="xs"
        mb={8}
        leftSection={<IconSearch size={14} stroke={1.5} />}
        placeholder={t('calendars.find_resource')}
        aria-label={t('calendars.find_resource')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('calendars.resource')}</Table.Th>
            <Table.Th>{t('calendars.works')}</Table.Th>
            <Table.Th>{t('column.calendar')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.slice(0, MOST_SHOWN).map(({ id, code, name, calendar_id, rows }) => (
            <Table.Tr key={id}>
              <Table.Td>{code && code !== name ? `${code} ${name}` : name}</Table.Td>
              <Table.Td>{rows}</Table.Td>
              <Table.Td>
                <NativeSelect
                  size="xs"
                  aria-label={`${t('column.calendar')}, ${name}`}
                  disabled={readOnly}
                  value={calendar_id ?? ''}
                  data={[
                    { value: '', label: t('calendars.of_the_works') },
                    ...calendars.map((calendar) => ({ value: String(calendar.id), label: calendar.name })),
                  ]}
                  onChange={(event) =>
                    void commands
                      .setResource(id, event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
                      .catch(() => undefined)
                  }
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {found.length > MOST_SHOWN && <p>{t('calendars.more_resources', { count: found.length - MOST_SHOWN })}</p>}
    </>
  );
}
