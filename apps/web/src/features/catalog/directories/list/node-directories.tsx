import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDirectories } from '../directories.queries.ts';
import { DirectoryList } from './directory-list.tsx';

/** The directories that a node sees, for its info panel; one opens on their page. */
export function NodeDirectories({
  spaceId,
  nodeId,
  onOpen,
}: {
  spaceId: number;
  nodeId: number;
  onOpen(directoryId: number | null): void;
}) {
  const { t } = useTranslation();
  const { data } = useDirectories(spaceId, nodeId);
  return (
    <>
      {data?.directories.length === 0 && <p style={{ padding: '0 16px' }}>{t('directory.none_hint')}</p>}
      <DirectoryList directories={data?.directories ?? []} selected={null} onSelect={onOpen}>
        <Button size="compact-sm" variant="subtle" onClick={() => onOpen(null)}>
          {t('directory.open_page')}
        </Button>
      </DirectoryList>
    </>
  );
}
