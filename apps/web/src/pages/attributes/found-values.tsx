import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ValueWords, writeValue } from '../../features/catalog/attributes/attributes.model.ts';
import { useValueSearch } from '../../features/catalog/attributes/attributes.queries.ts';
import { NodeIcon } from '../../features/structure/eps/node-icon.tsx';

/** Values below a node that contain a text. */
export function FoundValues({ spaceId, nodeId, search, words }: { spaceId: number; nodeId: number; search: string; words: ValueWords }) {
  const { t } = useTranslation();
  const { data } = useValueSearch(spaceId, nodeId, search);
  if (data && !data.values.length)
    return (
      <Text p="md" c="dimmed">
        {t('attributes.nothing_found')}
      </Text>
    );
  return (
    <Table verticalSpacing={4} horizontalSpacing="md">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('attributes.found_node')}</Table.Th>
          <Table.Th>{t('attributes.found_attribute')}</Table.Th>
          <Table.Th>{t('attributes.found_value')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data?.values.map((found) => (
          <Table.Tr key={`${found.node_id} ${found.attribute_id}`}>
            <Table.Td>
              <NodeIcon kind={found.kind} /> {found.node_name}
            </Table.Td>
            <Table.Td>{found.attribute_name}</Table.Td>
            <Table.Td>{writeValue(found.type, found.value, words)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
