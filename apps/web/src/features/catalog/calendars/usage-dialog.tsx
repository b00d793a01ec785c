import { Anchor, Modal, Skeleton, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { useCalendarUses } from './calendars.queries.ts';

type Props = { spaceId: number; calendar: { id: number; name: string } | null; onClose(): void };

/** Where a calendar is used. */
export function UsageDialog({ spaceId, calendar, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useCalendarUses(spaceId, calendar?.id ?? null);
  return (
    <Modal opened={calendar !== null} onClose={onClose} title={t('calendars.usage_of', { name: calendar?.name ?? '' })} size={600}>
      {!data && <Skeleton h={60} />}
      {data?.versions.length === 0 && <Text c="dimmed">{t('calendars.not_used')}</Text>}
      {data && data.versions.length > 0 && (
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('calendars.use_version')}</Table.Th>
              <Table.Th ta="right">{t('calendars.use_rows')}</Table.Th>
              <Table.Th ta="right">{t('calendars.use_resources')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.versions.map((use) => (
              <Table.Tr key={use.version_id}>
                <Table.Td>
                  <Anchor component={Link} to={`/${spaceId}/schedule/${use.version_id}`} size="sm">
                    {use.schedule_name} / {use.version_name}
                  </Anchor>
                  {use.is_default && <Text size="xs">{t('calendars.default')}</Text>}
                </Table.Td>
                <Table.Td ta="right">{formatCount(use.rows)}</Table.Td>
                <Table.Td ta="right">{formatCount(use.resources)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Modal>
  );
}
