import { Button, Group, Modal, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import type { CalendarPreview } from './calendars.queries.ts';

type Props = { preview: CalendarPreview | null; onAnswer(yes: boolean): void };

const hours = (minutes: number): string => formatNumber(minutes / 60, { decimals: minutes % 60 ? 1 : 0 });

/** What saving a calendar will do: to its days, its years and the versions that follow it. */
export function ChangeDialog({ preview, onAnswer }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={preview !== null} onClose={() => onAnswer(false)} title={t('calendars.change_title')} size={720}>
      {preview && (
        <>
          <Text size="sm">
            {t('calendars.change_days', { freed: preview.days.freed, worked: preview.days.worked, other: preview.days.other_hours })}
          </Text>
          <Text size="sm" c="dimmed">
            {preview.years
              .map(({ year, before_minutes, after_minutes }) => `${year}: ${hours(before_minutes)} → ${hours(after_minutes)}`)
              .join(' · ')}
          </Text>
          <Table mt="md" verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('calendars.use_version')}</Table.Th>
                <Table.Th ta="right">{t('calendars.use_rows')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {preview.versions.map((use) => (
                <Table.Tr key={use.version_id}>
                  <Table.Td>
                    {use.schedule_name} / {use.version_name}
                  </Table.Td>
                  <Table.Td ta="right">{formatCount(use.rows)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Text size="xs" c="dimmed" mt="sm">
            {t('calendars.change_undo')}
          </Text>
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => onAnswer(false)}>
          {t('ui.cancel')}
        </Button>
        <Button data-autofocus onClick={() => onAnswer(true)}>
          {t('calendars.save')}
        </Button>
      </Group>
    </Modal>
  );
}
