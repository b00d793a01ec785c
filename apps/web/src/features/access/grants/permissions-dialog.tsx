import { Modal, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NodeAccess } from './node-access.tsx';

type Props = { spaceId: number; node: { nodeId: number; nodeName: string } | null; onClose(): void };

/** Permissions at one node: who may do what there; roles are given and taken away. */
export function PermissionsDialog({ spaceId, node, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={node !== null}
      onClose={onClose}
      title={t('ui.named', { name: t('grants.permissions'), text: node?.nodeName ?? '' })}
      size={880}
    >
      {node && (
        <Stack gap="md">
          <NodeAccess spaceId={spaceId} nodeId={node.nodeId} mayManage />
        </Stack>
      )}
    </Modal>
  );
}
