import { Modal, Table, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { useEmptyWorks } from './versions.queries.ts';

type Props = { versionId: number; opened: boolean; onOpen(id: number): void; onClose(): void };

/** Works without duration, volume, labour or cost; a click goes to the row. */
export function EmptyWorksDialog({ versionId, opened, onOpen, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useEmptyWorks(versionId, opened);
  return (
    <Modal opened={opened} onClose={onClose} title={t('versions.empty_works')} size={640}>
      {data && !data.count && <Text>{t('versions.no_empty_works')}</Text>}
      {data && data.count > 0 && (
        <>
          <Text mb="sm">{t('versions.empty_works_count', { count: data.count, shown: formatCount(data.count) })}</Text>
          <Table stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('column.code')}</Table.Th>
                <Table.Th>{t('column.name')}</Table.Th>
                <Table.Th>{t('versions.lacks')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.works.map(({ id, code, name, missing }) => (
                <Table.Tr key={id}>
                  <Table.Td>{code}</Table.Td>
                  <Table.Td>
                    <UnstyledButton
                      onClick={() => {
                        onClose();
                        onOpen(id);
                      }}
                    >
                      {name}
                    </UnstyledButton>
                  </Table.Td>
                  <Table.Td>{missing.map((measure) => t(`versions.lacks_${measure}`)).join(', ')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </Modal>
  );
}
