import { Modal } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFrom } from '../../lib/save-blob.ts';
import { IconButton } from '../icon-button.tsx';
import classes from './file-viewer.module.css';

type Props = { name: string; download: string; caption?: ReactNode; onClose(): void; children: ReactNode };

/** A file over the whole page: what it shows, who stored it, and the file itself to save. */
export function FileViewer({ name, download, caption, onClose, children }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={name}
      classNames={{ body: classes.viewer, title: classes.title }}
      // What is under the viewer has keys of its own.
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
      <div className={classes.caption}>
        {caption && <span>{caption}</span>}
        <IconButton icon={IconDownload} label={t('storage.download')} onClick={() => saveFrom(download, name)} />
      </div>
    </Modal>
  );
}
