import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NodeAccess } from './node-access.tsx';

/** A node to choose, with its place. */
export type ChoosableNode = { id: number; path: string };

/** Access at a node of the hierarchy: who has which role, and grants made there. */
export function GrantPanel({ spaceId, nodes, mayManage }: { spaceId: number; nodes: ChoosableNode[]; mayManage: boolean }) {
  const { t } = useTranslation();
  const [nodeId, setNodeId] = useState<number | null>(null);
  return (
    <Stack gap="md">
      <Text>{t('grants.purpose')}</Text>
      <Select
        maw={560}
        label={t('grants.node')}
        placeholder={t('grants.choose_node')}
        searchable
        data={nodes.map(({ id, path }) => ({ value: String(id), label: path }))}
        value={nodeId === null ? null : String(nodeId)}
        onChange={(value) => setNodeId(value ? Number(value) : null)}
      />
      {nodeId !== null && <NodeAccess spaceId={spaceId} nodeId={nodeId} mayManage={mayManage} />}
    </Stack>
  );
}
